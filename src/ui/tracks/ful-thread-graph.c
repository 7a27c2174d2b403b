/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Numbers and picture are made in a job for the size on screen; the widget
 * only paints a texture, and the last one, stretched, until the next is
 * ready. What changes with every step of a brush (preview range, hover) is not
 * in the picture. */

#include "config.h"

#include "ful-thread-graph.h"

#include "derive/ful-cpu-use.h"
#include "derive/ful-sample-states.h"
#include "derive/ful-track-graph.h"
#include "document/ful-graph-pixels.h"
#include "widgets/ful-swatch.h"

#include <string.h>

#define STRIP_HEIGHT 4

struct _FulThreadGraph
{
  GtkWidget       parent_instance;

  FulAnalysis    *analysis;
  guint           thread;
  double          cpu_reference;
  GBytes         *cpu_percent;   /* (nullable): made by the first job */

  GdkTexture     *texture;       /* (nullable) */
  FulTrackGraph  *graph;         /* (nullable): the numbers of @texture */
  gpointer        key;           /* (nullable): what the newest picture was asked for */
  GCancellable   *job;           /* (nullable): while it runs */
};

G_DEFINE_FINAL_TYPE (FulThreadGraph, ful_thread_graph, GTK_TYPE_WIDGET)

/* All that a picture depends on. References on what it points to. */
typedef struct
{
  FulProfile       *profile;
  FulThread        *thread;
  FulTimeRange      range;       /* absolute */
  guint             width;       /* px */
  guint             height;
  guint             strip_height;
  FulColorScheme    scheme;
  double            cpu_reference;
  GBytes           *cpu_percent;   /* (nullable) */

  /* of the selected thread if it is filtered or a node is selected in it; else NULL */
  FulDerivedThread *derived;
  FulCallTree      *tree;
  FulCallNodeIndex  node;
} Request;

typedef struct
{
  GBytes         *cpu_percent;
  FulTrackGraph  *graph;
  FulGraphPixels *pixels;
} Picture;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_object_unref (request->profile);
  g_object_unref (request->thread);
  g_clear_pointer (&request->cpu_percent, g_bytes_unref);
  g_clear_pointer (&request->derived, ful_derived_thread_unref);
  g_clear_pointer (&request->tree, ful_call_tree_unref);
  g_free (request);
}

static Request *
request_copy (const Request *request)
{
  Request *copy = g_memdup2 (request, sizeof *request);

  g_object_ref (copy->profile);
  g_object_ref (copy->thread);
  if (copy->cpu_percent)
    g_bytes_ref (copy->cpu_percent);
  if (copy->derived)
    ful_derived_thread_ref (copy->derived);
  if (copy->tree)
    ful_call_tree_ref (copy->tree);

  return copy;
}

static gboolean
request_equal (const Request *a,
               const Request *b)
{
  return a->range.start == b->range.start && a->range.end == b->range.end &&
         a->width == b->width && a->height == b->height && a->scheme == b->scheme &&
         (a->derived ? a->derived->stacks : NULL) == (b->derived ? b->derived->stacks : NULL) &&
         a->node == b->node &&
         (a->tree ? a->tree->inverted : NULL) == (b->tree ? b->tree->inverted : NULL);
}

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  g_clear_pointer (&picture->cpu_percent, g_bytes_unref);
  g_clear_pointer (&picture->graph, ful_track_graph_unref);
  g_clear_pointer (&picture->pixels, ful_graph_pixels_free);
  g_free (picture);
}

static guint8 *
compute_states (const Request  *in,
                GCancellable   *cancellable,
                GError        **error)
{
  g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (in->derived, NULL);

  return ful_sample_states_new (in->tree->nodes, in->tree->inverted, rows, in->node, cancellable, error);
}

static void
worker (GTask        *task,
        gpointer      source,
        gpointer      task_data,
        GCancellable *cancellable)
{
  const Request *in = task_data;
  Picture *picture = g_new0 (Picture, 1);
  g_autofree guint8 *states = NULL;
  GError *error = NULL;

  if (in->cpu_percent)
    picture->cpu_percent = g_bytes_ref (in->cpu_percent);
  else
    picture->cpu_percent = g_bytes_new_take (ful_cpu_use_compute (in->profile, in->thread, in->cpu_reference),
                                             in->thread->samples->table.n_rows + 1);

  if (in->derived)
    states = compute_states (in, cancellable, &error);
  if (!error)
    picture->graph = ful_track_graph_new (in->profile, in->thread, g_bytes_get_data (picture->cpu_percent, NULL),
                                          in->range, in->width, states, cancellable, &error);
  if (!picture->graph)
    {
      picture_free (picture);
      g_task_return_error (task, error);
      return;
    }

  picture->pixels = ful_graph_pixels_new (in->profile, in->thread, picture->graph, states, in->scheme,
                                          in->height - in->strip_height - 1, in->strip_height);
  g_task_return_pointer (task, picture, picture_free);
}

