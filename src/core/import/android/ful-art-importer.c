/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Method traces of the Android runtime (formats.md 13): of regular ones the names are lines before the records, of
 * streaming ones both come mixed. */

#include "config.h"

#include "ful-art-replay.h"

#include "base/ful-cursor.h"
#include "base/ful-error.h"
#include "import/ful-importer.h"

#include <glib/gi18n-lib.h>
#include <stdint.h>
#include <string.h>

#define MAGIC 0x574f4c53            /* "SLOW" */
#define STREAMING_VERSION 0xf0      /* is added to the version */
#define MAX_VERSION 3

enum { ITEM_METHOD = 1, ITEM_THREAD, ITEM_SUMMARY };

typedef struct
{
  FulImport     *import;
  FulByteReader *bytes;
  FulArtReplay  *replay;
  guint          version;
  guint          record_size;
  gboolean       has_two_times;
  char          *pid;          /* (nullable) */
} ArtReader;

static gboolean
set_truncated (ArtReader  *self,
               GError    **error)
{
  g_set_error (error, FUL_ERROR, FUL_ERROR_TRUNCATED,
               _("This method trace of Android ends at offset %ju, before its first record"),
               (uintmax_t) ful_byte_reader_get_offset (self->bytes));
  return FALSE;
}

static void
log_loss (ArtReader  *self,
          const char *message)
{
  ful_import_log_add (self->import->builder->log, FUL_SEVERITY_DATA_LOSS, "file", -1,
                      (gint64) ful_byte_reader_get_offset (self->bytes), "%s", message);
}

/* `KEY=VALUE` of the section "version". Returns: whether it is a clock with two times in each record */
static void
read_option (ArtReader  *self,
             const char *line)
{
  g_auto(GStrv) parts = g_strsplit (line, "=", 3);

  if (parts[0] == NULL || parts[1] == NULL)
    return;
  if (g_str_equal (parts[0], "clock"))
    self->has_two_times = g_str_equal (parts[1], "dual");
  else if (g_str_equal (parts[0], "pid"))
    {
      g_free (self->pid);
      self->pid = g_utf8_make_valid (parts[1], -1);
    }
  else if (g_str_equal (parts[0], "data-file-overflow") && g_str_equal (parts[1], "true"))
    log_loss (self, _("the buffer of the trace was full, so its end is missing"));
}

static void
read_thread (ArtReader  *self,
             const char *line)
{
  const char *tab = strchr (line, '\t');

  if (tab)
    ful_art_replay_name_thread (self->replay, (guint) g_ascii_strtoull (line, NULL, 10) & G_MAXUINT16, tab + 1, strlen (tab + 1));
}

/* ID, class, method, …, separated by tabs; not terminated. */
static gboolean
read_method (ArtReader  *self,
             const char *line,
             gsize       n)
{
  const char *end = line + n;
  const char *klass = memchr (line, '\t', n);
  const char *name = klass ? memchr (klass + 1, '\t', (gsize) (end - klass - 1)) : NULL;
  const char *name_end = name ? memchr (name + 1, '\t', (gsize) (end - name - 1)) : NULL;

  if (name == NULL)
    return FALSE;
  if (name_end == NULL)
    name_end = end;
  while (name_end > name + 1 && name_end[-1] == '\n')
    name_end--;
  ful_art_replay_name_method (self->replay, (guint32) g_ascii_strtoull (line, NULL, 16) & ~3u, klass + 1,
                              (gsize) (name - klass - 1), name + 1, (gsize) (name_end - name - 1));

  return TRUE;
}

