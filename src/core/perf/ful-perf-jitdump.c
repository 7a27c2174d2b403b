/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Jitdump files (tools/perf/Documentation/jitdump-specification.txt of Linux), of the byte order of this machine: a header,
 * then records in order of time, of which loads and moves of code count. Lines of sources and unwind information are
 * skipped. A record whose end is not written yet is left for the next time. */

#include "config.h"

#include "ful-perf-jitdump.h"

#include "ful-perf-growing-file.h"
#include "ful-perf-maps.h"

#include "base/ful-cursor.h"
#include "base/ful-plain-file.h"

#include <string.h>
#include <unistd.h>

#define MAGIC 0x4a695444
#define VERSION 1
#define HEADER_BYTES 40
#define MAX_HEADER_BYTES 65536
#define RECORD_BYTES 16

/* Larger records are skipped. */
#define MAX_RECORD_BYTES (16u << 20)

/* Of names and code; from half of it on of names alone. */
#define MAX_KEPT_BYTES (128u << 20)
#define MAX_CODES (4u << 20)

enum { RECORD_LOAD = 0, RECORD_MOVE = 1 };

struct _FulPerfJitdump
{
  FulPerfGrowingFile  file;
  gboolean            is_damaged;   /* nothing is read until another file takes its place */
  GArray             *codes;        /* FulPerfJitCode */
  FulPerfMaps        *places;       /* instead of libraries, places in @codes */
  gsize               n_kept;       /* bytes of code and names */
};

static void
clear_code (gpointer data)
{
  FulPerfJitCode *code = data;

  g_free (code->name);
  g_clear_pointer (&code->bytes, g_bytes_unref);
}

/**
 * ful_perf_jitdump_is_path:
 * @path: of a map
 *
 * Returns: whether runtimes map such a file, executable, to say where they dump
 */
gboolean
ful_perf_jitdump_is_path (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash && g_str_has_prefix (slash, "/jit-") && g_str_has_suffix (slash, ".dump");
}

/**
 * ful_perf_jitdump_new:
 * @path: of the file, which need not exist yet
 */
FulPerfJitdump *
ful_perf_jitdump_new (const char *path)
{
  FulPerfJitdump *self = g_new0 (FulPerfJitdump, 1);

  ful_perf_growing_file_init (&self->file, path);
  self->codes = g_array_new (FALSE, FALSE, sizeof (FulPerfJitCode));
  g_array_set_clear_func (self->codes, clear_code);
  self->places = ful_perf_maps_new ();

  return self;
}

void
ful_perf_jitdump_free (FulPerfJitdump *self)
{
  ful_perf_growing_file_clear (&self->file);
  g_array_unref (self->codes);
  ful_perf_maps_unref (self->places);
  g_free (self);
}

static FulCursor
make_cursor (gconstpointer bytes,
             gsize         n)
{
  return (FulCursor) { bytes, n, G_BYTE_ORDER == G_BIG_ENDIAN, FALSE };
}

/* Returns: whether it is a header, which is read now */
static gboolean
read_header (FulPerfJitdump *self,
             int             file,
             guint64         size)
{
  guint8 bytes[HEADER_BYTES];
  FulCursor header = make_cursor (bytes, sizeof bytes);
  guint32 magic, version, n;

  if (size < sizeof bytes || !ful_plain_file_read_at (file, bytes, sizeof bytes, 0))
    return FALSE;

  magic = ful_cursor_u32 (&header);
  version = ful_cursor_u32 (&header);
  n = ful_cursor_u32 (&header);
  self->is_damaged = magic != MAGIC || version != VERSION || n < sizeof bytes || n > MAX_HEADER_BYTES;
  if (self->is_damaged || n > size)
    return FALSE;
  self->file.offset = n;

  return TRUE;
}

/* @code: (transfer full) */
static void
add_code (FulPerfJitdump       *self,
          const FulPerfJitCode *code)
{
  FulPerfMap map = { code->address, code->address + code->size, 0, (FulLibIndex) self->codes->len };

  ful_perf_maps_add (self->places, &map);
  g_array_append_vals (self->codes, code, 1);
}

