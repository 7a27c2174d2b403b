/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulTableFormat:
 *
 * What a table of an answer is written as.
 */
typedef enum
{
  FUL_TABLE_TEXT,
  FUL_TABLE_CSV,
  FUL_TABLE_JSON,
} FulTableFormat;

gboolean ful_query_table_write (const char      *answer,
                                const char      *container,
                                const char      *columns,
                                FulTableFormat   format,
                                const char      *sort,
                                guint            limit,
                                GError         **error);

G_END_DECLS
