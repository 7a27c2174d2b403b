/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Profiles of speedscope, which many other tools write as well (formats.md 10). */

#include "config.h"

#include "base/ful-error.h"
#include "import/common/ful-import-meta.h"
#include "import/common/ful-import-samples.h"
#include "import/common/ful-import-tables.h"
#include "import/ful-importer.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-import-log.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define CANCEL_CHECK_EVENTS 1024

/* All of the file. */
typedef struct
{
  FulImport       *import;
  FulRawTree      *tree;
  FulImportTables  tables;
  GArray          *frames;      /* FulFrameIndex, one for each frame of the file */
  guint            n_bytes;     /* profiles whose unit is bytes */
} SpeedscopeReader;

/* One of its profiles. */
typedef struct
{
  SpeedscopeReader *reader;
  FulThreadBuilder *thread;
  char             *where;
  double            start;      /* in the unit of the profile, as @value */
  double            value;      /* reached so far */
  double            factor;     /* to ms, or bytes */
  GArray           *open;       /* FulStackIndex: those of the open frames, innermost last */
  GArray           *open_frames;   /* gint32: their numbers in the file */
} ProfileReader;

static void
read_frames (SpeedscopeReader *self,
             FulRawNode       *frames)
{
  guint n = ful_raw_length (frames);

  for (guint i = 0; i < n; i++)
    {
      FulRawNode *node = ful_raw_element (self->tree, frames, i);
      const char *name = ful_raw_get_string (node, "name");
      const char *file = ful_raw_get_string (node, "file");
      double line = ful_raw_get_number (node, "line");
      double column = ful_raw_get_number (node, "col");
      FulImportFunc func = FUL_IMPORT_FUNC (ful_import_tables_string (&self->tables, name ? name : "<unknown>", -1));
      FulImportFrame frame;
      FulFrameIndex row;

      if (name == NULL)
        ful_import_log_add (self->import->builder->log, FUL_SEVERITY_ERROR, "shared.frames", i, -1,
                            _("a frame has no name; named it “<unknown>”"));
      if (file && *file)
        func.source = ful_import_tables_source (&self->tables, file);
      frame = FUL_IMPORT_FRAME (ful_import_tables_func (&self->tables, &func), 0);
      /* The line that ran in files of some tools, that of the definition in others: so it is not of the function. */
      frame.line = line >= 1 && line < G_MAXINT32 ? (gint32) line : FUL_NONE;
      frame.column = column >= 1 && column < G_MAXINT32 ? (gint32) column : FUL_NONE;
      row = ful_import_tables_frame (&self->tables, &frame);
      g_array_append_val (self->frames, row);
    }
}

static void
log_flaw (ProfileReader *self,
          FulSeverity    severity,
          guint          row,
          const char    *message)
{
  ful_import_log_add (self->reader->import->builder->log, severity, self->where, row, -1, "%s", message);
}

/* Returns: FUL_NONE for a number that is not one of a frame */
static FulFrameIndex
get_frame (ProfileReader *self,
           double         number)
{
  GArray *frames = self->reader->frames;

  return number >= 0 && number < frames->len ? g_array_index (frames, FulFrameIndex, (guint) number) : FUL_NONE;
}

/* A sample from the value that is reached, which moves on. */
static void
add_sample (ProfileReader *self,
            FulStackIndex  stack,
            double         weight)
{
  guint row = ful_import_samples_add (self->thread, (self->value - self->start) * self->factor, stack);

  FUL_CELLS (&self->thread->samples, FUL_SAMPLE_WEIGHT, double)[row] = weight * self->factor;
  self->value += weight;
}

/* Root first. */
static FulStackIndex
read_stack (ProfileReader    *self,
            const FulRawNode *samples,
            guint             row)
{
  guint begin, end;
  FulRawColumn *numbers = ful_raw_get_list (samples, row, &begin, &end);
  FulStackIndex stack = FUL_NONE;

  for (guint i = begin; i < end; i++)
    {
      FulFrameIndex frame = get_frame (self, ful_raw_column_number (numbers, i));

      if (frame == FUL_NONE)
        log_flaw (self, FUL_SEVERITY_ERROR, row, _("frame out of range; left it out"));
      else
        stack = ful_import_tables_stack (&self->reader->tables, stack, frame);
    }

  return stack;
}

static void
read_sampled (ProfileReader *self,
              FulRawNode    *profile)
{
  FulRawNode *samples = ful_raw_get (profile, "samples");
  FulRawColumn *weights = ful_raw_get_column (profile, "weights");
  guint n = ful_raw_length (samples);

  if (n > 0 && !ful_raw_is (samples, FUL_RAW_LISTS))
    log_flaw (self, FUL_SEVERITY_DATA_LOSS, 0, _("samples are not lists of frames; left those out"));
  for (guint i = 0; i < n && !g_cancellable_is_cancelled (self->reader->import->cancellable); i++)
    {
      double weight = weights && i < weights->n ? ful_raw_column_number (weights, i) : NAN;

      if (!isfinite (weight))
        {
          log_flaw (self, FUL_SEVERITY_ERROR, i, _("sample without weight; used 1"));
          weight = 1;
        }
      add_sample (self, read_stack (self, samples, i), weight);
    }
  if (samples)
    ful_raw_release (samples);
}