static void
read_load (FulPerfJitdump *self,
           guint64         time,
           FulCursor       body)
{
  FulPerfJitCode code = { .time = time };
  const guint8 *bytes;

  ful_cursor_skip (&body, 16);
  code.address = ful_cursor_u64 (&body);
  code.size = ful_cursor_u64 (&body);
  ful_cursor_skip (&body, 8);
  code.name = ful_cursor_dup_text (&body);
  bytes = ful_cursor_skip (&body, code.size);
  if (bytes == NULL || self->codes->len >= MAX_CODES || self->n_kept > MAX_KEPT_BYTES)
    {
      g_free (code.name);
      return;
    }
  self->n_kept += strlen (code.name);
  if (self->n_kept < MAX_KEPT_BYTES / 2)
    {
      code.bytes = g_bytes_new (bytes, (gsize) code.size);
      self->n_kept += (gsize) code.size;
    }
  add_code (self, &code);
}

static void
read_move (FulPerfJitdump *self,
           guint64         time,
           FulCursor       body)
{
  const FulPerfJitCode *old;
  guint64 from, to, offset;
  FulPerfJitCode code;

  ful_cursor_skip (&body, 16);
  from = ful_cursor_u64 (&body);
  to = ful_cursor_u64 (&body);
  old = body.failed ? NULL : ful_perf_jitdump_find (self, from, &offset);
  if (old == NULL || offset != 0 || self->codes->len >= MAX_CODES || self->n_kept > MAX_KEPT_BYTES)
    return;

  code = (FulPerfJitCode) { to, old->size, time, g_strdup (old->name), old->bytes ? g_bytes_ref (old->bytes) : NULL };
  self->n_kept += strlen (code.name);
  add_code (self, &code);
}

/* Returns: whether there is a whole record up to @until, which is read now */
static gboolean
read_record (FulPerfJitdump *self,
             int             file,
             guint64         file_size,
             guint64         until)
{
  guint64 left = file_size - self->file.offset, time;
  g_autofree guint8 *bytes = NULL;
  guint8 head[RECORD_BYTES];
  FulCursor record = make_cursor (head, sizeof head);
  guint32 type, size;

  if (left < sizeof head || !ful_plain_file_read_at (file, head, sizeof head, self->file.offset))
    return FALSE;

  type = ful_cursor_u32 (&record);
  size = ful_cursor_u32 (&record);
  time = ful_cursor_u64 (&record);
  self->is_damaged = size < sizeof head;
  if (self->is_damaged || size > left || time > until)
    return FALSE;

  if (size <= MAX_RECORD_BYTES && (type == RECORD_LOAD || type == RECORD_MOVE))
    {
      bytes = g_malloc (size);
      if (!ful_plain_file_read_at (file, bytes, size, self->file.offset))
        return FALSE;
      record = make_cursor (bytes + sizeof head, size - sizeof head);
      if (type == RECORD_LOAD)
        read_load (self, time, record);
      else
        read_move (self, time, record);
    }
  self->file.offset += size;

  return TRUE;
}

/**
 * ful_perf_jitdump_read:
 * @until: ns; later records are left for the next time. What is found then is what was at that time
 *
 * Reads what was appended since the last time. A file that was replaced is read from its begin, and what was read of the
 * old one stays. Damage ends the file.
 *
 * Returns: how many pieces of code were added
 */
guint
ful_perf_jitdump_read (FulPerfJitdump *self,
                       guint64         until)
{
  guint n_before = self->codes->len;
  gboolean is_other;
  guint64 size;
  int file = ful_perf_growing_file_open (&self->file, &size, &is_other);

  if (file < 0)
    return 0;

  if (is_other || self->file.offset == 0)
    self->is_damaged = FALSE;
  if (!self->is_damaged && (self->file.offset > 0 || read_header (self, file, size)))
    while (read_record (self, file, size, until));
  close (file);

  return self->codes->len - n_before;
}

/**
 * ful_perf_jitdump_find:
 * @address: in generated code
 * @out_offset: (out): of @address in the code
 *
 * Returns: (nullable) (transfer none): the code, valid until more is read
 */
const FulPerfJitCode *
ful_perf_jitdump_find (FulPerfJitdump *self,
                       guint64         address,
                       guint64        *out_offset)
{
  const FulPerfMap *map = ful_perf_maps_find (self->places, address);

  if (map == NULL)
    return NULL;
  *out_offset = address - map->start + map->offset;

  return &g_array_index (self->codes, FulPerfJitCode, map->lib);
}
