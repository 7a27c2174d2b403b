/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The plot is computed in a job for the size on screen; the widget only paints its
 * picture, and until the next is ready the last one, stretched to its range. The
 * picture does not contain what changes with every step of a brush (preview range,
 * hover). Only plots on screen have jobs. */

#include "config.h"

#include "ful-plot-view.h"

#include "base/ful-format.h"
#include "base/ful-job.h"
#include "stacks/ful-implementation.h"
#include "threads/ful-view-options.h"
#include "draw/ful-color-scheme.h"
#include "draw/ful-texture.h"
#include "plots/ful-track-plots.h"

#include <adwaita.h>
#include <math.h>

#define DOT_RADIUS 3.5
#define LABEL_GAP 3

struct _FulPlotView
{
  GtkWidget          parent_instance;

  FulAnalysis       *analysis;
  const FulPlotKind *kind;
  FulTrackList      *tracks;
  const FulTrack    *track;
  gint32             thread;        /* or FUL_NONE */
  double             cpu_reference;
  FulPlotPeer        peer;
  gboolean           is_in_viewport;/* on screen */

  FulPlot           *plot;          /* (nullable): the plot on screen */
  GdkTexture        *texture;       /* (nullable): its picture */
  FulPlotRequest    *key;           /* (nullable): the request of the newest plot */
  FulJob            *job;           /* (nullable): while it runs */

  double             dot_x, dot_y;  /* in the pixels of the plot; NaN for none */
  GdkRGBA            dot_color;
};

G_DEFINE_FINAL_TYPE (FulPlotView, ful_plot_view, GTK_TYPE_WIDGET)

