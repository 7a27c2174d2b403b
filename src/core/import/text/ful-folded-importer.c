/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Folded stacks: a line for each stack, "root;caller;leaf 12" (formats.md 8.2). They are totals without times.
 *
 * A file whose lines have two counts each is differential: before and after. Where one line has a single count, a number before
 * it is part of a name; so the lines are kept as text until there is such a line. */

#include "config.h"

#include "base/ful-hash.h"
#include "import/common/ful-import-meta.h"
#include "import/common/ful-import-samples.h"
#include "import/common/ful-import-tables.h"
#include "import/ful-importer.h"
#include "import/text/ful-text-head.h"

#include "base/ful-error.h"
#include "io/bytes/ful-byte-stream.h"
#include "model/ful-sample-type.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* Sums of counts are exact below it. */
#define MAX_COUNT 9007199254740992.0

/* Of a stack that is longer than the head of a file: its frames have 256 bytes on average at most. */
#define LEAST_CALLEES (FUL_HEAD_BYTES / 256)

enum { CATEGORY_JAVA, CATEGORY_NATIVE };

/* Of Austin, whose comments say what it has measured. */
typedef enum
{
  METRIC_NONE,
  METRIC_TIME,
  METRIC_MEMORY,
  METRIC_ALL,       /* time, whether it was idle, memory: "10,0,4096" */
} Metric;

typedef struct
{
  FulImport        *import;
  FulImportTables   tables;
  FulThreadBuilder *thread;
  GHashTable       *frames;       /* text of a frame → frame + 1 */
  GString          *kept;         /* text of lines that may be of a differential file */
  GArray           *lines;        /* Line: those in it */
  gboolean          is_plain;     /* a line has a single count */
  gboolean          is_austin;
  Metric            metric;
} FoldedReader;

/* A line without its end. */
typedef struct
{
  gsize  begin;     /* in the text that is kept */
  gsize  n;
  gint64 row;
  gint64 offset;
} Line;

static gsize
skip_digits (const char *text,
             gsize       i,
             gsize       n)
{
  while (i < n && g_ascii_isdigit (text[i]))
    i++;

  return i;
}

/* Sums of others than small whole numbers may be written with an exponent. */
static gboolean
is_number (const char *text,
           gsize       n)
{
  gsize first = n > 1 && text[0] == '-';
  gsize i = skip_digits (text, first, n);

  if (i == first)
    return FALSE;
  if (i < n && text[i] == '.')
    i = skip_digits (text, i + 1, n);
  if (i < n && (text[i] == 'e' || text[i] == 'E'))
    {
      gsize exponent = i + 1 + (i + 1 < n && strchr ("+-", text[i + 1]));

      i = skip_digits (text, exponent, n);
      if (i == exponent)
        return FALSE;
    }

  return i == n;
}

/* The last word of @line, if something is before it. Returns: where it begins, or 0 */
static gsize
find_last_word (const char *line,
                gsize      *n)
{
  gsize end = *n, begin;

  while (end > 0 && g_ascii_isspace (line[end - 1]))
    end--;
  for (begin = end; begin > 0 && !g_ascii_isspace (line[begin - 1]); )
    begin--;
  *n = end;

  return begin <= 1 ? 0 : begin;
}

/* Removes the last word of @line if it is a number. */
static gboolean
take_count (const char *line,
            gsize      *n,
            double     *out_count)
{
  gsize end = *n;
  gsize begin = find_last_word (line, &end);

  if (begin == 0 || !is_number (line + begin, end - begin))
    return FALSE;

  *out_count = g_ascii_strtod (line + begin, NULL);
  *n = begin - 1;

  return TRUE;
}

/* A line without a count says nothing: it is damaged, or one sample. */
static gboolean
may_be_differential (FoldedReader *self,
                     const char   *line,
                     gsize         n)
{
  double count;

  return take_count (line, &n, &count) ? take_count (line, &n, &count) : self->lines->len > 0;
}