static void
ready_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(FulThreadGraph) self = user_data;
  Picture *picture = g_task_propagate_pointer (G_TASK (result), NULL);

  if (g_task_get_cancellable (G_TASK (result)) != self->job || !picture)
    {
      g_clear_pointer (&picture, picture_free);
      return;
    }

  g_clear_object (&self->job);
  g_clear_pointer (&self->cpu_percent, g_bytes_unref);
  self->cpu_percent = g_bytes_ref (picture->cpu_percent);
  g_clear_pointer (&self->graph, ful_track_graph_unref);
  self->graph = ful_track_graph_ref (picture->graph);
  g_clear_object (&self->texture);
  self->texture = gdk_memory_texture_new (picture->pixels->width, picture->pixels->height,
                                          G_BYTE_ORDER == G_LITTLE_ENDIAN ? GDK_MEMORY_B8G8R8A8_PREMULTIPLIED
                                                                          : GDK_MEMORY_A8R8G8B8_PREMULTIPLIED,
                                          picture->pixels->bytes, picture->pixels->stride);
  picture_free (picture);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* States are those of the thread that is selected alone, when they say more
 * than "all of it". */
static void
add_states (FulThreadGraph *self,
            Request        *request)
{
  FulDerivedThread *derived = ful_analysis_get_thread (self->analysis);
  FulCallNodeIndex node = ful_analysis_get_node (self->analysis);
  FulDeriveOptions *options;

  request->node = FUL_NONE;
  if (!derived || derived->threads->n_threads != 1 || derived->threads->threads[0] != self->thread ||
      derived->strategy != FUL_STRATEGY_TIMING)
    return;

  options = derived->options;
  if (node == FUL_NONE && options->implementation == FUL_IMPLEMENTATION_COMBINED && !*options->search)
    return;

  /* The picture of another range than the analysis has done yet. */
  if (derived->range.start != request->range.start || derived->range.end != request->range.end)
    return;

  request->derived = ful_derived_thread_ref (derived);
  request->tree = ful_call_tree_ref (ful_analysis_get_tree (self->analysis));
  request->node = node;
}

static void
update (FulThreadGraph *self)
{
  FulDocument *document = ful_analysis_get_document (self->analysis);
  FulProfile *profile = ful_document_get_profile (document);
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  g_autoptr(GTask) task = NULL;
  Request *request;

  /* A hidden one catches up when it is shown. */
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) || gtk_widget_get_width (GTK_WIDGET (self)) < 1 ||
      gtk_widget_get_height (GTK_WIDGET (self)) < 2 * STRIP_HEIGHT)
    return;

  request = g_new0 (Request, 1);
  request->profile = g_object_ref (profile);
  request->thread = g_object_ref (ful_profile_get_thread (profile, self->thread));
  request->range = ful_time_range_shift (ful_document_get_visible_range (document),
                                         ful_document_get_root_range (document).start);
  request->width = gtk_widget_get_width (GTK_WIDGET (self)) * scale;
  request->height = gtk_widget_get_height (GTK_WIDGET (self)) * scale;
  request->strip_height = STRIP_HEIGHT * scale;
  request->scheme = ful_color_scheme_current ();
  request->cpu_reference = self->cpu_reference;
  request->cpu_percent = self->cpu_percent ? g_bytes_ref (self->cpu_percent) : NULL;
  add_states (self, request);

  if (self->key && request_equal (self->key, request))
    {
      request_free (request);
      return;
    }

  g_clear_pointer (&self->key, request_free);
  self->key = request_copy (request);

  g_cancellable_cancel (self->job);
  g_clear_object (&self->job);
  self->job = g_cancellable_new ();

  task = g_task_new (NULL, self->job, ready_cb, g_object_ref (self));
  g_task_set_task_data (task, request, request_free);
  g_task_run_in_thread (task, worker);
}

static void
ful_thread_graph_size_allocate (GtkWidget *widget,
                                int        width,
                                int        height,
                                int        baseline)
{
  update (FUL_THREAD_GRAPH (widget));
}

static void
ful_thread_graph_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ful_thread_graph_parent_class)->map (widget);

  update (FUL_THREAD_GRAPH (widget));
}

static void
ful_thread_graph_snapshot (GtkWidget   *widget,
                           GtkSnapshot *snapshot)
{
  FulThreadGraph *self = FUL_THREAD_GRAPH (widget);

  if (self->texture)
    gtk_snapshot_append_texture (snapshot, self->texture,
                                 &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget),
                                                      gtk_widget_get_height (widget)));
}

