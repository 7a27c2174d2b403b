/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The JSON of speedscope: its documented schema, https://www.speedscope.app/file-format-schema.json.
 *
 * A "sampled" profile in the order of time: a sample for each run of rows in one call node, with
 * their weight. Frames are functions, so that lines do not split them. Rows without a stack are left
 * out, since they have no part in the total. Speedscope rejects negative weights; deallocations are
 * a second profile, with positive weights. */

#include "config.h"

#include "ful-exporters.h"

#include "ful-export-weights.h"
#include "ful-output-private.h"

#include "io/raw/ful-raw-get.h"
#include "model/ful-func-origin.h"
#include "model/ful-thread-tables.h"
#include "threads/ful-thread-set.h"
#include "tree/nodes/ful-call-node-table.h"

/* Samples of one weight and one sign. */
typedef struct
{
  char          *name;
  FulWeightType  type;
  GArray        *node;
  GArray        *weight;
  double         total;
} Samples;

static void
samples_init (Samples       *self,
              char          *name,
              FulWeightType  type)
{
  self->name = name;
  self->type = type;
  self->node = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));
  self->weight = g_array_new (FALSE, FALSE, sizeof (double));
  self->total = 0;
}

static void
samples_clear (gpointer data)
{
  Samples *self = data;

  g_free (self->name);
  g_clear_pointer (&self->node, g_array_unref);
  g_clear_pointer (&self->weight, g_array_unref);
}

/* A row extends the previous sample, if it is of the same node. */
static void
samples_add (Samples          *self,
             FulCallNodeIndex  node,
             double            weight,
             gboolean          goes_on)
{
  self->total += weight;
  if (goes_on && self->node->len > 0 && g_array_index (self->node, FulCallNodeIndex, self->node->len - 1) == node)
    {
      g_array_index (self->weight, double, self->weight->len - 1) += weight;
      return;
    }
  g_array_append_val (self->node, node);
  g_array_append_val (self->weight, weight);
}

static gboolean
collect (const FulExportView  *view,
         const double         *weights,
         Samples              *added,
         Samples              *taken,
         GCancellable         *cancellable,
         GError              **error)
{
  const FulSampleRows *rows = view->rows;
  FulCallNodeIndex last = FUL_NONE;

  for (guint i = 0; i < rows->n_rows; i++)
    {
      FulStackIndex stack = ful_sample_rows_get_stack (rows, i);
      FulCallNodeIndex node = stack == FUL_NONE ? FUL_NONE : view->tree->nodes->stack_to_node[stack];
      double weight = weights ? weights[i] : 1;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      if (node != FUL_NONE && weight > 0)
        samples_add (added, node, weight, node == last);
      else if (node != FUL_NONE && weight < 0)
        samples_add (taken, node, -weight, node == last);
      last = node;
    }

  return TRUE;
}

static void
write_text (FulOutput  *output,
            const char *key,
            const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  ful_output_key (output, key);
  ful_raw_write_string (valid, &output->text);
}

static void
write_number (FulOutput  *output,
              const char *key,
              double      number)
{
  ful_output_key (output, key);
  ful_raw_write_number (number, &output->text);
}

/* Writes the functions on the way to any sample.
 *
 * Returns: (transfer full): for each function its frame */
static gint32 *
write_frames (FulOutput           *output,
              const FulExportView *view,
              GArray              *profiles)
{
  const FulCallNodeTable *nodes = view->tree->nodes;
  FulProfile *profile = view->derived->profile;
  g_autofree guint8 *met = g_new0 (guint8, MAX (nodes->n_nodes, 1));
  gint32 *frame = g_new (gint32, MAX (nodes->n_funcs, 1));
  gint32 n_frames = 0;

  for (guint f = 0; f < nodes->n_funcs; f++)
    frame[f] = FUL_NONE;

  for (guint s = 0; s < profiles->len; s++)
    for (guint i = 0; i < g_array_index (profiles, Samples, s).node->len; i++)
      for (FulCallNodeIndex node = g_array_index (g_array_index (profiles, Samples, s).node, FulCallNodeIndex, i);
           node != FUL_NONE && !met[node]; node = nodes->prefix[node])
        {
          FulFuncIndex func = nodes->func[node];
          g_autofree char *file = NULL;
          gint32 line, column;

          met[node] = TRUE;
          if (frame[func] != FUL_NONE)
            continue;

          if (n_frames > 0)
            ful_bytes_append_c (&output->text, ',');
          frame[func] = n_frames++;
          file = ful_func_get_file (profile, func, &line, &column);
          ful_bytes_append_c (&output->text, '{');
          write_text (output, "name", ful_profile_get_func_name (profile, func));
          if (file)
            write_text (output, "file", file);
          if (file && line > 0)
            write_number (output, "line", line);
          if (file && line > 0 && column > 0)
            write_number (output, "col", column);
          ful_bytes_append_c (&output->text, '}');
          ful_output_flush_sometimes (output);
        }

  return frame;
}

