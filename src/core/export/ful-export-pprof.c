/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The gzipped protocol buffer of pprof (its profile.proto).
 *
 * A sample for each stack that rows of a thread end in, its locations the frames, with
 * address and line, its labels thread, process and category; functions, and libraries as mappings. Addresses are relative
 * to a library, so each gets a range of its own: the mapping of library n begins
 * at (n + 1) << 40.
 *
 * A sample has a value of each sample type. Values are whole: ms become ns. Rounding
 * errors are carried to the next stack, so that the sum is that of the view, rounded once. */

#include "config.h"

#include "ful-exporters.h"

#include "ful-export-weights.h"
#include "ful-output-private.h"
#include "ful-pprof-cells.h"
#include "ful-protobuf.h"

#include "base/ful-error.h"
#include "base/ful-hash.h"
#include "model/ful-func-origin.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define NS_PER_MS 1e6
#define LIB_BITS 40
#define LARGEST 9e18

/* Fields of the messages. */
enum
{
  PROFILE_SAMPLE_TYPE = 1, PROFILE_SAMPLE, PROFILE_MAPPING, PROFILE_LOCATION, PROFILE_FUNCTION, PROFILE_STRING,
  PROFILE_TIME_NANOS = 9, PROFILE_DURATION_NANOS, PROFILE_PERIOD_TYPE, PROFILE_PERIOD,
  PROFILE_DEFAULT_SAMPLE_TYPE = 14,
};
enum { TYPE_TYPE = 1, TYPE_UNIT };
enum { SAMPLE_LOCATION = 1, SAMPLE_VALUE, SAMPLE_LABEL };
enum { LABEL_KEY = 1, LABEL_TEXT };
enum
{
  MAPPING_ID = 1, MAPPING_START, MAPPING_LIMIT, MAPPING_FILENAME = 5, MAPPING_BUILD_ID, MAPPING_HAS_FUNCTIONS,
  MAPPING_HAS_FILENAMES, MAPPING_HAS_LINES, MAPPING_HAS_INLINES,
};
enum { LOCATION_ID = 1, LOCATION_MAPPING, LOCATION_ADDRESS, LOCATION_LINE };
enum { LINE_FUNCTION = 1, LINE_LINE };
enum { FUNCTION_ID = 1, FUNCTION_NAME, FUNCTION_SYSTEM_NAME, FUNCTION_FILENAME, FUNCTION_START_LINE };

typedef struct
{
  const FulExportView *view;
  GArray              *weights;      /* FulExportWeight */
  GArray              *cells;        /* FulPprofCell */
  gint32              *cell_of_row;  /* FUL_NONE: without a stack */
  FulOutput            output;
  FulBytes             message;      /* under construction */
  FulBytes             inner;        /* part of it */
  GHashTable          *strings;      /* text → its number */
  GPtrArray           *string_list;
  guint8              *used_frames;
  guint8              *used_funcs;
  guint8              *used_libs;
} Writer;

static void
writer_clear (Writer *self)
{
  ful_bytes_clear (&self->message);
  ful_bytes_clear (&self->inner);
  g_clear_pointer (&self->weights, g_array_unref);
  g_clear_pointer (&self->cells, g_array_unref);
  g_free (self->cell_of_row);
  g_clear_pointer (&self->strings, g_hash_table_unref);
  g_clear_pointer (&self->string_list, g_ptr_array_unref);
  g_free (self->used_frames);
  g_free (self->used_funcs);
  g_free (self->used_libs);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Writer, writer_clear)

static guint
add_string (Writer     *self,
            const char *text)
{
  char *valid = g_utf8_make_valid (text, -1);
  gpointer number;

  if (g_hash_table_lookup_extended (self->strings, valid, NULL, &number))
    {
      g_free (valid);
      return GPOINTER_TO_UINT (number);
    }

  g_hash_table_insert (self->strings, valid, GUINT_TO_POINTER (self->string_list->len));
  g_ptr_array_add (self->string_list, valid);

  return self->string_list->len - 1;
}

/* Ends the message under construction. */
static void
write_message (Writer *self,
               guint   field)
{
  ful_protobuf_write_bytes (&self->output.text, field, self->message.data, self->message.n);
  self->message.n = 0;
  ful_output_flush_sometimes (&self->output);
}

