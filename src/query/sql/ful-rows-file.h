/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sql/ful-sql-profile.h"
#include "sql/ful-sql-table.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  FUL_ROWS_PARQUET,
  FUL_ROWS_CSV,
  FUL_ROWS_SQLITE,
} FulRowsFormat;

/**
 * FulRowsFile:
 *
 * A table of profiles that is being written to a file, which is there when it is complete.
 */
typedef struct _FulRowsFile FulRowsFile;

FulRowsFile *ful_rows_file_new    (FulRowsFormat       format,
                                   const FulSqlTable  *table,
                                   const char         *path,
                                   gpointer            database,
                                   GError            **error);
void         ful_rows_file_free   (FulRowsFile        *self);
gboolean     ful_rows_file_add    (FulRowsFile        *self,
                                   FulSqlProfile      *profile,
                                   GError            **error);
gboolean     ful_rows_file_complete (FulRowsFile      *self,
                                     GError          **error);
gboolean     ful_rows_file_finish (FulRowsFile        *self,
                                   GError            **error);

gpointer     ful_rows_database_new    (const char    *path,
                                       GError       **error);
gboolean     ful_rows_database_finish (gpointer       database,
                                       GError       **error);
void         ful_rows_database_free   (gpointer       database);
gboolean     ful_rows_database_create (gpointer            database,
                                       const FulSqlTable  *table,
                                       const guint        *columns,
                                       guint               n_columns,
                                       gpointer           *out_insert,
                                       GError            **error);
gboolean     ful_rows_database_insert (gpointer            insert,
                                       const FulSqlValue  *values,
                                       guint               n_values,
                                       GError            **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulRowsFile, ful_rows_file_free)

G_END_DECLS