static void
write_stack (FulOutput              *output,
             const FulCallNodeTable *nodes,
             FulCallNodeIndex        node,
             const gint32           *frame,
             gint32                 *path)
{
  gint32 depth = nodes->depth[node];

  for (; node != FUL_NONE; node = nodes->prefix[node])
    path[nodes->depth[node]] = frame[nodes->func[node]];

  ful_bytes_append_c (&output->text, '[');
  for (gint32 d = 0; d <= depth; d++)
    {
      if (d > 0)
        ful_bytes_append_c (&output->text, ',');
      ful_raw_write_number (path[d], &output->text);
    }
  ful_bytes_append_c (&output->text, ']');
  ful_output_flush_sometimes (output);
}

static void
write_samples (FulOutput           *output,
               const FulExportView *view,
               const Samples       *samples,
               const gint32        *frame)
{
  static const char *const units[] = {
    [FUL_WEIGHT_TYPE_SAMPLES] = "none", [FUL_WEIGHT_TYPE_TRACING_MS] = "milliseconds",
    [FUL_WEIGHT_TYPE_BYTES] = "bytes",
  };
  const FulCallNodeTable *nodes = view->tree->nodes;
  g_autofree gint32 *path = g_new (gint32, MAX (nodes->max_depth + 1, 1));

  ful_bytes_append_c (&output->text, '{');
  write_text (output, "type", "sampled");
  write_text (output, "name", samples->name);
  write_text (output, "unit", units[samples->type]);
  write_number (output, "startValue", 0);
  write_number (output, "endValue", samples->total);
  ful_output_key (output, "samples");
  ful_bytes_append_c (&output->text, '[');
  for (guint i = 0; i < samples->node->len && output->error == NULL; i++)
    {
      if (i > 0)
        ful_bytes_append_c (&output->text, ',');
      write_stack (output, nodes, g_array_index (samples->node, FulCallNodeIndex, i), frame, path);
    }
  ful_bytes_append_c (&output->text, ']');
  ful_output_key (output, "weights");
  ful_output_numbers (output, (const double *) (gpointer) samples->weight->data, samples->weight->len);
  ful_bytes_append_c (&output->text, '}');
}

/* Returns: (transfer full): the names of the threads */
static char *
name_threads (const FulThreadSet *threads)
{
  GString *name = g_string_new (NULL);

  for (guint i = 0; i < threads->n_threads; i++)
    g_string_append_printf (name, "%s%s", i > 0 ? ", " : "",
                            ful_profile_get_thread (threads->profile, threads->threads[i])->name);

  return g_string_free (name, FALSE);
}

/* A profile for each weight; one more for what is negative in it.
 *
 * Returns: (transfer full): Samples, or %NULL with @error set */
static GArray *
collect_profiles (const FulExportView  *view,
                  guint                *out_active,
                  GCancellable         *cancellable,
                  GError              **error)
{
  g_autoptr(GArray) profiles = g_array_new (FALSE, FALSE, sizeof (Samples));
  g_autoptr(GArray) weights = ful_export_list_weights (view);
  g_autofree char *threads = name_threads (view->derived->threads);

  g_array_set_clear_func (profiles, samples_clear);
  for (guint i = 0; i < weights->len; i++)
    {
      const FulExportWeight *weight = &g_array_index (weights, FulExportWeight, i);
      char *name = weights->len > 1 ? g_strdup_printf ("%s: %s", threads, weight->name) : g_strdup (threads);
      Samples added, taken;
      gboolean success;

      samples_init (&added, name, weight->weight_type);
      samples_init (&taken, g_strconcat (name, " (negative)", NULL), weight->weight_type);
      success = collect (view, weight->weight, &added, &taken, cancellable, error);
      if (weight->is_chosen)
        *out_active = profiles->len;
      g_array_append_val (profiles, added);
      if (taken.node->len > 0)
        g_array_append_val (profiles, taken);
      else
        samples_clear (&taken);
      if (!success)
        return NULL;
    }

  return g_steal_pointer (&profiles);
}

static gboolean
write_speedscope (const FulExportView  *view,
                  GOutputStream        *stream,
                  GCancellable         *cancellable,
                  GError              **error)
{
  FulOutput output = { .stream = stream, .cancellable = cancellable };
  guint active = 0;
  g_autoptr(GArray) profiles = collect_profiles (view, &active, cancellable, error);
  g_autofree char *name = name_threads (view->derived->threads);
  g_autofree gint32 *frame = NULL;

  if (profiles == NULL)
    return FALSE;

  ful_bytes_append_c (&output.text, '{');
  write_text (&output, "$schema", "https://www.speedscope.app/file-format-schema.json");
  write_text (&output, "exporter", "fulgens@" PACKAGE_VERSION);
  write_text (&output, "name", name);
  if (active > 0)
    write_number (&output, "activeProfileIndex", active);
  ful_output_key (&output, "shared");
  ful_bytes_append_s (&output.text, "{\"frames\":[");
  frame = write_frames (&output, view, profiles);
  ful_bytes_append_s (&output.text, "]}");
  ful_output_key (&output, "profiles");
  ful_bytes_append_c (&output.text, '[');
  for (guint i = 0; i < profiles->len; i++)
    {
      if (i > 0)
        ful_bytes_append_c (&output.text, ',');
      write_samples (&output, view, &g_array_index (profiles, Samples, i), frame);
    }
  ful_bytes_append_s (&output.text, "]}\n");

  return ful_output_finish (&output, error);
}

const FulExporter ful_export_speedscope = { "speedscope", write_speedscope };