static void
write_number (Writer  *self,
              guint    field,
              guint64  value)
{
  ful_protobuf_write_number (&self->message, field, value);
}

static void
write_inner (Writer *self,
             guint   field)
{
  ful_protobuf_write_bytes (&self->message, field, self->inner.data, self->inner.n);
  self->inner.n = 0;
}

static void
write_type (Writer     *self,
            guint       field,
            const char *type,
            const char *unit)
{
  write_number (self, TYPE_TYPE, add_string (self, type));
  write_number (self, TYPE_UNIT, add_string (self, unit));
  write_message (self, field);
}

static double
get_scale (const FulExportWeight *weight)
{
  return weight->weight_type == FUL_WEIGHT_TYPE_TRACING_MS ? NS_PER_MS : 1;
}

static void
write_sample_types (Writer *self)
{
  static const struct { const char *type, *unit; } types[] = {
    [FUL_WEIGHT_TYPE_SAMPLES] = { "samples", "count" },
    [FUL_WEIGHT_TYPE_TRACING_MS] = { "time", "nanoseconds" },
    [FUL_WEIGHT_TYPE_BYTES] = { "space", "bytes" },
  };

  for (guint i = 0; i < self->weights->len; i++)
    {
      const FulExportWeight *weight = &g_array_index (self->weights, FulExportWeight, i);
      gboolean has_unit = weight->weight_type == FUL_WEIGHT_TYPE_SAMPLES && *weight->unit;

      write_type (self, PROFILE_SAMPLE_TYPE, weight->name ? weight->name : types[weight->weight_type].type,
                  has_unit ? weight->unit : types[weight->weight_type].unit);
      if (weight->is_chosen && self->weights->len > 1)
        ful_protobuf_write_number (&self->output.text, PROFILE_DEFAULT_SAMPLE_TYPE, add_string (self, weight->name));
    }
}

static void
write_label (Writer     *self,
             const char *key,
             const char *text)
{
  if (text == NULL || *text == '\0')
    return;

  ful_protobuf_write_number (&self->inner, LABEL_KEY, add_string (self, key));
  ful_protobuf_write_number (&self->inner, LABEL_TEXT, add_string (self, text));
  write_inner (self, SAMPLE_LABEL);
}

static void
write_labels (Writer     *self,
              const FulPprofCell *cell)
{
  const FulDerivedThread *derived = self->view->derived;
  const FulThread *thread = ful_profile_get_thread (derived->profile, derived->threads->threads[cell->thread]);
  FulCategoryIndex category = ful_stack_table_get_category (derived->stacks->stacks, cell->stack);

  write_label (self, "thread", thread->name);
  write_label (self, "process", thread->process_name ? thread->process_name : thread->process_type);
  write_label (self, "category", ful_profile_get_category (derived->profile, category)->name);
}

/* The leaf is first. */
static void
write_sample (Writer        *self,
              const FulPprofCell    *cell,
              const gint64  *values)
{
  const FulStackTable *stacks = self->view->derived->stacks->stacks;

  for (FulStackIndex stack = cell->stack; stack != FUL_NONE; stack = stacks->prefix[stack])
    {
      FulFrameIndex frame = stacks->frame[stack];

      self->used_frames[frame] = TRUE;
      ful_protobuf_write_varint (&self->inner, (guint64) frame + 1);
    }
  write_inner (self, SAMPLE_LOCATION);
  for (guint w = 0; w < self->weights->len; w++)
    ful_protobuf_write_varint (&self->inner, (guint64) values[w]);
  write_inner (self, SAMPLE_VALUE);
  write_labels (self, cell);
  write_message (self, PROFILE_SAMPLE);
}

/* The sums of the rows, as whole numbers: one row of the result for each cell, one column for each weight.
 *
 * Returns: (transfer full): the values, or %NULL with the error of the output set */
