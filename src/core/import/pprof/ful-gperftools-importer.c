/* SPDX-License-Identifier: GPL-3.0-or-later */

/* CPU profiles of gperftools (formats.md 20): words of the machine that wrote them, then the text of its /proc/PID/maps. What the
 * addresses belong to is known at the end, so that the stacks are kept until then. */

#include "config.h"

#include "import/common/ful-import-libs.h"
#include "import/common/ful-import-meta.h"
#include "import/common/ful-import-samples.h"
#include "import/common/ful-import-tables.h"
#include "import/ful-importer.h"
#include "import/perf/ful-perf-libs.h"

#include "base/ful-bisect.h"
#include "base/ful-error.h"
#include "model/ful-import-log.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <stdint.h>
#include <string.h>

/* Words of the header: 0, how many follow these two, version, period, padding. */
#define HEADER_WORDS 5

/* Deeper stacks are no stacks: gperftools writes at most 254 calls. */
#define MAX_DEPTH 100000

typedef struct
{
  guint    size;         /* of a word in bytes */
  gboolean big_endian;
} Format;

typedef struct
{
  guint64 count;
  guint   n;             /* addresses, innermost first */
} Stack;

typedef struct
{
  guint64  start, end, offset;
  char    *path;
} Mapping;

typedef struct
{
  FulImport       *import;
  FulByteReader   *bytes;
  FulImportTables  tables;
  FulPerfLibs      libs;
  char            *program;    /* (nullable): name of the first file that is mapped */
  Format           format;
  double           period;     /* µs */
  GArray          *stacks;     /* Stack */
  GArray          *addresses;  /* guint64, of all of them */
  GArray          *mappings;   /* Mapping, by address */
} GperfReader;

static guint64
get_word (Format        format,
          const guint8 *p)
{
  guint64 word = 0;

  for (guint i = 0; i < format.size; i++)
    word |= (guint64) p[i] << 8 * (format.big_endian ? format.size - 1 - i : i);

  return word;
}

/* @out: (out): the format, by the header. Returns: whether it is one */
static gboolean
read_header (const guint8 *head,
             gsize         n,
             Format       *out,
             guint64      *out_period)
{
  static const Format formats[] = { { 8, FALSE }, { 8, TRUE }, { 4, FALSE }, { 4, TRUE } };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      guint size = formats[i].size;

      if (n < (HEADER_WORDS + 2) * size || get_word (formats[i], head) != 0 || get_word (formats[i], head + size) != HEADER_WORDS - 2 ||
          get_word (formats[i], head + 2 * size) != 0)
        continue;
      *out = formats[i];
      *out_period = get_word (formats[i], head + 3 * size);
      return *out_period > 0 && *out_period < G_MAXINT32;
    }

  return FALSE;
}

/* Returns: whether there is a word */
static gboolean
take_word (GperfReader *self,
           guint64     *out)
{
  gsize n;
  const guint8 *p = ful_byte_reader_peek (self->bytes, self->format.size, &n);

  if (n < self->format.size)
    return FALSE;

  *out = get_word (self->format, p);
  ful_byte_reader_take (self->bytes, n);

  return TRUE;
}

/* Stacks up to the one that ends them: count 0, one address, which is 0. */
static void
read_stacks (GperfReader *self)
{
  guint64 count, n, address;

  for (guint row = 0; ; row++)
    {
      Stack stack;

      if (row % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_is_cancelled (self->import->cancellable))
        return;
      if (!take_word (self, &count) || !take_word (self, &n))
        break;
      if (n == 0 || n > MAX_DEPTH)
        {
          ful_import_log_add (self->import->builder->log, FUL_SEVERITY_DATA_LOSS, "stacks", row,
                              (gint64) ful_byte_reader_get_offset (self->bytes), _("a stack of %ju calls; left out the rest of the file"), (uintmax_t) n);
          return;
        }
      stack = (Stack) { count, (guint) n };
      for (guint i = 0; i < n && take_word (self, &address); i++)
        g_array_append_val (self->addresses, address);
      if (count == 0 && n == 1 && self->addresses->len > 0 && g_array_index (self->addresses, guint64, self->addresses->len - 1) == 0)
        {
          g_array_set_size (self->addresses, self->addresses->len - 1);
          return;
        }
      g_array_append_val (self->stacks, stack);
    }
  ful_import_log_add (self->import->builder->log, FUL_SEVERITY_DATA_LOSS, "file", -1, (gint64) ful_byte_reader_get_offset (self->bytes),
                      _("the file is truncated here"));
}

static int
compare_mappings (gconstpointer a,
                  gconstpointer b)
{
  const Mapping *x = a, *y = b;

  return (x->start > y->start) - (x->start < y->start);
}

static void
clear_mapping (gpointer data)
{
  g_free (((Mapping *) data)->path);
}

/* "55bddc188000-55bddc189000 r-xp 00001000 08:01 1234  /usr/bin/server" */
static void
read_mapping (GperfReader *self,
              const char  *line)
{
  Mapping mapping;
  const char *path;
  char *end;

  mapping.start = g_ascii_strtoull (line, &end, 16);
  if (*end != '-')
    return;
  mapping.end = g_ascii_strtoull (end + 1, &end, 16);
  if (strlen (end) < 7 || end[0] != ' ' || end[3] != 'x' || mapping.end <= mapping.start)
    return;
  mapping.offset = g_ascii_strtoull (end + 5, &end, 16);
  for (guint i = 0; i < 2; i++)    /* device, inode */
    end += strspn (end, " "), end += strcspn (end, " ");
  path = end + strspn (end, " ");
  if (*path == '\0')
    return;

  if (self->program == NULL)
    self->program = g_path_get_basename (path);
  mapping.path = g_strdup (path);
  g_array_append_val (self->mappings, mapping);
}