typedef struct
{
  const FulPlotKind *kind;
  FulPlotRequest    *request;
  FulPlot           *before;   /* (nullable) */
  FulPlot           *plot;     /* (nullable): the result of the job */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  ful_plot_request_free (job->request);
  g_clear_pointer (&job->before, ful_plot_unref);
  g_clear_pointer (&job->plot, ful_plot_unref);
  g_free (job);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Job *job = data;

  job->plot = ful_plot_new (job->kind, job->request, job->before, cancellable, error);

  return job->plot != NULL;
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulPlotView *self = owner;
  Job *job = data;

  if (error)
    return;

  g_clear_pointer (&self->plot, ful_plot_unref);
  g_clear_object (&self->texture);
  self->plot = g_steal_pointer (&job->plot);
  self->texture = ful_texture_new (self->plot->pixels->bytes, self->plot->pixels->width, self->plot->pixels->height);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
is_selected (FulDerivedThread *derived,
             gint32            thread)
{
  for (guint i = 0; i < derived->threads->n_threads; i++)
    if (derived->threads->threads[i] == (guint) thread)
      return TRUE;

  return FALSE;
}

/* The visible range, absolute. */
static FulTimeRange
get_range (FulPlotView *self)
{
  FulDocument *document = ful_analysis_get_document (self->analysis);
  const FulTimeRange *zoom = ful_document_get_zoom (document);

  return zoom ? *zoom : ful_time_range_shift (ful_document_get_visible_range (document),
                                              ful_document_get_root_range (document).start);
}

/* Filters of another committed range than that of the picture are not ready yet. */
static void
add_filters (FulPlotView    *self,
             FulPlotRequest *request)
{
  FulDerivedThread *derived = ful_analysis_get_thread (self->analysis);
  FulCallNodeIndex node = ful_analysis_get_node (self->analysis);

  if (self->kind->filters == FUL_PLOT_FILTERS_NONE || !derived || self->thread == FUL_NONE ||
      derived->range.start > request->range.start || derived->range.end < request->range.end)
    return;

  /* What nobody has selected does not fade the rest. */
  if (!is_selected (derived, self->thread) ||
      ful_document_get_view_state (ful_analysis_get_document (self->analysis))->path_is_hot)
    node = FUL_NONE;
  if (self->kind->filters == FUL_PLOT_FILTERS_OF_SELECTED &&
      (!is_selected (derived, self->thread) ||
       (node == FUL_NONE && derived->options->implementation == FUL_IMPLEMENTATION_COMBINED &&
        !*derived->options->search)))
    return;

  request->derived = derived;
  request->tree = ful_analysis_get_tree (self->analysis);
  request->node = node;
}

/* The results of a snapshot come after it; until then the last picture is stretched. */
static gboolean
is_behind (FulPlotView *self)
{
  FulProfile *profile = ful_document_get_profile (ful_analysis_get_document (self->analysis));
  FulDerivedThread *derived = ful_analysis_get_thread (self->analysis);

  return self->kind->filters != FUL_PLOT_FILTERS_NONE && derived &&
         derived->profile->thread_serial != profile->thread_serial;
}

static void
update (FulPlotView *self)
{
  FulDocument *document = ful_analysis_get_document (self->analysis);
  guint scale = (guint) gtk_widget_get_scale_factor (GTK_WIDGET (self));
  FulPlotRequest request = {
    .profile = ful_document_get_profile (document),
    .tracks = self->tracks,
    .track = self->track,
    .thread = self->thread,
    .cache = ful_analysis_get_cache (self->analysis),
    .cpu_reference = self->cpu_reference,
    .range = get_range (self),
    .width = (guint) gtk_widget_get_width (GTK_WIDGET (self)) * scale,
    .height = (guint) gtk_widget_get_height (GTK_WIDGET (self)) * scale,
    .scale = scale,
    .scheme = ful_color_scheme_current (),
    .node = FUL_NONE,
    .peer = self->peer,
  };
  Job *job;

  /* One that is not seen catches up when it is. */
  if (!self->is_in_viewport || !gtk_widget_get_mapped (GTK_WIDGET (self)) || request.width < 1 ||
      request.height < self->kind->height * scale)
    return;

  if (is_behind (self))
    return;

  add_filters (self, &request);
  if (self->key && ful_plot_request_equal (self->key, &request))
    return;

  g_clear_pointer (&self->key, ful_plot_request_free);
  self->key = ful_plot_request_copy (&request);

  job = g_new0 (Job, 1);
  job->kind = self->kind;
  job->request = ful_plot_request_copy (&request);
  job->before = self->plot ? ful_plot_ref (self->plot) : NULL;
  ful_job_start (&self->job, compute, job, job_free, ready_cb, self);
}

static void
state_changed_cb (FulPlotView *self)
{
  FulTimeRange range = get_range (self);

  if (self->plot && (self->plot->request->range.start != range.start || self->plot->request->range.end != range.end))
    gtk_widget_queue_draw (GTK_WIDGET (self));
  update (self);
}

static void
ful_plot_view_measure (GtkWidget      *widget,
                       GtkOrientation  orientation,
                       int             for_size,
                       int            *minimum,
                       int            *natural,
                       int            *minimum_baseline,
                       int            *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? (int) FUL_PLOT_VIEW (widget)->kind->height : 0;
}

static void
ful_plot_view_size_allocate (GtkWidget *widget,
                             int        width,
                             int        height,
                             int        baseline)
{
  update (FUL_PLOT_VIEW (widget));
}

static void
ful_plot_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ful_plot_view_parent_class)->map (widget);

  update (FUL_PLOT_VIEW (widget));
}

static void
snapshot_dot (FulPlotView *self,
              GtkSnapshot *snapshot)
{
  float x = (float) (self->dot_x / self->plot->request->scale);
  float y = (float) (self->dot_y / self->plot->request->scale);
  const GdkRGBA white = { 1, 1, 1, 0.9f };
  GskRoundedRect dot;

  for (guint i = 0; i < 2; i++)
    {
      float radius = DOT_RADIUS - i;

      gsk_rounded_rect_init_from_rect (&dot, &GRAPHENE_RECT_INIT (x - radius, y - radius, 2 * radius, 2 * radius), radius);
      gtk_snapshot_push_rounded_clip (snapshot, &dot);
      gtk_snapshot_append_color (snapshot, i == 0 ? &white : &self->dot_color, &dot.bounds);
      gtk_snapshot_pop (snapshot);
    }
}