static gint64 *
sum_values (Writer       *self,
            GCancellable *cancellable)
{
  const FulSampleRows *rows = self->view->rows;
  guint n_cells = self->cells->len;
  guint n = self->weights->len;
  g_autofree gint64 *values = g_new0 (gint64, MAX ((gsize) n_cells * n, 1));
  g_autofree double *sums = g_new (double, MAX (n_cells, 1));

  for (guint w = 0; w < n; w++)
    {
      const FulExportWeight *weight = &g_array_index (self->weights, FulExportWeight, w);
      double scale = get_scale (weight), left_over = 0, magnitude = 0;

      if (g_cancellable_set_error_if_cancelled (cancellable, &self->output.error))
        return NULL;

      memset (sums, 0, n_cells * sizeof *sums);
      for (guint i = 0; i < rows->n_rows; i++)
        if (self->cell_of_row[i] != FUL_NONE)
          sums[self->cell_of_row[i]] += weight->weight ? weight->weight[i] : 1;
      for (guint i = 0; i < n_cells; i++)
        {
          double exact = sums[i] * scale + left_over;
          double value = round (exact);

          magnitude += fabs (value);
          if (!(magnitude <= LARGEST))
            {
              g_set_error (&self->output.error, FUL_ERROR, FUL_ERROR_TOO_LARGE,
                           _("The sum of the weights, %g, is too large for pprof"), magnitude);
              return NULL;
            }
          left_over = exact - value;
          values[(gsize) i * n + w] = (gint64) value;
        }
    }

  return g_steal_pointer (&values);
}

static gboolean
write_samples (Writer       *self,
               GCancellable *cancellable)
{
  guint n = self->weights->len;
  g_autofree gint64 *values = NULL;

  self->cells = ful_pprof_cells_new (self->view->rows, self->view->derived->stacks->stacks->table.n_rows, &self->cell_of_row);
  values = sum_values (self, cancellable);
  for (guint i = 0; values && i < self->cells->len && self->output.error == NULL; i++)
    {
      gboolean has_value = FALSE;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, &self->output.error))
        break;
      for (guint w = 0; w < n; w++)
        has_value |= values[(gsize) i * n + w] != 0;
      if (has_value)
        write_sample (self, &g_array_index (self->cells, FulPprofCell, i), values + (gsize) i * n);
    }

  return self->output.error == NULL;
}

/* The line of a frame in the file of its function. */
static gint32
get_line (const Writer  *self,
          FulFrameIndex  frame)
{
  FulProfile *profile = self->view->derived->profile;
  const FulFrameTable *frames = self->view->derived->stacks->frames;

  if (frames->original_location[frame] != FUL_NONE)
    return profile->source_locations->line[frames->original_location[frame]];

  return profile->funcs->original_location[frames->func[frame]] == FUL_NONE ? frames->line[frame] : FUL_NONE;
}

/* Of a frame that a transform gave to another function only the function is written. */
static void
write_location (Writer        *self,
                FulFrameIndex  frame)
{
  const FulFrameTable *frames = self->view->derived->stacks->frames;
  gboolean as_recorded = ful_profile_get_shown_frames (self->view->derived->profile)->func[frame] == frames->func[frame];
  FulLibIndex lib = as_recorded ? frames->lib[frame] : FUL_NONE;
  gint64 address = frames->address[frame];

  write_number (self, LOCATION_ID, (guint64) frame + 1);
  if (lib != FUL_NONE && address >= 0 && address < G_GINT64_CONSTANT (1) << LIB_BITS)
    {
      self->used_libs[lib] = TRUE;
      write_number (self, LOCATION_MAPPING, (guint64) lib + 1);
      write_number (self, LOCATION_ADDRESS, (((guint64) lib + 1) << LIB_BITS) + (guint64) address);
    }
  self->used_funcs[frames->func[frame]] = TRUE;
  ful_protobuf_write_number (&self->inner, LINE_FUNCTION, (guint64) frames->func[frame] + 1);
  ful_protobuf_write_number (&self->inner, LINE_LINE, as_recorded ? (guint64) MAX (get_line (self, frame), 0) : 0);
  write_inner (self, LOCATION_LINE);
  write_message (self, PROFILE_LOCATION);
}

static void
write_function (Writer       *self,
                FulFuncIndex  func)
{
  FulProfile *profile = self->view->derived->profile;
  guint name = add_string (self, ful_profile_get_func_name (profile, func));
  gint32 line, column;
  g_autofree char *file = ful_func_get_file (profile, func, &line, &column);

  write_number (self, FUNCTION_ID, (guint64) func + 1);
  write_number (self, FUNCTION_NAME, name);
  write_number (self, FUNCTION_SYSTEM_NAME, name);
  if (file)
    {
      write_number (self, FUNCTION_FILENAME, add_string (self, file));
      write_number (self, FUNCTION_START_LINE, (guint64) MAX (line, 0));
    }
  write_message (self, PROFILE_FUNCTION);
}