/* "# …" and "// …", also without the blank; but then a stack is a stack: "#<Class:0x10>;work 3". */
static gboolean
is_comment (const char *line,
            gsize       n)
{
  gsize n_sign = n > 0 && line[0] == '#' ? 1 : n > 1 && line[0] == '/' && line[1] == '/' ? 2 : 0;
  double count;

  if (n_sign == 0)
    return FALSE;

  return n == n_sign || g_ascii_isspace (line[n_sign]) || !memchr (line, ';', n) || !take_count (line, &n, &count);
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

/* Microseconds stay as they are, as other readers of folded stacks show them. */
static void
add_type (FoldedReader  *self,
          const char    *name,
          const char    *unit,
          FulWeightType  weight_type,
          gboolean       is_default)
{
  ful_sample_types_add (&self->thread->thread->sample_types, name, unit, weight_type, is_default)->factor = 1;
}

/* Before the first sample. */
static void
add_types (FoldedReader *self)
{
  ful_table_builder_add_column (&self->thread->samples, FUL_SAMPLE_WEIGHT);
  if (self->metric == METRIC_MEMORY)
    self->thread->thread->weight_type = FUL_WEIGHT_TYPE_BYTES;
  if (self->metric == METRIC_TIME || self->metric == METRIC_ALL)
    add_type (self, "time (\302\265s)", "", FUL_WEIGHT_TYPE_SAMPLES, TRUE);
  if (self->metric == METRIC_ALL)
    {
      add_type (self, "busy time (\302\265s)", "", FUL_WEIGHT_TYPE_SAMPLES, FALSE);
      add_type (self, "memory", "bytes", FUL_WEIGHT_TYPE_BYTES, FALSE);
    }
}

static guint
add_sample (FoldedReader *self,
            char         *line,
            gsize         n,
            double        weight)
{
  FulTableBuilder *samples = &self->thread->samples;
  FulStackIndex stack = FUL_NONE;
  gsize begin = 0;
  guint row;

  if (samples->n_rows == 0)
    add_types (self);
  /* Some writers end each frame with a semicolon: "main;work; 5". */
  n -= n > 0 && line[n - 1] == ';';
  for (gsize i = 0; i <= n; i++)
    if (i == n || line[i] == ';')
      {
        stack = ful_import_tables_stack (&self->tables, stack, get_frame (self, line + begin, i - begin));
        begin = i + 1;
      }
  row = ful_import_samples_add (self->thread, 0, stack);
  FUL_CELLS (samples, FUL_SAMPLE_WEIGHT, double)[row] = weight;

  return row;
}

/* A line of Austin with three numbers. */
static gboolean
read_metrics (FoldedReader *self,
              char         *line,
              gsize         n)
{
  gsize begin = find_last_word (line, &n);
  double values[3];
  guint row;

  for (guint i = 0; i < 3; i++)
    {
      gsize n_number = begin == 0 ? 0 : strcspn (line + begin, ", \t\r");

      if (n_number == 0 || !is_number (line + begin, n_number))
        return FALSE;
      values[i] = g_ascii_strtod (line + begin, NULL);
      if (!(fabs (values[i]) <= MAX_COUNT))
        return FALSE;
      if (i == 0)
        n = begin - 1;
      begin += n_number + 1;
    }

  row = add_sample (self, line, n, values[0]);
  ful_import_samples_set_value (self->thread, row, 1, values[1] == 0 ? values[0] : 0);
  ful_import_samples_set_value (self->thread, row, 2, values[2]);

  return TRUE;
}

/* @is_differential: the line has two counts, of before and after */
static gboolean
read_line (FoldedReader *self,
           char         *line,
           gsize         n,
           gboolean      is_differential)
{
  double count = 1, first;

  if (self->metric == METRIC_ALL)
    return read_metrics (self, line, n);
  if (!take_count (line, &n, &count) && memchr (line, ';', n) == NULL)
    return FALSE;
  if (is_differential && take_count (line, &n, &first))
    count -= first;
  if (count == 0)
    return TRUE;
  if (!(fabs (count) <= MAX_COUNT))
    return FALSE;

  add_sample (self, line, n, count);

  return TRUE;
}

static void
read_or_log (FoldedReader *self,
             char         *text,
             const Line   *line,
             gboolean      is_differential)
{
  if (!read_line (self, text, line->n, is_differential))
    ful_import_log_add (self->import->builder->log, FUL_SEVERITY_DATA_LOSS, "lines", line->row, line->offset,
                        _("this is no stack with a count; skipped it"));
}

static void
read_kept (FoldedReader *self,
           gboolean      is_differential)
{
  for (guint i = 0; i < self->lines->len; i++)
    {
      const Line *line = &g_array_index (self->lines, Line, i);

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_is_cancelled (self->import->cancellable))
        break;
      read_or_log (self, self->kept->str + line->begin, line, is_differential);
    }
  g_array_set_size (self->lines, 0);
  g_string_truncate (self->kept, 0);
}

