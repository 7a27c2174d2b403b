/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * FulSeverity:
 * @FUL_SEVERITY_INFO: guessed or upgraded; no information is lost
 * @FUL_SEVERITY_ERROR: wrong and repaired
 * @FUL_SEVERITY_DATA_LOSS: a record was dropped
 */
typedef enum
{
  FUL_SEVERITY_INFO,
  FUL_SEVERITY_ERROR,
  FUL_SEVERITY_DATA_LOSS,
} FulSeverity;

const char *ful_severity_to_string (FulSeverity severity);

/**
 * FulImportLogEntry:
 * @severity: how bad
 * @where: table, thread and column: "threads[3].samples.stack"
 * @message: the flaw and its repair
 * @count: how many records
 * @first_row: row of the first of them, or -1
 * @first_offset: byte offset of the first of them in the uncompressed file, or -1
 */
typedef struct
{
  FulSeverity  severity;
  char        *where;
  char        *message;
  guint64      count;
  gint64       first_row;
  gint64       first_offset;
} FulImportLogEntry;

/**
 * FulImportLog:
 *
 * The records that a reader dropped, repaired or guessed. Entries with equal place
 * and message are counted together. Written by the thread that reads; immutable
 * once its profile is sealed. Counted.
 */
typedef struct _FulImportLog FulImportLog;

FulImportLog            *ful_import_log_new           (void);
FulImportLog            *ful_import_log_copy          (const FulImportLog *self);
FulImportLog            *ful_import_log_ref           (FulImportLog       *self);
void                     ful_import_log_unref         (FulImportLog       *self);
void                     ful_import_log_add           (FulImportLog       *self,
                                                       FulSeverity         severity,
                                                       const char         *where,
                                                       gint64              row,
                                                       gint64              offset,
                                                       const char         *format,
                                                       ...) G_GNUC_PRINTF (6, 7);
void                     ful_import_log_append        (FulImportLog       *self,
                                                       const FulImportLog *other);
guint64                  ful_import_log_get_n_records (const FulImportLog *self);
guint                    ful_import_log_get_n         (const FulImportLog *self);
const FulImportLogEntry *ful_import_log_get           (const FulImportLog *self,
                                                       guint               entry);
FulSeverity              ful_import_log_get_worst     (const FulImportLog *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulImportLog, ful_import_log_unref)

G_END_DECLS