static void
write_mapping (Writer      *self,
               FulLibIndex  lib)
{
  FulProfile *profile = self->view->derived->profile;
  const FulLib *values = g_ptr_array_index (profile->libs, (guint) lib);
  const char *build_id = values->code_id && *values->code_id != '\0' ? values->code_id : values->breakpad_id;

  write_number (self, MAPPING_ID, (guint64) lib + 1);
  write_number (self, MAPPING_START, ((guint64) lib + 1) << LIB_BITS);
  write_number (self, MAPPING_LIMIT, ((guint64) lib + 2) << LIB_BITS);
  write_number (self, MAPPING_FILENAME, add_string (self, *values->path != '\0' ? values->path : values->name));
  write_number (self, MAPPING_BUILD_ID, add_string (self, build_id));
  if (profile->symbolicated != 0)
    for (guint field = MAPPING_HAS_FUNCTIONS; field <= MAPPING_HAS_INLINES; field++)
      write_number (self, field, TRUE);
  write_message (self, PROFILE_MAPPING);
}

/* The tables that samples refer to, after the samples. */
static void
write_tables (Writer *self)
{
  FulProfile *profile = self->view->derived->profile;

  for (guint i = 0; i < self->view->derived->stacks->frames->table.n_rows; i++)
    if (self->used_frames[i])
      write_location (self, (FulFrameIndex) i);
  for (guint i = 0; i < profile->funcs->table.n_rows; i++)
    if (self->used_funcs[i])
      write_function (self, (FulFuncIndex) i);
  for (guint i = 0; i < profile->libs->len; i++)
    if (self->used_libs[i])
      write_mapping (self, (FulLibIndex) i);
}

static guint64
to_ns (double ms)
{
  return isnan (ms) ? 0 : (guint64) (gint64) CLAMP (round (ms * NS_PER_MS), -LARGEST, LARGEST);
}

static void
write_times (Writer *self)
{
  const FulDerivedThread *derived = self->view->derived;
  FulBytes *to = &self->output.text;

  ful_protobuf_write_number (to, PROFILE_TIME_NANOS, to_ns (derived->profile->start_time + derived->range.start));
  ful_protobuf_write_number (to, PROFILE_DURATION_NANOS, to_ns (derived->range.end - derived->range.start));
  write_type (self, PROFILE_PERIOD_TYPE, "wall", "nanoseconds");
  ful_protobuf_write_number (to, PROFILE_PERIOD, to_ns (derived->profile->interval));
}

static gboolean
write_pprof (const FulExportView  *view,
             GOutputStream        *stream,
             GCancellable         *cancellable,
             GError              **error)
{
  FulProfile *profile = view->derived->profile;
  g_autoptr(GOutputStream) packed = NULL;
  g_auto(Writer) self = { .view = view };

  packed = ful_output_pack (stream);
  self.output = (FulOutput) { .stream = packed, .cancellable = cancellable };
  self.strings = g_hash_table_new (ful_hash_text, g_str_equal);
  self.string_list = g_ptr_array_new_with_free_func (g_free);
  self.used_frames = g_new0 (guint8, MAX (view->derived->stacks->frames->table.n_rows, 1));
  self.used_funcs = g_new0 (guint8, MAX (profile->funcs->table.n_rows, 1));
  self.used_libs = g_new0 (guint8, MAX (profile->libs->len, 1));
  add_string (&self, "");

  self.weights = ful_export_list_weights (view);
  write_sample_types (&self);
  if (write_samples (&self, cancellable))
    {
      write_tables (&self);
      write_times (&self);
    }
  for (guint i = 0; i < self.string_list->len; i++)
    {
      const char *string = g_ptr_array_index (self.string_list, i);

      ful_protobuf_write_bytes (&self.output.text, PROFILE_STRING, string, strlen (string));
      ful_output_flush_sometimes (&self.output);
    }

  return ful_output_finish (&self.output, error) && g_output_stream_close (packed, cancellable, error);
}

const FulExporter ful_export_pprof = { "pprof", write_pprof };