/* The lines of a regular trace. */
static gboolean
read_sections (ArtReader  *self,
               GError    **error)
{
  static const char *const names[] = { "*version", "*threads", "*methods", "*end" };
  guint section = 0;   /* the one after that which is read */
  char *line;
  gsize n;

  while ((line = ful_byte_reader_next_line (self->bytes, &n)))
    if (line[0] == '*')
      {
        if (section == G_N_ELEMENTS (names) || !g_str_equal (line, names[section]))
          {
            g_autofree char *found = g_utf8_make_valid (line, (gssize) MIN (n, 40));

            g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("Expected the section “%s” of a method trace before offset %ju, found “%s”"),
                         names[section], (uintmax_t) ful_byte_reader_get_offset (self->bytes), found);
            return FALSE;
          }
        if (++section == G_N_ELEMENTS (names))
          return TRUE;
      }
    else if (section == 1 && self->version == 0)
      self->version = (guint) CLAMP (g_ascii_strtoull (line, NULL, 10), 1, MAX_VERSION);
    else if (section == 1)
      read_option (self, line);
    else if (section == 2)
      read_thread (self, line);
    else if (section == 3 && n > 0 && !read_method (self, line, n))
      log_loss (self, _("this is no method; skipped it"));

  return set_truncated (self, error);
}

/* @version: what the lines say, or 0 */
static gboolean
read_header (ArtReader  *self,
             GError    **error)
{
  guint64 offset = ful_byte_reader_get_offset (self->bytes);
  guint version, size;
  const guint8 *p;
  gsize n;

  p = ful_byte_reader_peek (self->bytes, 18, &n);
  if (n < 16)
    return set_truncated (self, error);
  version = ful_read_u16 (p + 4);
  size = ful_read_u16 (p + 6);
  if (self->version == 0)
    self->version = version ^ STREAMING_VERSION;
  else if (ful_read_u32 (p) != MAGIC || version != self->version)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("Expected “SLOW” and version %u of a method trace at offset %ju"),
                   self->version, (uintmax_t) offset);
      return FALSE;
    }
  if (self->version < 1 || self->version > MAX_VERSION)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_VERSION, _("This method trace of Android has version %u; known are those up to %u"),
                   self->version, MAX_VERSION);
      return FALSE;
    }

  self->record_size = self->version == 1 ? 9 : 10;
  if (self->version == 3 && n >= 18)
    self->record_size = ful_read_u16 (p + 16);
  if (self->record_size < 10 && self->version > 1)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The records of this method trace have %u bytes, at least 10 are needed"),
                   self->record_size);
      return FALSE;
    }
  ful_byte_reader_skip (self->bytes, MAX (size, self->version == 3 ? 18 : 16));

  return TRUE;
}

static void
read_record (ArtReader    *self,
             const guint8 *p)
{
  guint n_tid = self->version == 1 ? 1 : 2;
  guint32 method = ful_read_u32 (p + n_tid);
  gboolean has_second = self->has_two_times && self->record_size >= n_tid + 12;
  FulArtRecord record = {
    .tid = n_tid == 1 ? p[0] : ful_read_u16 (p),
    .action = method & 3,
    .method = method & ~3u,
    .time = ful_read_u32 (p + n_tid + (has_second ? 8 : 4)),
  };

  if (record.action == FUL_ART_UNKNOWN)
    log_loss (self, _("this record neither enters nor leaves a method; skipped it"));
  else
    ful_art_replay_add (self->replay, &record);
}

static void
read_records (ArtReader *self)
{
  for (guint i = 0; ; i++)
    {
      gsize n;
      const guint8 *p = ful_byte_reader_peek (self->bytes, self->record_size, &n);

      if (n < self->record_size)
        {
          if (n > 0)
            log_loss (self, _("the last record is truncated"));
          return;
        }
      read_record (self, p);
      ful_byte_reader_take (self->bytes, self->record_size);
    }
}

/* The text of @n bytes after the next @n_before. Returns: (nullable): its begin, or %NULL at the end of the file */
static const char *
peek_text (ArtReader *self,
           guint      n_before,
           gsize      n)
{
  gsize n_there;
  const guint8 *p = ful_byte_reader_peek (self->bytes, n_before + n, &n_there);

  return n_there == n_before + n ? (const char *) p + n_before : NULL;
}

static void
read_summary (ArtReader  *self,
              const char *text,
              gsize       n)
{
  g_autofree char *copy = g_strndup (text, n);
  g_auto(GStrv) lines = g_strsplit (copy, "\n", -1);

  for (guint i = 0; lines[i]; i++)
    read_option (self, lines[i]);
}

