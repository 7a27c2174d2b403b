/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-overview-types.h"

G_BEGIN_DECLS

/* What the overview says of a view that has them. */
#define FUL_OVERVIEW_FILTERED "Search and transforms do not count."

/* What is in a column. */
typedef enum
{
  FUL_OVERVIEW_CELL_NUMBER,
  FUL_OVERVIEW_CELL_TEXT,
  FUL_OVERVIEW_CELL_NAME,     /* of the profile: anything may be in it */
} FulOverviewCell;

typedef struct
{
  const char      *title;
  FulOverviewCell  cell;
} FulOverviewColumn;

/**
 * FulOverviewSection:
 * @title: (owned): heading
 * @columns: (array length=n_columns): what is in a row
 * @cells: (element-type utf8): row by row; names are as in the profile
 *
 * A table of the overview, to be written as text.
 */
typedef struct
{
  char                    *title;
  const FulOverviewColumn *columns;
  guint                    n_columns;
  GPtrArray               *cells;
} FulOverviewSection;

GPtrArray *ful_overview_sections_new   (const FulOverview        *overview);
GPtrArray *ful_overview_section_begin  (GPtrArray                *sections,
                                        char                     *title,
                                        const FulOverviewColumn  *columns,
                                        guint                     n_columns);
void       ful_overview_section_free   (FulOverviewSection       *self);
char      *ful_overview_function_dup_place (const FulOverviewFunction *function);
guint      ful_overview_section_n_rows (const FulOverviewSection *self);
GArray    *ful_overview_list_requests  (const FulOverview        *overview);
char      *ful_overview_dup_summary    (const FulOverview        *overview);

G_END_DECLS