/* Until a line has one count. */
static void
keep_line (FoldedReader *self,
           const char   *text,
           Line          line)
{
  line.begin = self->kept->len;
  g_string_append_len (self->kept, text, (gssize) line.n);
  g_string_append_c (self->kept, '\0');
  g_array_append_val (self->lines, line);
}

/* "# austin: 3.6.0", then "# mode: wall". */
static void
read_comment (FoldedReader *self,
              const char   *line)
{
  static const struct { const char *word; Metric metric; } modes[] = {
    { "# mode: memory", METRIC_MEMORY },
    { "# mode: full", METRIC_ALL },
    { "# mode: ", METRIC_TIME },
  };

  self->is_austin = self->is_austin || g_str_has_prefix (line, "# austin: ");
  for (guint i = 0; i < G_N_ELEMENTS (modes) && self->is_austin && self->metric == METRIC_NONE; i++)
    if (self->thread->samples.n_rows == 0 && g_str_has_prefix (line, modes[i].word))
      self->metric = modes[i].metric;
}

static gboolean
read_lines (FoldedReader   *self,
            FulByteReader  *bytes,
            GError        **error)
{
  Line line = { .offset = (gint64) ful_byte_reader_get_offset (bytes) };
  char *text;

  for (; (text = ful_byte_reader_next_line (bytes, &line.n)); line.row++, line.offset = (gint64) ful_byte_reader_get_offset (bytes))
    {
      char *end = text + line.n;

      while (g_ascii_isspace (*text))
        text++;
      while (end > text && g_ascii_isspace (end[-1]))
        end--;
      *end = '\0';
      line.n = (gsize) (end - text);
      if (line.n == 0)
        continue;
      if (is_comment (text, line.n))
        {
          read_comment (self, text);
          continue;
        }
      if (!self->is_plain && self->metric == METRIC_NONE && may_be_differential (self, text, line.n))
        {
          keep_line (self, text, line);
          continue;
        }
      if (!self->is_plain)
        read_kept (self, FALSE);
      self->is_plain = TRUE;
      read_or_log (self, text, &line, FALSE);
    }
  read_kept (self, TRUE);
  if (self->thread->samples.n_rows == 0)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_EMPTY,
                   _("None of the %ju lines is a folded stack such as “main;work 12”"), (uintmax_t) line.row);
      return FALSE;
    }

  return TRUE;
}

static gboolean
is_named (const char *file_name)
{
  g_autofree char *name = file_name ? g_ascii_strdown (file_name, -1) : NULL;

  return name && (strstr (name, ".folded") || strstr (name, ".collapsed"));
}

/* A count, or the numbers of Austin; not of "x = 3". */
static gboolean
ends_with_count (const char *line,
                 gsize      *n)
{
  gsize end = *n;
  gsize begin = find_last_word (line, &end);

  if (begin == 0 || (begin > 2 && line[begin - 2] == '=' && g_ascii_isspace (line[begin - 3])))
    return FALSE;
  for (gsize i = begin; i < end; )
    {
      gsize n_number = 0;

      while (i + n_number < end && line[i + n_number] != ',')
        n_number++;
      if (!is_number (line + i, n_number))
        return FALSE;
      i += n_number + 1;
    }
  *n = begin - 1;

  return TRUE;
}

