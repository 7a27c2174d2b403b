/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The import log. Equal entries are merged by a hash over place and message, so
 * a million broken rows are one entry with a count. */

#include "config.h"

#include "ful-import-log.h"

#include "base/ful-hash.h"

#include <glib/gi18n-lib.h>

#define MAX_ENTRIES 1000

struct _FulImportLog
{
  GPtrArray  *entries;
  GHashTable *by_text;    /* "where\nmessage" → entry */
  guint64     n_records;
};

static void
entry_free (gpointer data)
{
  FulImportLogEntry *entry = data;

  g_free (entry->where);
  g_free (entry->message);
  g_free (entry);
}

const char *
ful_severity_to_string (FulSeverity severity)
{
  switch (severity)
    {
    case FUL_SEVERITY_INFO:
      return "info";
    case FUL_SEVERITY_ERROR:
      return "error";
    case FUL_SEVERITY_DATA_LOSS:
    default:
      return "data-loss";
    }
}

FulImportLog *
ful_import_log_new (void)
{
  FulImportLog *self = g_atomic_rc_box_new0 (FulImportLog);

  self->entries = g_ptr_array_new_with_free_func (entry_free);
  self->by_text = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);

  return self;
}

static void
ful_import_log_clear (gpointer data)
{
  FulImportLog *self = data;

  g_hash_table_unref (self->by_text);
  g_ptr_array_unref (self->entries);
}

FulImportLog *
ful_import_log_ref (FulImportLog *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_import_log_unref (FulImportLog *self)
{
  g_atomic_rc_box_release_full (self, ful_import_log_clear);
}

/* @entry: its texts are copied */
static void
add_entry (FulImportLog            *self,
           const FulImportLogEntry *added)
{
  g_autofree char *key = g_strconcat (added->where, "\n", added->message, NULL);
  FulImportLogEntry *entry = g_hash_table_lookup (self->by_text, key);

  self->n_records += added->count;
  if (entry)
    {
      entry->count += added->count;
      entry->severity = MAX (entry->severity, added->severity);
      return;
    }

  /* Limit on entries; further ones are only counted. */
  if (self->entries->len >= MAX_ENTRIES)
    {
      entry = g_ptr_array_index (self->entries, MAX_ENTRIES - 1);
      if (entry->first_row != -2)
        {
          g_free (entry->where);
          g_free (entry->message);
          entry->where = g_strdup ("…");
          entry->message = g_strdup (_("further problems of other kinds"));
          entry->first_row = -2;
          entry->first_offset = -1;
        }
      entry->count += added->count;
      entry->severity = MAX (entry->severity, added->severity);
      return;
    }

  entry = g_memdup2 (added, sizeof *added);
  entry->where = g_strdup (added->where);
  entry->message = g_strdup (added->message);
  g_ptr_array_add (self->entries, entry);
  g_hash_table_insert (self->by_text, g_steal_pointer (&key), entry);
}

/**
 * ful_import_log_add:
 * @self: a log
 * @severity: how bad
 * @where: table, thread and column
 * @row: the row, or -1
 * @offset: byte offset in the uncompressed file, or -1
 * @format: the flaw and its repair; without the row, so that equal flaws are counted together
 * @...: arguments of @format
 */
void
ful_import_log_add (FulImportLog *self,
                    FulSeverity   severity,
                    const char   *where,
                    gint64        row,
                    gint64        offset,
                    const char   *format,
                    ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  add_entry (self, &(FulImportLogEntry) { severity, (char *) where, message, 1, row, offset });
}

/**
 * ful_import_log_append:
 * @other: a log, whose entries follow those of @self
 */
void
ful_import_log_append (FulImportLog       *self,
                       const FulImportLog *other)
{
  for (guint i = 0; i < other->entries->len; i++)
    add_entry (self, g_ptr_array_index (other->entries, i));
}

/**
 * ful_import_log_copy:
 *
 * Returns: (transfer full): a log with the same entries, to which more can be added
 */
FulImportLog *
ful_import_log_copy (const FulImportLog *self)
{
  FulImportLog *copy = ful_import_log_new ();

  ful_import_log_append (copy, self);

  return copy;
}

/**
 * ful_import_log_get_n_records:
 *
 * Returns: how many records were added: the sum of the counts
 */
guint64
ful_import_log_get_n_records (const FulImportLog *self)
{
  return self->n_records;
}

guint
ful_import_log_get_n (const FulImportLog *self)
{
  return self->entries->len;
}

const FulImportLogEntry *
ful_import_log_get (const FulImportLog *self,
                    guint               entry)
{
  return g_ptr_array_index (self->entries, entry);
}

/**
 * ful_import_log_get_worst:
 *
 * Returns: the greatest severity of all entries, or %FUL_SEVERITY_INFO if there is none
 */
FulSeverity
ful_import_log_get_worst (const FulImportLog *self)
{
  FulSeverity worst = FUL_SEVERITY_INFO;

  for (guint i = 0; i < self->entries->len; i++)
    worst = MAX (worst, ((FulImportLogEntry *) g_ptr_array_index (self->entries, i))->severity);

  return worst;
}