typedef enum { ITEM_READ, ITEM_LAST, ITEM_CUT } ItemResult;

/* Names, after a u16 of 0 and a code. */
static ItemResult
read_names (ArtReader *self)
{
  const char *text;
  gsize n;
  const guint8 *p = ful_byte_reader_peek (self->bytes, 7, &n);
  guint code = n > 2 ? p[2] : 0, tid;
  guint n_before = code == ITEM_METHOD ? 5 : 7;
  gsize length;

  if (n < n_before)
    return ITEM_CUT;

  tid = ful_read_u16 (p + 3);
  length = code == ITEM_METHOD ? tid : code == ITEM_THREAD ? ful_read_u16 (p + 5) : ful_read_u32 (p + 3);
  if (code < ITEM_METHOD || code > ITEM_SUMMARY || length > FUL_BYTE_READER_MAX - n_before)
    {
      log_loss (self, _("this is no item of a method trace; the rest is not read"));
      return ITEM_LAST;
    }
  text = peek_text (self, n_before, length);
  if (text == NULL)
    return ITEM_CUT;

  if (code == ITEM_METHOD && !read_method (self, text, length))
    log_loss (self, _("this is no method; skipped it"));
  else if (code == ITEM_THREAD)
    ful_art_replay_name_thread (self->replay, tid, text, length);
  else if (code == ITEM_SUMMARY)
    read_summary (self, text, length);
  ful_byte_reader_take (self->bytes, n_before + length);

  return code == ITEM_SUMMARY ? ITEM_LAST : ITEM_READ;
}

static void
read_items (ArtReader *self)
{
  ItemResult result = ITEM_READ;

  /* The clock is known at the end only. */
  self->has_two_times = self->version == 3 && self->record_size >= 14;
  while (result == ITEM_READ)
    {
      gsize n;
      const guint8 *p = ful_byte_reader_peek (self->bytes, self->record_size, &n);

      if (n >= 2 && ful_read_u16 (p) == 0)
        result = read_names (self);
      else if (n < self->record_size)
        result = ITEM_CUT;
      else
        {
          read_record (self, p);
          ful_byte_reader_take (self->bytes, self->record_size);
        }
    }
  if (result == ITEM_CUT)
    log_loss (self, _("the trace ends before its summary"));
}

static gboolean
read_bytes (FulImport      *import,
            FulByteReader  *bytes,
            GError        **error)
{
  g_autoptr(FulArtReplay) replay = ful_art_replay_new (import);
  ArtReader self = { import, bytes, replay };
  gboolean is_regular, success;
  gsize n;

  is_regular = ful_byte_reader_peek (bytes, 1, &n)[0] == '*';
  success = (!is_regular || read_sections (&self, error)) && read_header (&self, error);
  if (success)
    {
      if (is_regular)
        read_records (&self);
      else
        read_items (&self);
      ful_import_set_version (import, self.version);
      success = ful_art_replay_finish (replay, self.pid ? self.pid : "1", error);
    }
  g_free (self.pid);

  return success;
}

static gboolean
probe_head (const char *head,
            gsize       n,
            const char *file_name G_GNUC_UNUSED)
{
  static const char lines[] = "*version\n";
  gsize n_lines = strlen (lines);

  if (n > n_lines + 1 && memcmp (head, lines, n_lines) == 0)
    return strchr ("123", head[n_lines]) && head[n_lines] && strchr ("\r\n", head[n_lines + 1]);

  return n >= 4 && memcmp (head, "SLOW", 4) == 0;
}

const FulImporter ful_art_importer = {
  .name = N_("Method trace of Android (ART)"),
  .kind = FUL_IMPORTER_BINARY,
  .mime_type = "application/x-android-method-trace",
  .suffixes = FUL_IMPORTER_LIST ("trace"),
  .probe_head = probe_head,
  .read_bytes = read_bytes,
};
