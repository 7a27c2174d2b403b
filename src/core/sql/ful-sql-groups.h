/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-sql-table.h"

G_BEGIN_DECLS

/* Bytes of a row while groups are made. */
#define FUL_SQL_GROUPS_ROW_BYTES (2 * sizeof (guint32))

typedef struct _FulSqlGroups FulSqlGroups;

FulSqlGroups *ful_sql_groups_new    (void);
void          ful_sql_groups_free   (FulSqlGroups      *self);
void          ful_sql_groups_add    (FulSqlGroups      *self,
                                     const FulSqlValue *value,
                                     guint32            row);
guint32      *ful_sql_groups_finish (FulSqlGroups      *self,
                                     gboolean           descending,
                                     guint             *out_n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulSqlGroups, ful_sql_groups_free)

G_END_DECLS
