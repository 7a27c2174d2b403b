/* SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON of stackprof, the sampler of Ruby (formats.md 21): functions by number, and a list of stacks, each with how many samples
 * followed each other in it. */

#include "config.h"

#include "base/ful-hash.h"
#include "import/common/ful-import-meta.h"
#include "import/common/ful-import-samples.h"
#include "import/common/ful-import-tables.h"
#include "import/ful-importer.h"

#include "base/ful-error.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-import-log.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>

enum { CATEGORY_RUBY, CATEGORY_NATIVE, CATEGORY_GC };

typedef struct
{
  FulImport        *import;
  FulImportTables   tables;
  GHashTable       *frames;       /* gint64: number of a function → frame + 1 */
  FulThreadBuilder *thread;
  FulRawColumn     *times;        /* (nullable): µs, of each sample */
  FulRawColumn     *deltas;       /* (nullable): likewise, since the one before */
  guint             n_samples;    /* so far, as the file counts them */
  double            time;         /* ms, of the next one */
  double            interval;     /* ms */
} StackprofReader;

static gboolean
probe_tree (FulRawTree       *tree G_GNUC_UNUSED,
            const FulRawNode *root)
{
  return ful_raw_is (ful_raw_get (root, "frames"), FUL_RAW_OBJECT) && ful_raw_get_string (root, "mode") &&
         ful_raw_get (root, "interval") && ful_raw_is (ful_raw_get (root, "samples"), FUL_RAW_NUMBER);
}

static FulCategoryIndex
categorize (const char *name,
            const char *file)
{
  static const char *const collecting[] = { "(garbage collection)", "(marking)", "(sweeping)" };

  for (guint i = 0; i < G_N_ELEMENTS (collecting); i++)
    if (g_str_equal (name, collecting[i]))
      return CATEGORY_GC;

  return g_strcmp0 (file, "<cfunc>") == 0 ? CATEGORY_NATIVE : CATEGORY_RUBY;
}

static void
read_frames (StackprofReader  *self,
             const FulRawNode *frames)
{
  guint row = 0;

  for (const FulRawMember *member = frames->members; member; member = member->next, row++)
    {
      const char *name = ful_raw_get_string (member->value, "name");
      const char *file = ful_raw_get_string (member->value, "file");
      double line = ful_raw_get_number (member->value, "line");
      FulImportFunc func = FUL_IMPORT_FUNC (ful_import_tables_string (&self->tables, name ? name : "<unknown>", -1));
      gint64 *number = g_new (gint64, 1);
      FulFrameIndex frame;

      if (row % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_is_cancelled (self->import->cancellable))
        {
          g_free (number);
          return;
        }
      if (file && *file && *file != '<')
        func.source = ful_import_tables_source (&self->tables, file);
      func.line = line >= 1 && line < G_MAXINT32 ? (gint32) line : FUL_NONE;
      frame = ful_import_tables_frame (&self->tables, &FUL_IMPORT_FRAME (ful_import_tables_func (&self->tables, &func),
                                                                         categorize (name ? name : "", file)));
      if (!ful_raw_is (member->value, FUL_RAW_OBJECT))
        ful_import_log_add (self->import->builder->log, FUL_SEVERITY_ERROR, "frames", row, -1,
                            _("frame is no object; named it “<unknown>”"));
      *number = g_ascii_strtoll (member->key, NULL, 10);
      g_hash_table_insert (self->frames, number, GINT_TO_POINTER (frame + 1));
    }
}

/* Root first. */
static FulStackIndex
read_stack (StackprofReader    *self,
            const FulRawColumn *raw,
            guint               begin,
            guint               end)
{
  FulStackIndex stack = FUL_NONE;

  for (guint i = begin; i < end; i++)
    {
      double number = ful_raw_column_number (raw, i);
      gint64 key = fabs (number) < 9e18 ? (gint64) number : -1;
      gpointer frame = g_hash_table_lookup (self->frames, &key);

      if (frame)
        stack = ful_import_tables_stack (&self->tables, stack, GPOINTER_TO_INT (frame) - 1);
      else
        ful_import_log_add (self->import->builder->log, FUL_SEVERITY_ERROR, "raw", i, -1, _("frame out of range; left it out"));
    }

  return stack;
}

/* The time of the next sample; that it is known. */
static gboolean
move_on (StackprofReader *self)
{
  guint i = self->n_samples;
  double time = self->times && i < self->times->n ? ful_raw_column_number (self->times, i) / 1000 : NAN;
  double delta = self->deltas && i < self->deltas->n ? ful_raw_column_number (self->deltas, i) / 1000 : NAN;

  if (isfinite (time))
    self->time = time;
  else if (isfinite (delta))
    self->time += delta;
  else
    return FALSE;

  self->n_samples++;

  return TRUE;
}

