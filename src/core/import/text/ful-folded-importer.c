/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Folded stacks: a line for each stack, "root;caller;leaf 12" (formats.md 8.2). */

#include "config.h"

#include "import/ful-import-meta.h"
#include "import/ful-import-samples.h"
#include "import/ful-import-tables.h"
#include "import/ful-importer.h"

#include "base/ful-error.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* A count becomes as many samples, as in the reference, until there are so many; then it becomes a weight. */
#define MAX_SAMPLES 1000000

/* Sums of counts are exact below it. */
#define MAX_COUNT 9007199254740992.0

enum { CATEGORY_JAVA, CATEGORY_NATIVE };

typedef struct
{
  FulImport        *import;
  FulImportTables   tables;
  FulThreadBuilder *thread;
  GHashTable       *frames;       /* text of a frame → frame + 1 */
  double            time;         /* of the next sample: number of those before */
  gboolean          has_weights;
} FoldedReader;

static gboolean
is_number (const char *text,
           gsize       n)
{
  gsize i = n > 1 && text[0] == '-';
  gsize first = i;

  while (i < n && g_ascii_isdigit (text[i]))
    i++;
  if (i == first)
    return FALSE;
  if (i < n && text[i] == '.')
    for (i++; i < n && g_ascii_isdigit (text[i]); )
      i++;

  return i == n;
}

/* Removes the last word of @line if it is a number. */
static gboolean
take_count (const char *line,
            gsize      *n,
            double     *out_count)
{
  gsize end = *n, begin;

  while (end > 0 && g_ascii_isspace (line[end - 1]))
    end--;
  for (begin = end; begin > 0 && !g_ascii_isspace (line[begin - 1]); )
    begin--;
  if (begin <= 1 || !is_number (line + begin, end - begin))
    return FALSE;

  *out_count = g_ascii_strtod (line + begin, NULL);
  *n = begin - 1;

  return TRUE;
}

static FulFrameIndex
get_frame (FoldedReader *self,
           char         *text,
           gsize         n)
{
  gboolean is_java = n > 4 && memcmp (text + n - 4, "_[j]", 4) == 0;
  char after = text[n];
  gpointer known;
  FulFrameIndex frame;
  FulImportFunc func;

  text[n] = '\0';
  known = g_hash_table_lookup (self->frames, text);
  if (known == NULL)
    {
      func = FUL_IMPORT_FUNC (ful_import_tables_string (&self->tables, text, (gssize) (is_java ? n - 4 : n)));
      frame = ful_import_tables_frame (&self->tables,
                                       &FUL_IMPORT_FRAME (ful_import_tables_func (&self->tables, &func),
                                                          is_java ? CATEGORY_JAVA : CATEGORY_NATIVE));
      known = GINT_TO_POINTER (frame + 1);
      g_hash_table_insert (self->frames, g_strdup (text), known);
    }
  text[n] = after;

  return GPOINTER_TO_INT (known) - 1;
}

/* Gives the samples before weights, too. */
static void
add_weights (FoldedReader *self)
{
  FulTableBuilder *samples = &self->thread->samples;

  ful_table_builder_add_column (samples, FUL_SAMPLE_WEIGHT);
  for (guint i = 0; i < samples->n_rows; i++)
    FUL_CELLS (samples, FUL_SAMPLE_WEIGHT, double)[i] = 1;
  self->has_weights = TRUE;
}

static void
add_samples (FoldedReader  *self,
             FulStackIndex  stack,
             double         count)
{
  FulTableBuilder *samples = &self->thread->samples;
  gboolean is_weight = count < 0 || count != floor (count) || samples->n_rows + count > MAX_SAMPLES;
  guint n = is_weight ? 1 : (guint) count;

  if (is_weight && !self->has_weights)
    add_weights (self);
  for (guint i = 0; i < n; i++)
    {
      guint row = ful_import_samples_add (self->thread, self->time + i, stack);

      if (self->has_weights)
        FUL_CELLS (samples, FUL_SAMPLE_WEIGHT, double)[row] = is_weight ? count : 1;
    }
  self->time += fabs (count);
}