static void
read_mappings (GperfReader *self)
{
  char *line;

  for (guint row = 0; (line = ful_byte_reader_next_line (self->bytes, NULL)); row++)
    if (row % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_is_cancelled (self->import->cancellable))
      return;
    else if (g_utf8_validate (line, -1, NULL))
      read_mapping (self, line);
  g_array_sort (self->mappings, compare_mappings);
}

static FulFrameIndex
add_frame (GperfReader *self,
           guint64      address)
{
  const Mapping *mappings = (const Mapping *) self->mappings->data;
  guint next = FUL_BISECT (0, self->mappings->len, i, mappings[i].start > address);
  FulImportFrame frame = FUL_IMPORT_FRAME (FUL_NONE, 0);

  if (next > 0 && address < mappings[next - 1].end)
    frame.lib = ful_perf_libs_get (&self->libs, mappings[next - 1].path);
  if (frame.lib != FUL_NONE)
    address = ful_perf_libs_get_address (&self->libs, frame.lib, address - mappings[next - 1].start + mappings[next - 1].offset);
  frame.address = address <= G_MAXINT64 ? (gint64) address : FUL_NONE;
  frame.func = ful_import_lib_add_func (&self->tables, frame.lib, address);

  return ful_import_tables_frame (&self->tables, &frame);
}

static void
add_samples (GperfReader *self)
{
  FulThreadBuilder *thread = ful_profile_builder_add_thread (self->import->builder);
  const guint64 *address = (const guint64 *) self->addresses->data;
  gsize first = 0;

  thread->thread->name = g_strdup (self->program ? self->program : "gperftools");
  thread->thread->process_type = g_strdup ("default");
  thread->thread->pid = g_strdup ("0");
  thread->thread->tid = g_strdup ("0");
  thread->thread->tid_is_number = TRUE;
  ful_import_samples_add_type (thread, "samples", "count", FALSE);
  ful_import_samples_add_type (thread, "cpu", "microseconds", TRUE);

  for (guint i = 0; i < self->stacks->len; i++)
    {
      const Stack *of = &g_array_index (self->stacks, Stack, i);
      gsize n = MIN (of->n, self->addresses->len - first);
      FulStackIndex stack = FUL_NONE;
      guint row;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_is_cancelled (self->import->cancellable))
        return;
      /* Callers are return addresses. */
      for (gsize c = n; c-- > 0; )
        stack = ful_import_tables_stack (&self->tables, stack, add_frame (self, address[first + c] - (c > 0 && address[first + c] > 0)));
      first += n;
      row = ful_import_samples_add (thread, 0, stack);
      ful_import_samples_set_value (thread, row, 0, (double) of->count);
      ful_import_samples_set_value (thread, row, 1, (double) of->count * self->period);
    }
}

static gboolean
read_bytes (FulImport      *import,
            FulByteReader  *bytes,
            GError        **error)
{
  GperfReader self = { .import = import, .bytes = bytes };
  FulImportMeta meta;
  guint64 period;
  gsize n;
  const guint8 *head = ful_byte_reader_peek (bytes, 8 * (HEADER_WORDS + 2), &n);

  if (!read_header (head, n, &self.format, &period))
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The header of this CPU profile of gperftools is damaged"));
      return FALSE;
    }
  ful_byte_reader_take (bytes, HEADER_WORDS * self.format.size);
  self.period = (double) period;
  self.stacks = g_array_new (FALSE, FALSE, sizeof (Stack));
  self.addresses = g_array_new (FALSE, FALSE, sizeof (guint64));
  self.mappings = g_array_new (FALSE, FALSE, sizeof (Mapping));
  g_array_set_clear_func (self.mappings, clear_mapping);
  ful_import_tables_init (&self.tables, import->builder);
  ful_perf_libs_init (&self.libs, import->builder);

  read_stacks (&self);
  read_mappings (&self);
  add_samples (&self);
  n = self.stacks->len;
  ful_import_meta_init (&meta, "gperftools", "gperftools");
  ful_import_meta_set_interval (&meta, self.period / 1000);
  ful_import_meta_add_category (&meta, "Other", "grey");
  ful_import_meta_finish (&meta, import);

  ful_perf_libs_finish (&self.libs);
  ful_perf_libs_clear (&self.libs);
  ful_import_tables_clear (&self.tables);
  g_free (self.program);
  g_array_unref (self.stacks);
  g_array_unref (self.addresses);
  g_array_unref (self.mappings);
  if (n == 0)
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_EMPTY, _("This CPU profile of gperftools has no samples"));

  return n > 0;
}

static gboolean
probe_head (const char *head,
            gsize       n,
            const char *file_name G_GNUC_UNUSED)
{
  Format format;
  guint64 period;

  return read_header ((const guint8 *) head, n, &format, &period);
}

const FulImporter ful_gperftools_importer = {
  .name = N_("CPU profile of gperftools"),
  .kind = FUL_IMPORTER_BINARY,
  .mime_type = "application/x-pprof",
  .suffixes = FUL_IMPORTER_LIST ("prof"),
  .probe_head = probe_head,
  .read_bytes = read_bytes,
};