static void
add_sample (StackprofReader *self,
            FulStackIndex    stack,
            double           weight)
{
  guint row = ful_import_samples_add (self->thread, self->time, stack);

  FUL_CELLS (&self->thread->samples, FUL_SAMPLE_WEIGHT, double)[row] = weight;
}

/* Samples without times of their own are one, of as many. */
static void
add_samples (StackprofReader *self,
             FulStackIndex    stack,
             double           n)
{
  double i;

  for (i = 0; i < n && move_on (self); i++)
    add_sample (self, stack, 1);
  if (i < n)
    {
      add_sample (self, stack, n - i);
      self->time += (n - i) * self->interval;
      self->n_samples = (guint) MIN (self->n_samples + (n - i), G_MAXINT32);
    }
}

/* How many frames, their numbers, how many samples; again and again. */
static void
read_raw (StackprofReader    *self,
          const FulRawColumn *raw)
{
  guint i = 0;

  for (guint row = 0; i < raw->n; row++)
    {
      double n = ful_raw_column_number (raw, i);
      double n_samples;

      if (row % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_is_cancelled (self->import->cancellable))
        return;
      if (!(n >= 0 && n == floor (n) && n < raw->n - i - 1))
        break;
      n_samples = ful_raw_column_number (raw, i + 1 + (guint) n);
      if (!(n_samples >= 1 && n_samples <= G_MAXINT32))
        break;
      add_samples (self, read_stack (self, raw, i + 1, i + 1 + (guint) n), n_samples);
      i += 2 + (guint) n;
    }
  if (i < raw->n)
    ful_import_log_add (self->import->builder->log, FUL_SEVERITY_DATA_LOSS, "raw", i, -1,
                        _("this is no number of frames or samples; left out the rest"));
}

static void
read_meta (StackprofReader *self,
           const char      *mode)
{
  FulImportMeta meta;

  ful_import_meta_init (&meta, "Ruby", "stackprof");
  if (!g_str_equal (mode, "object"))
    ful_import_meta_set_interval (&meta, self->interval);
  ful_import_meta_add_category (&meta, "Ruby", "purple");
  ful_import_meta_add_category (&meta, "Native", "blue");
  ful_import_meta_add_category (&meta, "GC / CC", "orange");
  ful_import_meta_finish (&meta, self->import);
}

static gboolean
read_tree (FulImport   *import,
           FulRawTree  *tree G_GNUC_UNUSED,
           FulRawNode  *root,
           GError     **error)
{
  StackprofReader self = { .import = import };
  FulRawColumn *raw = ful_raw_get_column (root, "raw");
  double interval = ful_raw_get_number (root, "interval");

  if (raw == NULL || raw->n == 0)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_EMPTY,
                           _("This profile of stackprof has no stacks: record with “raw: true”"));
      return FALSE;
    }
  self.thread = ful_profile_builder_add_thread (import->builder);
  self.thread->thread->name = g_strdup ("Ruby");
  self.thread->thread->process_type = g_strdup ("default");
  self.thread->thread->pid = g_strdup ("0");
  self.thread->thread->tid = g_strdup ("0");
  self.thread->thread->tid_is_number = TRUE;
  ful_table_builder_add_column (&self.thread->samples, FUL_SAMPLE_WEIGHT);
  self.times = ful_raw_get_column (root, "raw_sample_timestamps");
  self.deltas = ful_raw_get_column (root, "raw_timestamp_deltas");
  self.interval = interval > 0 && interval < 1e9 ? interval / 1000 : 1;
  ful_import_tables_init (&self.tables, import->builder);
  self.frames = g_hash_table_new_full (ful_hash_int64, g_int64_equal, g_free, NULL);

  read_frames (&self, ful_raw_get (root, "frames"));
  read_raw (&self, raw);
  ful_import_samples_sort (self.thread);
  read_meta (&self, ful_raw_get_string (root, "mode"));

  ful_import_tables_clear (&self.tables);
  g_hash_table_unref (self.frames);
  if (g_cancellable_set_error_if_cancelled (import->cancellable, error))
    return FALSE;
  if (self.thread->samples.n_rows == 0)
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_EMPTY, _("This profile of stackprof has no samples"));

  return self.thread->samples.n_rows > 0;
}

const FulImporter ful_stackprof_importer = {
  .name = N_("stackprof"),
  .mime_type = "application/x-stackprof+json",
  .suffixes = FUL_IMPORTER_LIST ("stackprof.json"),
  .probe_tree = probe_tree,
  .read_tree = read_tree,
};