/* Characters as in @pattern, where 0 stands for any digit. */
static gboolean
matches (const char *text,
         gsize       n,
         const char *pattern)
{
  gsize i = 0;

  while (i < n && pattern[i] && (pattern[i] == '0' ? g_ascii_isdigit (text[i]) : text[i] == pattern[i]))
    i++;

  return pattern[i] == '\0';
}

/* "name=value" of logs, tables and requests. */
static gboolean
is_assignment (const char *frame,
               gsize       n)
{
  gsize i = 0;

  while (i < n && (g_ascii_isalnum (frame[i]) || frame[i] == '_'))
    i++;

  return i > 0 && i < n && frame[i] == '=' && !(i == strlen ("operator") && g_str_has_prefix (frame, "operator"));
}

/* How many frames follow a semicolon. In comments, tables and sources there is a blank beside it, or nothing; dates begin logs. */
static guint
count_callees (const char *line,
               gsize       n)
{
  guint n_callees = 0;
  gboolean is_first = TRUE;

  if (matches (line, n, "0000-00-00"))
    return 0;
  for (gsize i = 1; i + 1 < n; i++)
    {
      if (is_first && matches (line + i, n - i, "00:00:00"))
        return 0;
      is_first = is_first && line[i] != ';';
      n_callees += line[i] == ';' && !g_ascii_isspace (line[i - 1]) && !g_ascii_isspace (line[i + 1]) &&
                   !is_assignment (line + i + 1, n - i - 1);
    }

  return n_callees;
}

/* A first stack that does not end in the head, by itself: what else has such lines are sources and data in quotes. */
static gboolean
is_long_stack (const char *line,
               gsize       n)
{
  gsize n_signs = 0;

  for (gsize i = 0; i < n; i++)
    n_signs += strchr ("\"=,", line[i]) != NULL;

  return count_callees (line, n) > MAX (4 * n_signs, LEAST_CALLEES);
}

/* At least half of the lines end with a count, and a quarter of these have several frames; a file with the name of such files need not,
 * or has no counts. "version: 1" begins other formats, "<?" and "<!" begin XML. */
static gboolean
probe_head (const char *head,
            gsize       n,
            const char *file_name)
{
  guint n_lines = 0, n_counted = 0, n_stacks = 0, n_uncounted_stacks = 0;
  gboolean has_name = is_named (file_name);
  FulTextHead lines;
  const char *line;
  gsize length;

  if (!ful_text_head_init (&lines, head, n))
    return FALSE;

  while (ful_text_head_next (&lines, &line, &length))
    {
      if (length == 0 || is_comment (line, length))
        continue;
      if (n_lines++ == 0 && (ful_text_begins_json (line, length) || (line[0] == '<' && strchr ("?!", line[1]))))
        return FALSE;
      if (!ends_with_count (line, &length))
        n_uncounted_stacks += has_name && count_callees (line, length) > 0;
      else if (line[length - 1] != ':')
        {
          n_counted++;
          n_stacks += count_callees (line, length) > 0;
        }
    }

  /* A first line that goes on, or comments alone. */
  if (n_lines == 0 && n >= FUL_HEAD_BYTES)
    return has_name || (!ful_text_begins_json (lines.p, (gsize) (lines.end - lines.p)) &&
                        is_long_stack (lines.p, (gsize) (lines.end - lines.p)));
  if (n_counted == 0)
    return 2 * n_uncounted_stacks > n_lines;

  return 2 * n_counted >= n_lines && (4 * n_stacks >= n_counted || has_name);
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
  self.frames = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);
  self.kept = g_string_new (NULL);
  self.lines = g_array_new (FALSE, FALSE, sizeof (Line));
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
  g_string_free (self.kept, TRUE);
  g_array_unref (self.lines);

  return success;
}

const FulImporter ful_folded_importer = {
  .name = N_("Folded stacks"),
  .kind = FUL_IMPORTER_TEXT,
  .mime_type = "text/x-folded-stacks",
  .suffixes = FUL_IMPORTER_LIST ("folded", "collapsed", "austin", "txt"),
  .probe_head = probe_head,
  .read_bytes = read_bytes,
};
