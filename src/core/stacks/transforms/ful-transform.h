/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "stacks/ful-filtered-stacks.h"
#include "stacks/ful-implementation.h"

G_BEGIN_DECLS

/* The subject of a sample filter. */
typedef enum
{
  FUL_SAMPLE_FILTER_MARKER_SEARCH,
  FUL_SAMPLE_FILTER_OUTSIDE_MARKER,
  FUL_SAMPLE_FILTER_FUNCTION_INCLUDE,
  FUL_SAMPLE_FILTER_STACK_PREFIX,
  FUL_SAMPLE_FILTER_STACK_SUFFIX,
  FUL_N_SAMPLE_FILTERS,
} FulSampleFilter;

/* Which parameters a kind of transform has. */
typedef enum
{
  FUL_TRANSFORM_PATH           = 1 << 0,
  FUL_TRANSFORM_INVERTED       = 1 << 1,   /* the path may begin with the leaf */
  FUL_TRANSFORM_FUNC           = 1 << 2,
  FUL_TRANSFORM_RESOURCE       = 1 << 3,
  FUL_TRANSFORM_CATEGORY       = 1 << 4,
  FUL_TRANSFORM_IMPLEMENTATION = 1 << 5,
  FUL_TRANSFORM_FILTER         = 1 << 6,
} FulTransformParameters;

typedef struct _FulTransformKind FulTransformKind;

/**
 * FulTransform:
 * @kind: its kind
 * @enabled: %FALSE if it is in the list without effect
 * @implementation: the implementation filter when it was created; @path names only those
 * @inverted: @path begins with the leaf
 * @func: the function it is about, or %FUL_NONE
 * @resource: the resource whose functions collapse, or %FUL_NONE
 * @category: its category
 * @n_path: length of @path
 * @path: (array length=n_path): functions from the root to the call node; of a sample filter the functions
 *   to match
 * @filter_type: the subject of a sample filter
 * @filter: (nullable): marker search, or the expression of a function filter
 * @regex: whether @filter is a regular expression over functions
 *
 * One change to the call tree, as an immutable value. Only the fields of its kind are used. Counted,
 * usable from any thread.
 */
typedef struct
{
  const FulTransformKind *kind;
  gboolean                enabled;
  FulImplementation       implementation;
  gboolean                inverted;
  FulFuncIndex            func;
  FulResourceIndex        resource;
  FulCategoryIndex        category;
  guint                   n_path;
  const FulFuncIndex     *path;
  FulSampleFilter         filter_type;
  const char             *filter;
  gboolean                regex;
} FulTransform;

/* Mapping a path may depend on the categories of its nodes: fills in one for each
 * function, or FUL_NONE if there is no node. */
typedef void (*FulPathCategoryFunc) (const FulFuncIndex *path,
                                     guint               n_path,
                                     FulCategoryIndex   *categories,
                                     gpointer            data);

/**
 * FulTransformKind:
 * @name: its word in views and on the command line
 * @url_key: (nullable): in links of profiler.firefox.com; %NULL for ours
 * @accelerator: single key, or 0
 * @parameters: the fields it has
 * @action: in menus
 * @crumb: label in the list of transforms; %s is the function, resource or category
 * @done: what was done, with the same %s
 * @undo: what takes it back
 * @nothing: why it changes nothing, where it does not; with the same %s
 * @apply: derives the next stage; %NULL if it filters by time, see ful_transform_filters_rows()
 * @map_path: maps the path of a call node; empty if the node does not exist any more
 *
 * One kind of transform. A new one is a file and a line in ful-transforms.c.
 */
struct _FulTransformKind
{
  const char              *name;
  const char              *url_key;
  char                     accelerator;
  FulTransformParameters   parameters;
  const char              *action;
  const char              *crumb;
  const char              *done;
  const char              *undo;
  const char              *nothing;
  FulFilteredStacks     *(*apply)    (const FulTransform   *transform,
                                      FulFilteredStacks    *before,
                                      GCancellable         *cancellable,
                                      GError              **error);
  void                   (*map_path) (const FulTransform   *transform,
                                      GArray               *path,
                                      FulProfile           *profile,
                                      FulPathCategoryFunc   get_categories,
                                      gpointer              data);
};

const FulTransformKind * const *ful_transform_kinds_list (guint               *out_n_kinds);
const FulTransformKind *ful_transform_kind_find          (const char          *name);
const char             *ful_sample_filter_to_string      (FulSampleFilter      filter);
gboolean                ful_sample_filter_parse          (const char          *text,
                                                          FulSampleFilter     *out_filter);

FulTransform *ful_transform_new               (const FulTransform *values);
FulTransform *ful_transform_ref               (FulTransform       *self);
void          ful_transform_unref             (FulTransform       *self);
FulTransform *ful_transform_with_enabled      (const FulTransform *self,
                                               gboolean            enabled);
FulTransform *ful_transform_with_symbols      (FulTransform       *self,
                                               FulProfile         *profile);
FulTransform *ful_transform_with_mapped_funcs (const FulTransform *self,
                                               const FulFuncIndex *map,
                                               guint               n_funcs);
char         *ful_transform_to_key            (const FulTransform *self);
gboolean      ful_transform_equal             (const FulTransform *a,
                                               const FulTransform *b);
gboolean      ful_transform_is_valid          (const FulTransform *self,
                                               FulProfile         *profile);
char         *ful_transform_say               (const FulTransform *self,
                                               FulProfile         *profile,
                                               const char         *text);
char         *ful_transform_get_label         (const FulTransform *self,
                                               FulProfile         *profile);
gboolean      ful_transform_filters_rows      (const FulTransform *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulTransform, ful_transform_unref)

G_END_DECLS