/* Labels, to the right of their positions; one that does not fit before the next is omitted. */
static void
snapshot_labels (FulPlotView *self,
                 GtkSnapshot *snapshot)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GArray *labels = self->plot->labels;
  double factor = (double) gtk_widget_get_width (widget) / self->plot->request->width;
  GtkStyleContext *style = gtk_widget_get_style_context (widget);
  GdkRGBA color, ground;

  gtk_style_context_get_color (style, &color);
  if (!gtk_style_context_lookup_color (style, "view_bg_color", &ground))
    ground = (GdkRGBA) { 1, 1, 1, 1 };
  ground.alpha = 0.85f;
  for (guint i = 0; i < labels->len; i++)
    {
      const FulPlotLabel *label = &g_array_index (labels, FulPlotLabel, i);
      double x = label->x * factor + LABEL_GAP;
      double end = i + 1 < labels->len ? g_array_index (labels, FulPlotLabel, i + 1).x * factor
                                       : gtk_widget_get_width (widget);
      g_autofree char *shown = ful_format_label (label->text, "");
      g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout (widget, shown);
      int width, height;

      pango_layout_get_pixel_size (layout, &width, &height);
      if (x + width > end)
        continue;

      /* A background, so that bars below do not run through the text. */
      gtk_snapshot_append_color (snapshot, &ground, &GRAPHENE_RECT_INIT ((float) x - 1, gtk_widget_get_height (widget) - height,
                                                                         width + 2, height));
      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, gtk_widget_get_height (widget) - height));
      gtk_snapshot_append_layout (snapshot, layout, &color);
      gtk_snapshot_restore (snapshot);
    }
}

static void
ful_plot_view_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  FulPlotView *self = FUL_PLOT_VIEW (widget);
  double width = gtk_widget_get_width (widget);
  FulTimeRange range = get_range (self);
  double px_per_ms = range.end > range.start ? width / (range.end - range.start) : 0;
  FulTimeRange shown;

  if (!self->texture || !self->is_in_viewport)
    return;

  shown = self->plot->request->range;
  gtk_snapshot_append_texture (snapshot, self->texture,
                               &GRAPHENE_RECT_INIT ((float) ((shown.start - range.start) * px_per_ms), 0,
                                                    (float) MAX ((shown.end - shown.start) * px_per_ms, 1),
                                                    gtk_widget_get_height (widget)));
  if (self->plot->labels && shown.start == range.start && shown.end == range.end)
    snapshot_labels (self, snapshot);
  if (!isnan (self->dot_x))
    snapshot_dot (self, snapshot);
}

static void
ful_plot_view_dispose (GObject *object)
{
  FulPlotView *self = FUL_PLOT_VIEW (object);

  ful_job_stop (&self->job);
  g_clear_object (&self->analysis);
  g_clear_object (&self->texture);
  g_clear_pointer (&self->plot, ful_plot_unref);
  g_clear_pointer (&self->key, ful_plot_request_free);
  g_clear_pointer (&self->tracks, ful_track_list_unref);
  g_clear_object (&self->peer.profile);

  G_OBJECT_CLASS (ful_plot_view_parent_class)->dispose (object);
}