static gboolean
read_line (FoldedReader *self,
           char         *line,
           gsize         n)
{
  FulStackIndex stack = FUL_NONE;
  double count = 1, first;
  gsize begin = 0;

  while (n > 0 && g_ascii_isspace (line[n - 1]))
    n--;
  if (n == 0)
    return TRUE;
  if (take_count (line, &n, &count))
    {
      /* Two columns: before and after. */
      if (take_count (line, &n, &first))
        count -= first;
    }
  else if (memchr (line, ';', n) == NULL)
    return FALSE;
  if (count == 0)
    return TRUE;
  if (!(fabs (count) <= MAX_COUNT))
    return FALSE;

  for (gsize i = 0; i <= n; i++)
    if (i == n || line[i] == ';')
      {
        stack = ful_import_tables_stack (&self->tables, stack, get_frame (self, line + begin, i - begin));
        begin = i + 1;
      }
  add_samples (self, stack, count);

  return TRUE;
}

static gboolean
read_lines (FoldedReader   *self,
            FulByteReader  *bytes,
            GError        **error)
{
  guint64 n_lines = 0;
  char *line;
  gsize n;

  for (guint64 offset = 0; (line = ful_byte_reader_next_line (bytes, &n)); offset = ful_byte_reader_get_offset (bytes))
    {
      if (!read_line (self, line, n))
        ful_import_log_add (self->import->builder->log, FUL_SEVERITY_DATA_LOSS, "lines", (gint64) n_lines, (gint64) offset,
                            _("this is no stack with a count; skipped it"));
      n_lines++;
    }
  if (self->thread->samples.n_rows == 0)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_EMPTY,
                   _("None of the %ju lines is a folded stack such as “main;work 12”"), (uintmax_t) n_lines);
      return FALSE;
    }

  return TRUE;
}

/* The first line ends with a count and is neither JSON nor of another text format. */
static gboolean
probe_head (const char *head,
            gsize       n)
{
  const char *end = memchr (head, '\n', n);
  gsize length = end ? (gsize) (end - head) : n;
  gsize begin = 0, rest;
  double count;

  while (begin < length && g_ascii_isspace (head[begin]))
    begin++;
  if (begin == length || strchr ("{[#<", head[begin]) || memchr (head, '\0', length))
    return FALSE;

  while (length > 0 && g_ascii_isspace (head[length - 1]))
    length--;
  rest = length;

  /* "version: 1" begins other formats. */
  return take_count (head, &rest, &count) && head[rest - 1] != ':' && (end || memchr (head, ';', rest));
}

static gboolean
read_bytes (FulImport      *import,
            FulByteReader  *bytes,
            GError        **error)
{
  FoldedReader self = { import };
  FulImportMeta meta;
  gboolean success;

  ful_import_tables_init (&self.tables, import->builder);
  self.frames = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.thread = ful_profile_builder_add_thread (import->builder);
  self.thread->thread->name = g_strdup ("Program");
  self.thread->thread->process_type = g_strdup ("default");
  self.thread->thread->pid = g_strdup ("0");
  self.thread->thread->tid = g_strdup ("0");
  self.thread->thread->tid_is_number = TRUE;

  ful_import_meta_init (&meta, "Flamegraph", N_("Folded stacks"));
  ful_import_meta_add_category (&meta, "Java", "yellow");
  ful_import_meta_add_category (&meta, "Native", "blue");
  ful_import_meta_finish (&meta, import);
  success = read_lines (&self, bytes, error);

  ful_import_tables_clear (&self.tables);
  g_hash_table_unref (self.frames);

  return success;
}

const FulImporter ful_folded_importer = {
  .name = N_("Folded stacks"),
  .kind = FUL_IMPORTER_TEXT,
  .mime_type = "text/x-folded-stacks",
  .suffixes = FUL_IMPORTER_LIST ("folded", "collapsed", "txt"),
  .probe_head = probe_head,
  .read_bytes = read_bytes,
};
