/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-time-range.h"

#include "stacks/ful-search.h"
#include "stacks/transforms/ful-transform.h"

G_BEGIN_DECLS

/* What the numbers of a call tree are summed from (call-tree.md 4). */
typedef enum
{
  FUL_STRATEGY_TIMING,
  FUL_STRATEGY_JS_ALLOCATIONS,
  FUL_STRATEGY_NATIVE_RETAINED_ALLOCATIONS,
  FUL_STRATEGY_NATIVE_ALLOCATIONS,
  FUL_STRATEGY_NATIVE_DEALLOCATIONS_SITES,
  FUL_STRATEGY_NATIVE_DEALLOCATIONS_MEMORY,
  FUL_N_STRATEGIES,
} FulStrategy;

const char *ful_strategy_to_string (FulStrategy strategy);

/**
 * FulDeriveOptions:
 * @threads: (array length=n_threads): the selected threads in the order of the selection; none stands for
 *   the one that is shown by default
 * @has_range: whether there is a committed range
 * @range: the committed range, ms relative to the start of the root range
 * @has_preview: whether there is a preview range
 * @preview: the preview range, relative as @range
 * @implementation: which functions count
 * @strategy: what is summed; as chosen, even if the thread lacks the data
 * @invert: whether the tree grows from the leaves
 * @fold_unnamed: whether runs of native functions without a name are shown as their library
 * @include_idle: %FALSE drops samples whose category is Idle
 * @search: the call tree search; never %NULL
 * @search_flags: what it means
 * @search_highlights: whether what the search does not find stays as well
 * @n_transforms: number of transforms
 * @transforms: (array length=n_transforms): what is done to the call tree, first to last
 *
 * What is derived from a profile, as one immutable value of names, times and
 * switches. Counted. Fields are read-only.
 */
typedef struct
{
  guint              n_threads;
  const guint       *threads;
  gboolean           has_range;
  FulTimeRange       range;
  gboolean           has_preview;
  FulTimeRange       preview;
  FulImplementation  implementation;
  FulStrategy        strategy;
  gboolean           invert;
  gboolean           fold_unnamed;
  gboolean           include_idle;
  const char        *search;
  FulSearchFlags     search_flags;
  gboolean           search_highlights;
  guint              n_transforms;
  FulTransform     **transforms;
} FulDeriveOptions;

#define FUL_TYPE_DERIVE_OPTIONS (ful_derive_options_get_type ())

GType             ful_derive_options_get_type            (void) G_GNUC_CONST;
FulDeriveOptions *ful_derive_options_new                 (void);
FulDeriveOptions *ful_derive_options_ref                 (FulDeriveOptions       *self);
void              ful_derive_options_unref               (FulDeriveOptions       *self);
gboolean          ful_derive_options_has_threads         (const FulDeriveOptions *self,
                                                          const guint            *threads,
                                                          guint                   n_threads);
gboolean          ful_derive_options_has_same_transforms (const FulDeriveOptions *a,
                                                          const FulDeriveOptions *b);
gboolean          ful_derive_options_equal               (const FulDeriveOptions *a,
                                                          const FulDeriveOptions *b);
FulDeriveOptions *ful_derive_options_with_threads        (const FulDeriveOptions *self,
                                                          const guint            *threads,
                                                          guint                   n_threads);
FulDeriveOptions *ful_derive_options_with_range          (const FulDeriveOptions *self,
                                                          const FulTimeRange     *range);
FulDeriveOptions *ful_derive_options_with_preview        (const FulDeriveOptions *self,
                                                          const FulTimeRange     *preview);
FulDeriveOptions *ful_derive_options_with_implementation (const FulDeriveOptions *self,
                                                          FulImplementation       implementation);
FulDeriveOptions *ful_derive_options_with_strategy       (const FulDeriveOptions *self,
                                                          FulStrategy             strategy);
FulDeriveOptions *ful_derive_options_with_invert         (const FulDeriveOptions *self,
                                                          gboolean                invert);
FulDeriveOptions *ful_derive_options_with_fold_unnamed   (const FulDeriveOptions *self,
                                                          gboolean                fold_unnamed);
FulDeriveOptions *ful_derive_options_with_include_idle   (const FulDeriveOptions *self,
                                                          gboolean                include_idle);
FulDeriveOptions *ful_derive_options_with_search         (const FulDeriveOptions *self,
                                                          const char             *search,
                                                          FulSearchFlags          flags);
FulDeriveOptions *ful_derive_options_with_search_highlights (const FulDeriveOptions *self,
                                                          gboolean                highlights);
FulDeriveOptions *ful_derive_options_with_transforms     (const FulDeriveOptions *self,
                                                          FulTransform * const   *transforms,
                                                          guint                   n_transforms);
FulDeriveOptions *ful_derive_options_push_transform      (const FulDeriveOptions *self,
                                                          FulTransform           *transform);

gboolean          ful_strategy_parse                     (const char             *text,
                                                          FulStrategy            *out_strategy,
                                                          GError                **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulDeriveOptions, ful_derive_options_unref)

G_END_DECLS
