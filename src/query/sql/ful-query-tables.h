/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-query.h"

#include "sql/ful-sql-profile.h"

G_BEGIN_DECLS

/**
 * FulQueryTables:
 * @profiles: (element-type FulSqlProfile): with different keys; each has a FulQuery as view
 * @has_lost: whether data were lost while one was read
 *
 * Profiles that were opened as tables.
 */
typedef struct
{
  GPtrArray *profiles;
  gboolean   has_lost;

  /*< private >*/
  GPtrArray *runs;   /* FulQuery */
} FulQueryTables;

gboolean ful_query_tables_check  (const FulQuery  *query,
                                  GError         **error);
void     ful_query_tables_init   (FulQueryTables  *self);
void     ful_query_tables_clear  (FulQueryTables  *self);
gboolean ful_query_tables_add    (FulQueryTables  *self,
                                  const FulQuery  *query,
                                  const char      *path,
                                  FulExitStatus   *out_status,
                                  GError         **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FulQueryTables, ful_query_tables_clear)

G_END_DECLS
