/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulSearchFlags:
 * @FUL_SEARCH_REGEX: the text is one regular expression instead of terms
 * @FUL_SEARCH_MATCH_CASE: upper and lower case differ
 */
typedef enum
{
  FUL_SEARCH_DEFAULT    = 0,
  FUL_SEARCH_REGEX      = 1 << 0,
  FUL_SEARCH_MATCH_CASE = 1 << 1,
} FulSearchFlags;

/**
 * FulSearch:
 * @n_terms: number of terms; 0 matches everything
 * @match_case: whether upper and lower case differ
 * @terms: (array zero-terminated=1): the terms, trimmed, and in lower case unless @match_case; of an expression, its text
 * @labels: (array zero-terminated=1): KEY or KEY=VALUE of the terms that begin with `label:`, which are not in @terms
 * @regex: (nullable): the regular expression, if the search is one
 *
 * A search for functions, and for labels of samples. Immutable, usable from any thread.
 */
typedef struct
{
  guint     n_terms;
  gboolean  match_case;
  char    **terms;
  char    **labels;
  GRegex   *regex;
} FulSearch;

FulSearch *ful_search_new          (const FulProfile *profile,
                                    const char       *text,
                                    FulSearchFlags    flags,
                                    GError          **error);
void       ful_search_free         (FulSearch        *self);
void       ful_search_append_folded (GString      *folded,
                                   const char       *text);
char      *ful_search_fold         (const char       *text);
GRegex    *ful_search_compile      (const char       *pattern,
                                    gboolean          match_case,
                                    GError          **error);
gboolean   ful_search_match_regex  (const GRegex     *regex,
                                    const char       *text,
                                    gboolean         *out_found,
                                    GError          **error);
guint8    *ful_search_match_funcs  (const FulSearch  *self,
                                    FulProfile       *profile,
                                    guint             first,
                                    GCancellable     *cancellable,
                                    GError          **error);
guint8    *ful_search_match_any    (const FulSearch  *self,
                                    FulProfile       *profile,
                                    GCancellable     *cancellable,
                                    GError          **error);
gboolean   ful_search_match_labels (const FulSearch  *self,
                                    const char       *labels);
gboolean   ful_search_find         (const FulSearch  *self,
                                    const char       *text,
                                    gsize            *inout_start,
                                    gsize            *out_end);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulSearch, ful_search_free)

G_END_DECLS