/* The stretch before @at has the stack that is open. */
static void
advance (ProfileReader *self,
         double         at)
{
  if (at > self->value && self->open->len > 0)
    add_sample (self, g_array_index (self->open, FulStackIndex, self->open->len - 1), at - self->value);
  self->value = at;
}

static void
open_frame (ProfileReader *self,
            gint32         number,
            FulFrameIndex  frame)
{
  FulStackIndex prefix = self->open->len > 0 ? g_array_index (self->open, FulStackIndex, self->open->len - 1) : FUL_NONE;
  FulStackIndex stack = ful_import_tables_stack (&self->reader->tables, prefix, frame);

  g_array_append_val (self->open, stack);
  g_array_append_val (self->open_frames, number);
}

/* Frames above the one that ends are closed, too. */
static void
close_frame (ProfileReader *self,
             gint32         number,
             guint          row)
{
  guint i = self->open_frames->len;

  while (i > 0 && g_array_index (self->open_frames, gint32, i - 1) != number)
    i--;
  if (i == 0)
    {
      log_flaw (self, FUL_SEVERITY_ERROR, row, _("end of a frame that is not open; ignored it"));
      return;
    }
  if (i < self->open_frames->len)
    log_flaw (self, FUL_SEVERITY_ERROR, row, _("end of a frame that is not the innermost one; ended those in it"));
  g_array_set_size (self->open, i - 1);
  g_array_set_size (self->open_frames, i - 1);
}

/* The events of a profile, held by column. */
typedef struct
{
  FulRawColumn *types;
  FulRawColumn *frames;
  FulRawColumn *values;
  const char   *next_type;
} Events;

/* To be called once for each event, in order. Returns: O, C, or NUL */
static char
read_type (Events *self,
           guint   i)
{
  FulRawColumn *types = self->types;
  char type;

  if (types == NULL)
    return '\0';
  if (types->type == FUL_RAW_NODES)
    return ful_raw_is (types->nodes[i], FUL_RAW_STRING) ? *types->nodes[i]->string : '\0';
  if (types->type != FUL_RAW_STRINGS)
    return '\0';

  type = *self->next_type;
  self->next_type += type != '\0' && self->next_type[1] == '\0' ? 2 : strlen (self->next_type) + 1;

  return type;
}

static void
read_evented (ProfileReader *self,
              FulRawNode    *profile)
{
  FulRawNode *rows = ful_raw_get (profile, "events");
  Events events = { ful_raw_get_cells (rows, "type"), ful_raw_get_cells (rows, "frame"), ful_raw_get_cells (rows, "at") };
  double end = ful_raw_get_number (profile, "endValue");
  guint n = ful_raw_length (rows);

  if (events.types)
    events.next_type = events.types->bytes.data;
  for (guint i = 0; i < n; i++)
    {
      char type = read_type (&events, i);
      double number = ful_raw_column_number (events.frames, i);
      double at = ful_raw_column_number (events.values, i);
      FulFrameIndex frame = get_frame (self, number);

      if (i % CANCEL_CHECK_EVENTS == 0 && g_cancellable_is_cancelled (self->reader->import->cancellable))
        return;
      if (frame == FUL_NONE || type == '\0' || !isfinite (at))
        {
          log_flaw (self, FUL_SEVERITY_DATA_LOSS, i, _("event without type, frame or value; skipped it"));
          continue;
        }
      if (at < self->value)
        log_flaw (self, FUL_SEVERITY_ERROR, i, _("event before the last one; moved it there"));
      advance (self, MAX (at, self->value));
      if (type == 'O')
        open_frame (self, (gint32) number, frame);
      else
        close_frame (self, (gint32) number, i);
    }
  if (rows)
    ful_raw_release (rows);
  if (self->open->len > 0)
    {
      log_flaw (self, FUL_SEVERITY_ERROR, n, _("frames without an end; ended them with the profile"));
      if (isfinite (end))
        advance (self, MAX (end, self->value));
    }
}

/* Some writers have no field for the number of a thread. */
static char *
find_tid (const char *name,
          guint       i)
{
  const char *tid = g_strrstr (name, " tid: ");

  if (tid && tid[6] != '\0' && strspn (tid + 6, "0123456789") == strlen (tid + 6))
    return g_strdup (tid + 6);

  return g_strdup_printf ("%u", i);
}

