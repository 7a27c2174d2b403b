/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines "START SIZE NAME" of processes that generate code (formats.md 12). Numbers are hexadecimal. There are no times in
 * them: a line holds for samples after it was read, and its memory is no longer what older lines said of it. */

#include "config.h"

#include "ful-perf-names.h"

#include "ful-perf-growing-file.h"
#include "ful-perf-maps.h"

#include "base/ful-plain-file.h"

#include <string.h>
#include <unistd.h>

#define MAX_BYTES (64 << 20)

/* What is longer is no line. */
#define MAX_LINE_BYTES (64 << 10)

#define CANCEL_CHECK_LINES 4096

struct _FulPerfNames
{
  FulPerfGrowingFile  file;
  FulPerfMaps        *code;    /* instead of libraries, places in @names */
  GPtrArray          *names;
  GStringChunk       *texts;
  guint64             n_bytes; /* that were read, of all files */
};

/**
 * ful_perf_names_new:
 * @path: of the file, which need not exist yet
 */
FulPerfNames *
ful_perf_names_new (const char *path)
{
  FulPerfNames *self = g_new0 (FulPerfNames, 1);

  ful_perf_growing_file_init (&self->file, path);
  self->code = ful_perf_maps_new ();
  self->names = g_ptr_array_new ();
  self->texts = g_string_chunk_new (4096);

  return self;
}

void
ful_perf_names_free (FulPerfNames *self)
{
  ful_perf_growing_file_clear (&self->file);
  ful_perf_maps_unref (self->code);
  g_ptr_array_unref (self->names);
  g_string_chunk_free (self->texts);
  g_free (self);
}

/* @line: ends with a NUL */
static void
add_line (FulPerfNames *self,
          char         *line)
{
  FulPerfMap map = { .lib = (FulLibIndex) self->names->len };
  g_autofree char *name = NULL;
  char *end;

  map.start = g_ascii_strtoull (line, &end, 16);
  if (end == line || *end != ' ')
    return;
  line = end;
  map.end = map.start + g_ascii_strtoull (line, &end, 16);
  if (end == line || *end != ' ' || end[1] == '\0' || map.end < map.start)
    return;

  name = g_utf8_make_valid (end + 1, -1);
  ful_perf_maps_add (self->code, &map);
  g_ptr_array_add (self->names, g_string_chunk_insert (self->texts, name));
}

/* @text: with a NUL after its @n bytes. Returns: bytes of lines that are whole, or too long */
static gsize
add_lines (FulPerfNames *self,
           char         *text,
           gsize         n,
           gboolean      is_complete,
           GCancellable *cancellable)
{
  gsize done = 0;

  for (guint i = 1; done < n; i++)
    {
      char *line = text + done, *end = memchr (line, '\n', n - done);

      if (end == NULL && !is_complete && n - done < MAX_LINE_BYTES)
        break;
      if (end)
        *end = '\0';
      done = end ? (gsize) (end + 1 - text) : n;
      add_line (self, line);
      if (i % CANCEL_CHECK_LINES == 0 && g_cancellable_is_cancelled (cancellable))
        break;
    }

  return done;
}

/**
 * ful_perf_names_read:
 * @is_complete: whether the file does not grow any more, so that its last line is whole without a line feed
 * @cancellable: (nullable)
 *
 * Reads what was appended since the last time, up to 64 MiB of all times together. A file that was replaced is read from
 * its begin; names of the old one hold where it says nothing else.
 *
 * Returns: how many names were added
 */
guint
ful_perf_names_read (FulPerfNames *self,
                     gboolean      is_complete,
                     GCancellable *cancellable)
{
  guint n_before = self->names->len;
  guint64 size, n;
  gboolean is_other;
  int file = ful_perf_growing_file_open (&self->file, &size, &is_other);
  g_autofree char *text = NULL;

  if (file < 0)
    return 0;

  n = MIN (size - self->file.offset, MAX_BYTES - MIN (self->n_bytes, MAX_BYTES));
  text = g_malloc ((gsize) n + 1);
  text[n] = '\0';
  if (n > 0 && ful_plain_file_read_at (file, text, (gsize) n, self->file.offset))
    {
      gsize done = add_lines (self, text, (gsize) n, is_complete, cancellable);

      self->file.offset += done;
      self->n_bytes += done;
    }
  close (file);

  return self->names->len - n_before;
}

/**
 * ful_perf_names_find:
 * @address: in generated code
 *
 * Returns: (nullable) (transfer none): the name, UTF-8; lives as long as @self
 */
const char *
ful_perf_names_find (FulPerfNames *self,
                     guint64       address)
{
  const FulPerfMap *map = ful_perf_maps_find (self->code, address);

  return map ? self->names->pdata[map->lib] : NULL;
}
