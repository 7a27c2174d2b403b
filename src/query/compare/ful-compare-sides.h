/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-query.h"

#include "compare/change/ful-change.h"
#include "compare/ful-comparison.h"
#include "compare/pairing/ful-renames.h"
#include "compare/runs/ful-run.h"

G_BEGIN_DECLS

/**
 * FulCompareSides:
 * @files: (element-type utf8): of each side
 * @request: what to compare
 * @by: what items are
 * @measure: what is summed
 * @has_field: whether a marker has the field that is asked for
 * @n_rows: rows of their runs
 * @n_keys: of a baseline that is saved: one more than the greatest number of a key that its items have
 *
 * The sides that the command line names.
 */
typedef struct
{
  FulQuery            *query;
  GPtrArray           *files[FUL_N_SIDES];
  GPtrArray           *file_of_run[FUL_N_SIDES];
  FulComparisonRequest request;
  FulCompared          by;
  FulMeasure           measure;
  FulRenames          *renames;
  char                *split_marker;
  guint                n_parts;
  gboolean             has_field;
  guint64              n_rows;
  guint                n_keys;
} FulCompareSides;

gboolean ful_compare_sides_init     (FulCompareSides        *self,
                                     FulQuery               *query,
                                     GError                **error);
void     ful_compare_sides_clear    (FulCompareSides        *self);
char    *ful_compare_sides_describe (const FulCompareSides  *self,
                                     FulSide                 side);
gboolean ful_compare_sides_read     (FulCompareSides        *self,
                                     FulExitStatus          *out_status,
                                     GError                **error);
guint    ful_compare_sides_count_missing
                                    (const FulCompareSides  *self,
                                     const char             *transform);
gboolean ful_compare_sides_save     (FulCompareSides        *self,
                                     GError                **error);

gboolean ful_compare_parse_share    (const char             *option,
                                     const char             *text,
                                     double                 *value,
                                     GError                **error);

G_END_DECLS
