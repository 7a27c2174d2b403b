/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-query-json.h"

#include "sql/ful-sql-table.h"

G_BEGIN_DECLS

/* Of what schema --json says: with it columns are added, never renamed or left out. */
#define FUL_QUERY_SCHEMA_VERSION 1

/**
 * FulQuerySchemaEntry:
 * @arguments: (nullable): it is a table
 *
 * A table, or a function that makes rows.
 */
typedef struct
{
  const char         *name;
  const char         *about;
  const FulSqlColumn *columns;
  guint               n_columns;
  const FulSqlColumn *arguments;
  guint               n_arguments;
} FulQuerySchemaEntry;

GArray     *ful_query_schema_list       (const char         *name);
void        ful_query_schema_write_json (const GArray       *entries,
                                         FulQueryJson       *json);
const char *ful_query_schema_get_type   (const FulSqlColumn *column);

G_END_DECLS