static void
ful_thread_graph_dispose (GObject *object)
{
  FulThreadGraph *self = FUL_THREAD_GRAPH (object);

  g_cancellable_cancel (self->job);
  g_clear_object (&self->job);
  g_clear_object (&self->analysis);
  g_clear_object (&self->texture);
  g_clear_pointer (&self->graph, ful_track_graph_unref);
  g_clear_pointer (&self->cpu_percent, g_bytes_unref);
  g_clear_pointer (&self->key, request_free);

  G_OBJECT_CLASS (ful_thread_graph_parent_class)->dispose (object);
}

static void
ful_thread_graph_class_init (FulThreadGraphClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_thread_graph_dispose;
  widget_class->map = ful_thread_graph_map;
  widget_class->size_allocate = ful_thread_graph_size_allocate;
  widget_class->snapshot = ful_thread_graph_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ful_thread_graph_init (FulThreadGraph *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/**
 * ful_thread_graph_new:
 * @analysis: whose document's range to show, and whose selection
 * @thread: thread number
 * @cpu_reference: from ful_cpu_use_get_reference()
 *
 * Returns: (transfer floating): the graph
 */
GtkWidget *
ful_thread_graph_new (FulAnalysis *analysis,
                      guint        thread,
                      double       cpu_reference)
{
  FulThreadGraph *self = g_object_new (FUL_TYPE_THREAD_GRAPH, NULL);

  self->analysis = g_object_ref (analysis);
  self->thread = thread;
  self->cpu_reference = cpu_reference;

  g_signal_connect_object (ful_analysis_get_document (analysis), "notify::view-state", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::high-contrast", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}

/**
 * ful_thread_graph_get_busy:
 *
 * Returns: whether the picture is older than what it should show
 */
gboolean
ful_thread_graph_get_busy (FulThreadGraph *self)
{
  return self->job != NULL;
}

typedef struct
{
  FulTrackGraph    *graph;
  GBytes           *cpu_percent;
  guint             thread;
  FulDerivedThread *derived;
  FulDeriveCache   *cache;
  FulCallTree      *tree;
  double            x;
  double            height;
} ProbeInput;

static void
probe_input_free (gpointer data)
{
  ProbeInput *input = data;

  ful_track_graph_unref (input->graph);
  g_bytes_unref (input->cpu_percent);
  ful_derived_thread_unref (input->derived);
  ful_derive_cache_unref (input->cache);
  ful_call_tree_unref (input->tree);
  g_free (input);
}

static void
probe_worker (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  const ProbeInput *in = task_data;

  g_task_return_pointer (task,
                         ful_graph_probe_new (in->graph, in->thread, g_bytes_get_data (in->cpu_percent, NULL),
                                              in->derived, in->cache, in->tree, in->x, in->height),
                         (GDestroyNotify) ful_graph_probe_free);
}

/**
 * ful_thread_graph_probe_async:
 * @x: in the coordinates of the widget
 * @y: alike
 *
 * Finds what lies at a point, in a job.
 */
void
ful_thread_graph_probe_async (FulThreadGraph      *self,
                              double               x,
                              double               y,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_autoptr(GTask) task = g_task_new (NULL, NULL, callback, user_data);
  int strip_y = gtk_widget_get_height (GTK_WIDGET (self)) - STRIP_HEIGHT;
  ProbeInput *input;

  if (!self->graph || !ful_analysis_get_thread (self->analysis))
    {
      g_task_return_pointer (task, NULL, NULL);
      return;
    }

  input = g_new0 (ProbeInput, 1);
  input->graph = ful_track_graph_ref (self->graph);
  input->cpu_percent = g_bytes_ref (self->cpu_percent);
  input->thread = self->thread;
  input->derived = ful_derived_thread_ref (ful_analysis_get_thread (self->analysis));
  input->cache = ful_derive_cache_ref (ful_analysis_get_cache (self->analysis));
  input->tree = ful_call_tree_ref (ful_analysis_get_tree (self->analysis));
  input->x = x * self->graph->width / gtk_widget_get_width (GTK_WIDGET (self));
  input->height = y >= strip_y ? -1 : 1 - y / (strip_y - 1);

  g_task_set_task_data (task, input, probe_input_free);
  g_task_run_in_thread (task, probe_worker);
}

/**
 * ful_thread_graph_probe_finish:
 *
 * Returns: (transfer full) (nullable): what lies there; %NULL while the graph is not ready
 */
FulGraphProbe *
ful_thread_graph_probe_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