static void
ful_plot_view_class_init (FulPlotViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_plot_view_dispose;
  widget_class->map = ful_plot_view_map;
  widget_class->measure = ful_plot_view_measure;
  widget_class->size_allocate = ful_plot_view_size_allocate;
  widget_class->snapshot = ful_plot_view_snapshot;
  gtk_widget_class_set_css_name (widget_class, "plot");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ful_plot_view_init (FulPlotView *self)
{
  self->dot_x = NAN;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/**
 * ful_plot_view_new:
 * @analysis: the analysis, with the range of its document, and the filters
 * @kind: the kind of plot
 * @tracks: the list of @track
 * @track: the track
 * @cpu_reference: from ful_cpu_use_get_reference()
 *
 * Returns: (transfer floating): the view
 */
GtkWidget *
ful_plot_view_new (FulAnalysis       *analysis,
                   const FulPlotKind *kind,
                   FulTrackList      *tracks,
                   const FulTrack    *track,
                   double             cpu_reference)
{
  FulPlotView *self = g_object_new (FUL_TYPE_PLOT_VIEW, NULL);
  FulDocument *document = ful_analysis_get_document (analysis);

  self->analysis = g_object_ref (analysis);
  self->kind = kind;
  self->tracks = ful_track_list_ref (tracks);
  self->track = track;
  self->thread = ful_track_get_plot_thread (ful_document_get_profile (document), track);
  self->cpu_reference = cpu_reference;

  g_signal_connect_object (document, "notify::view-state", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "notify::zoom", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
  if (kind->filters != FUL_PLOT_FILTERS_NONE)
    g_signal_connect_object (analysis, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::high-contrast", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}

/**
 * ful_plot_view_set_track:
 * @tracks: a list of the newest snapshot
 * @track: the same track in it
 * @cpu_reference: from ful_cpu_use_get_reference()
 */
void
ful_plot_view_set_track (FulPlotView    *self,
                         FulTrackList   *tracks,
                         const FulTrack *track,
                         double          cpu_reference)
{
  ful_track_list_ref (tracks);
  ful_track_list_unref (self->tracks);
  self->tracks = tracks;
  self->track = track;
  self->cpu_reference = cpu_reference;
  update (self);
}

/**
 * ful_plot_view_set_peer:
 * @self: not on screen yet
 * @peer: of its counter
 */
void
ful_plot_view_set_peer (FulPlotView       *self,
                        const FulPlotPeer *peer)
{
  self->peer = *peer;
  g_object_ref (self->peer.profile);
}

const FulPlotKind *
ful_plot_view_get_kind (FulPlotView *self)
{
  return self->kind;
}

/**
 * ful_plot_view_get_busy:
 *
 * Returns: whether the picture is not up to date
 */
gboolean
ful_plot_view_get_busy (FulPlotView *self)
{
  return self->job != NULL;
}

/**
 * ful_plot_view_set_in_viewport:
 * @is_in_viewport: whether the view is scrolled to where it can be seen
 */
void
ful_plot_view_set_in_viewport (FulPlotView *self,
                               gboolean     is_in_viewport)
{
  if (self->is_in_viewport == is_in_viewport)
    return;

  self->is_in_viewport = is_in_viewport;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  update (self);
}

/**
 * ful_plot_view_set_dot:
 * @tip: (nullable): the tooltip whose point gets a dot; %NULL for none
 */
void
ful_plot_view_set_dot (FulPlotView      *self,
                       const FulPlotTip *tip)
{
  double x = tip ? tip->dot_x : NAN;

  if (isnan (x) && isnan (self->dot_x))
    return;

  self->dot_x = x;
  if (tip)
    {
      self->dot_y = tip->dot_y;
      self->dot_color = ful_color_scheme_to_rgba (tip->dot_color);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

typedef struct
{
  FulPlot      *plot;
  FulPlotPoint  point;
  FulTimeRange  preview;
} Probe;

static void
probe_free (gpointer data)
{
  Probe *probe = data;

  ful_plot_unref (probe->plot);
  g_clear_pointer (&probe->point.derived, ful_derived_thread_unref);
  g_clear_pointer (&probe->point.tree, ful_call_tree_unref);
  g_free (probe);
}

static void
probe_worker (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  const Probe *probe = task_data;

  g_task_return_pointer (task, ful_plot_probe (probe->plot, &probe->point), (GDestroyNotify) ful_plot_tip_free);
}

/**
 * ful_plot_view_probe_async:
 * @x: in the coordinates of the widget
 * @y: likewise
 *
 * Does a hit test in a job.
 */
void
ful_plot_view_probe_async (FulPlotView         *self,
                           double               x,
                           double               y,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  FulDocument *document = ful_analysis_get_document (self->analysis);
  FulViewOptions *options = ful_document_get_options (document);
  g_autoptr(GTask) task = g_task_new (NULL, NULL, callback, user_data);
  Probe *probe;

  if (!self->plot)
    {
      g_task_return_pointer (task, NULL, NULL);
      return;
    }

  probe = g_new0 (Probe, 1);
  probe->plot = ful_plot_ref (self->plot);
  probe->point.x = x * self->plot->request->width / gtk_widget_get_width (GTK_WIDGET (self));
  probe->point.y = y * self->plot->request->height / gtk_widget_get_height (GTK_WIDGET (self));
  if (options->has_preview)
    {
      probe->preview = ful_time_range_shift (options->preview, ful_document_get_root_range (document).start);
      probe->point.preview = &probe->preview;
    }
  if (ful_analysis_get_thread (self->analysis))
    {
      probe->point.derived = ful_derived_thread_ref (ful_analysis_get_thread (self->analysis));
      probe->point.tree = ful_call_tree_ref (ful_analysis_get_tree (self->analysis));
    }

  g_task_set_task_data (task, probe, probe_free);
  g_task_run_in_thread (task, probe_worker);
}

/**
 * ful_plot_view_probe_finish:
 *
 * Returns: (transfer full) (nullable): the tooltip; %NULL for none, and while the plot is not ready
 */
FulPlotTip *
ful_plot_view_probe_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