static void
read_profile (SpeedscopeReader *self,
              FulRawNode       *root,
              FulRawNode       *profile,
              guint             i)
{
  FulThreadBuilder *thread = ful_profile_builder_add_thread (self->import->builder);
  const char *name = ful_raw_get_string (profile, "name");
  const char *unit = ful_raw_get_string (profile, "unit");
  const char *fallback = ful_raw_get_string (root, "name");
  ProfileReader reader = { self, thread };

  if (name == NULL || *name == '\0')
    name = fallback && *fallback ? fallback : self->import->file_name ? self->import->file_name : "speedscope";
  thread->thread->name = g_strdup (name);
  thread->thread->process_type = g_strdup ("default");
  thread->thread->pid = g_strdup ("0");
  ful_thread_builder_take_tid (thread, find_tid (name, i));

  reader.factor = ful_import_samples_set_unit (thread, unit ? unit : "none");
  self->n_bytes += thread->thread->weight_type == FUL_WEIGHT_TYPE_BYTES;
  reader.where = g_strdup_printf ("profiles[%u]", i);
  reader.start = ful_raw_get_number_or (profile, "startValue", 0);
  reader.value = reader.start;
  reader.open = g_array_new (FALSE, FALSE, sizeof (FulStackIndex));
  reader.open_frames = g_array_new (FALSE, FALSE, sizeof (gint32));

  if (ful_raw_get (profile, "events"))
    read_evented (&reader, profile);
  else
    read_sampled (&reader, profile);

  ful_import_samples_sort (thread);
  g_array_unref (reader.open);
  g_array_unref (reader.open_frames);
  g_free (reader.where);
}

static void
read_meta (SpeedscopeReader *self,
           FulRawNode       *root,
           guint             n_profiles)
{
  double active = ful_raw_get_number (root, "activeProfileIndex");
  FulImportMeta meta;

  ful_import_meta_init (&meta, "speedscope", "speedscope");
  meta.writer = ful_raw_get_string (root, "exporter");
  ful_import_meta_add_category (&meta, "Other", "grey");
  if (self->n_bytes == n_profiles)
    {
      FulRawNode *units = ful_raw_tree_new_node (meta.tree, FUL_RAW_OBJECT);

      ful_raw_set (meta.tree, units, "time", ful_raw_tree_new_string (meta.tree, "bytes"));
      ful_raw_set (meta.tree, meta.node, "sampleUnits", units);
    }
  if (active >= 0 && active < n_profiles)
    {
      FulRawNode *selected = ful_raw_tree_new_array (meta.tree, FUL_RAW_NODES, 1);

      ful_raw_append_node (meta.tree, selected, ful_raw_tree_new_number (meta.tree, floor (active)));
      ful_raw_set (meta.tree, meta.node, "initialSelectedThreads", selected);
    }
  ful_import_meta_finish (&meta, self->import);
}

static gboolean
read_tree (FulImport   *import,
           FulRawTree  *tree,
           FulRawNode  *root,
           GError     **error)
{
  SpeedscopeReader self = { import, tree };
  FulRawNode *profiles = ful_raw_get (root, "profiles");
  guint n = ful_raw_length (profiles);

  if (n == 0)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_EMPTY, _("This file of speedscope has no profiles"));
      return FALSE;
    }
  if (!ful_profile_builder_check_n_threads (import->builder, n, error))
    return FALSE;

  ful_import_tables_init (&self.tables, import->builder);
  self.frames = g_array_new (FALSE, FALSE, sizeof (FulFrameIndex));
  read_frames (&self, ful_raw_get (ful_raw_get (root, "shared"), "frames"));
  for (guint i = 0; i < n && !g_cancellable_is_cancelled (import->cancellable); i++)
    read_profile (&self, root, ful_raw_element (tree, profiles, i), i);
  read_meta (&self, root, n);
  ful_import_tables_clear (&self.tables);
  g_array_unref (self.frames);

  return !g_cancellable_set_error_if_cancelled (import->cancellable, error);
}

static gboolean
probe_tree (FulRawTree       *tree G_GNUC_UNUSED,
            const FulRawNode *root)
{
  const char *schema;

  if (!ful_raw_is (root, FUL_RAW_OBJECT))
    return FALSE;

  schema = ful_raw_get_string (root, "$schema");
  if (schema && g_str_has_suffix (schema, "speedscope.app/file-format-schema.json"))
    return TRUE;

  return ful_raw_is (ful_raw_get (ful_raw_get (root, "shared"), "frames"), FUL_RAW_ARRAY) &&
         ful_raw_is (ful_raw_get (root, "profiles"), FUL_RAW_ARRAY);
}

const FulImporter ful_speedscope_importer = {
  .name = N_("speedscope"),
  .mime_type = "application/x-speedscope+json",
  .suffixes = FUL_IMPORTER_LIST ("speedscope.json"),
  .probe_tree = probe_tree,
  .read_tree = read_tree,
};
