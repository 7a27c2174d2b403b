/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-time-range.h"

#include "model/ful-profile.h"
#include "stacks/ful-implementation.h"
#include "stacks/ful-search.h"
#include "stacks/transforms/ful-transform.h"

G_BEGIN_DECLS

/* The data that the numbers of a call tree are summed from (call-tree.md 4). Numbers from %FUL_N_STRATEGIES on are
 * sample types, see ful_strategy_from_sample_type(). */
typedef enum
{
  FUL_STRATEGY_TIMING,
  FUL_STRATEGY_JS_ALLOCATIONS,
  FUL_STRATEGY_NATIVE_RETAINED_ALLOCATIONS,
  FUL_STRATEGY_NATIVE_ALLOCATIONS,
  FUL_STRATEGY_NATIVE_DEALLOCATIONS_SITES,
  FUL_STRATEGY_NATIVE_DEALLOCATIONS_MEMORY,
  FUL_STRATEGY_CPU,
  FUL_N_STRATEGIES,
} FulStrategy;

FulStrategy ful_strategy_from_sample_type (const char  *name);
const char *ful_strategy_get_sample_type  (FulStrategy  strategy);
gboolean    ful_strategy_is_of_samples    (FulStrategy  strategy);
const char *ful_strategy_to_string        (FulStrategy  strategy);

/**
 * FulViewOptions:
 * @threads: (array length=n_threads): the selected threads in the order of the selection; none is the
 *   default thread
 * @has_range: whether there is a committed range
 * @range: the committed range, ms relative to the start of the root range
 * @has_preview: whether there is a preview range
 * @preview: the preview range, relative as @range
 * @implementation: which functions count
 * @strategy: the data to sum; as chosen, even if the thread lacks it
 * @invert: whether the tree grows from the leaves
 * @fold_unnamed: whether runs of native functions without a name are shown as their library
 * @include_idle: %FALSE drops samples whose category is Idle
 * @search: the call tree search; never %NULL
 * @search_flags: flags of the search
 * @search_highlights: whether samples without a match are kept too
 * @n_transforms: number of transforms
 * @transforms: (array length=n_transforms): the transforms of the call tree, first to last
 *
 * The inputs of all derived results of a profile, as one immutable value. Counted. Fields are
 * read-only, except in a copy that is not shared yet.
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
} FulViewOptions;

#define FUL_TYPE_VIEW_OPTIONS (ful_view_options_get_type ())

GType           ful_view_options_get_type            (void) G_GNUC_CONST;
FulViewOptions *ful_view_options_new                 (void);
FulViewOptions *ful_view_options_copy                (const FulViewOptions  *self);
FulViewOptions *ful_view_options_ref                 (FulViewOptions        *self);
void            ful_view_options_unref               (FulViewOptions        *self);
gboolean        ful_view_options_has_threads         (const FulViewOptions  *self,
                                                      const guint           *threads,
                                                      guint                  n_threads);
gboolean        ful_view_options_has_same_transforms (const FulViewOptions  *a,
                                                      const FulViewOptions  *b);
gboolean        ful_view_options_equal               (const FulViewOptions  *a,
                                                      const FulViewOptions  *b);
void            ful_view_options_set_threads         (FulViewOptions        *self,
                                                      const guint           *threads,
                                                      guint                  n_threads);
void            ful_view_options_set_range           (FulViewOptions        *self,
                                                      const FulTimeRange    *range);
void            ful_view_options_set_preview         (FulViewOptions        *self,
                                                      const FulTimeRange    *preview);
void            ful_view_options_set_search          (FulViewOptions        *self,
                                                      const char            *search,
                                                      FulSearchFlags         flags);
void            ful_view_options_set_transforms      (FulViewOptions        *self,
                                                      FulTransform * const  *transforms,
                                                      guint                  n_transforms);
FulViewOptions *ful_view_options_with_symbols        (FulViewOptions        *self,
                                                      FulProfile            *profile);
FulViewOptions *ful_view_options_push_transform      (const FulViewOptions  *self,
                                                      FulTransform          *transform);
gboolean        ful_strategy_parse                   (const char            *text,
                                                      FulStrategy           *out_strategy,
                                                      GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulViewOptions, ful_view_options_unref)

G_END_DECLS
