/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One overlay covers ruler and graphs, so that a range spans all of them. Time runs
 * from left to right in every language, so the headers are always on the left. */

#include "config.h"

#include "ful-timeline.h"

#include "ful-range-overlay.h"
#include "ful-ruler.h"
#include "ful-thread-picker.h"
#include "ful-track-context-menu.h"
#include "ful-track-hover.h"
#include "ful-track-jobs.h"
#include "ful-track-menu.h"
#include "ful-track-rows.h"

#include "base/ful-job.h"
#include "threads/ful-view-options.h"
#include "tracks/ful-track-layout.h"
#include "tracks/ful-track.h"
#include "viewtext/ful-panel-ids.h"
#include "widgets/ful-em.h"

#define MIN_ROWS_HEIGHT 60

struct _FulTimeline
{
  GtkWidget     parent_instance;

  FulAnalysis  *analysis;
  FulDocument  *document;
  FulJob       *job;            /* (nullable): while the list of tracks is computed */
  FulJob       *tabs_job;       /* (nullable): while the list of tabs is computed */
  GPtrArray    *tabs;           /* (nullable): FulTab: once the list is known */
  const FulTab *tab;            /* (nullable): the one of them whose tracks are shown */
  guint64       serial;         /* of the threads of the snapshot that the list is of */
  FulTrackVisibility *tracks;   /* (nullable): before the list is there */
  FulTrackLayout *layout;       /* (nullable): of the link that @tracks follow */

  FulThreadPicker picker;
  const char   *thread_panel;   /* (nullable): id of the panel to show with a thread; an interned text */

  GtkWidget    *menu;
  GtkWidget    *context_menu;   /* (nullable): before the list is there */
  GtkWidget    *ruler;
  FulTrackRows *rows;
  GtkWidget    *overlay;
  FulTrackHover *hover;
};

G_DEFINE_FINAL_TYPE (FulTimeline, ful_timeline, GTK_TYPE_WIDGET)

enum
{
  RESIZED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* The selected threads: those of the state, or if it has none the default ones of
 * the analysis. */
static const guint *
get_selected (FulTimeline *self,
              guint       *out_n)
{
  FulViewOptions *options = ful_document_get_options (self->document);
  FulDerivedThread *derived = ful_analysis_get_thread (self->analysis);

  if (options->n_threads > 0 || !derived)
    {
      *out_n = options->n_threads;
      return options->threads;
    }

  *out_n = derived->threads->n_threads;
  return derived->threads->threads;
}

static void
update_selected (FulTimeline *self)
{
  guint n_selected;
  const guint *selected = get_selected (self, &n_selected);

  ful_track_rows_set_selected (self->rows, selected, n_selected);
}

/* The thread that a click on a track selects, and the panel that it shows. */
static gint32
get_clicked_thread (FulTimeline     *self,
                    const FulTrack  *track,
                    const char     **out_panel)
{
  GPtrArray *counters = ful_document_get_profile (self->document)->counters;

  *out_panel = NULL;
  switch (track->type)
    {
    case FUL_TRACK_PROCESS:
    case FUL_TRACK_THREAD:
      *out_panel = self->thread_panel;
      return track->thread;
    case FUL_TRACK_NETWORK:
      *out_panel = FUL_PANEL_NETWORK;
      return track->thread;
    case FUL_TRACK_MARKER:
    case FUL_TRACK_IPC:
      *out_panel = FUL_PANEL_MARKER_CHART;
      return track->thread;
    case FUL_TRACK_EVENT_DELAY:
      return track->thread;
    case FUL_TRACK_COUNTER:
      return (gint32) ((FulCounter *) g_ptr_array_index (counters, track->counter))->main_thread;
    case FUL_TRACK_SCREENSHOTS:
    case FUL_TRACK_VISUAL_PROGRESS:
    case FUL_TRACK_PERCEPTUAL_VISUAL_PROGRESS:
    case FUL_TRACK_CONTENTFUL_VISUAL_PROGRESS:
    default:
      return FUL_NONE;
    }
}

static void
row_clicked_cb (FulTrackRows    *rows,
                FulTrackRow     *row,
                GdkModifierType  modifiers,
                FulTimeline     *self)
{
  g_autoptr(GArray) on_screen = NULL;
  g_autoptr(GArray) threads = NULL;
  guint n_selected;
  const guint *selected = get_selected (self, &n_selected);
  const char *panel;
  gint32 clicked = get_clicked_thread (self, ful_track_row_get_track (row), &panel);

  if (clicked == FUL_NONE)
    return;

  on_screen = ful_track_rows_get_threads (rows);
  threads = ful_thread_picker_click (&self->picker, selected, n_selected, on_screen, (guint) clicked, modifiers);
  ful_document_set_threads (self->document, (guint *) threads->data, threads->len);
  ful_track_rows_follow (rows, GTK_WIDGET (row));
  if (panel)
    ful_document_set_panel (self->document, panel);
}

static void
row_menu_cb (GtkWidget   *rows,
             guint        track,
             double       x,
             double       y,
             FulTimeline *self)
{
  double menu_x, menu_y;

  gtk_widget_translate_coordinates (rows, self->context_menu, x, y, &menu_x, &menu_y);
  ful_track_context_menu_popup (FUL_TRACK_CONTEXT_MENU (self->context_menu), track, menu_x, menu_y);
}

/* A link may have a layout of tracks. */
static void
apply_layout (FulTimeline *self)
{
  FulTrackLayout *layout = ful_document_get_view_state (self->document)->tracks;

  if (!self->tracks || !layout || layout == self->layout)
    return;

  g_clear_pointer (&self->layout, ful_track_layout_unref);
  self->layout = ful_track_layout_ref (layout);
  ful_track_visibility_apply (self->tracks, layout);
}

static void
state_changed_cb (FulTimeline *self)
{
  const char *panel = ful_document_get_view_state (self->document)->panel;

  /* The last panel, to return to from that of the network. */
  if (g_strcmp0 (panel, FUL_PANEL_NETWORK) != 0)
    self->thread_panel = panel;
  apply_layout (self);
  update_selected (self);
}

/* Threads whose track is hidden are no longer selected. */
static void
unselect_hidden (FulTimeline *self)
{
  guint n_selected;
  const guint *selected = get_selected (self, &n_selected);
  g_autoptr(GArray) shown = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < ful_track_visibility_get_n_tracks (self->tracks); i++)
    {
      gint32 thread = ful_track_get_thread (ful_track_visibility_get_track (self->tracks, i));

      if (thread == FUL_NONE || !ful_track_visibility_is_shown (self->tracks, i))
        continue;
      for (guint j = 0; j < n_selected; j++)
        if (selected[j] == (guint) thread)
          {
            g_array_append_val (shown, thread);
            break;
          }
    }

  if (shown->len == n_selected)
    return;

  if (shown->len == 0)
    {
      gint32 thread = ful_track_visibility_find_thread (self->tracks, selected[0]);

      g_array_append_val (shown, thread);
    }
  ful_document_set_threads (self->document, (guint *) shown->data, shown->len);
}

/* Replaces the tracks with @tracks. */
static void
take_tracks (FulTimeline     *self,
             const FulTracks *tracks)
{
  gboolean is_first = self->tracks == NULL;

  ful_track_hover_leave (self->hover);
  g_clear_pointer (&self->context_menu, gtk_widget_unparent);
  g_clear_object (&self->tracks);

  self->tracks = ful_track_visibility_new (ful_document_get_profile (self->document), tracks->list);
  ful_track_rows_set_tracks (self->rows, self->analysis, self->tracks, tracks->cpu_reference);
  g_signal_connect_object (self->tracks, "changed", G_CALLBACK (unselect_hidden), self, G_CONNECT_SWAPPED);
  apply_layout (self);
  ful_track_menu_set_tracks (FUL_TRACK_MENU (self->menu), self->tracks);
  self->context_menu = ful_track_context_menu_new (self->tracks);
  gtk_widget_set_parent (self->context_menu, GTK_WIDGET (self));
  update_selected (self);

  if (!is_first)
    ful_document_set_threads (self->document, (guint *) tracks->list->selected_threads->data,
                              tracks->list->selected_threads->len);
}

/* Takes over @tracks, of a later snapshot. */
static void
extend_tracks (FulTimeline     *self,
               const FulTracks *tracks)
{
  guint n_before = ful_track_visibility_get_n_tracks (self->tracks);

  ful_track_visibility_extend (self->tracks, tracks->profile, tracks->list, ful_document_get_options (self->document));
  ful_track_rows_extend (self->rows, tracks->cpu_reference);
  if (ful_track_visibility_get_n_tracks (self->tracks) != n_before)
    ful_track_menu_set_tracks (FUL_TRACK_MENU (self->menu), self->tracks);
  update_selected (self);
}

static void
tabs_ready_cb (gpointer      owner,
               gpointer      data,
               const GError *error)
{
  FulTimeline *self = owner;
  FulTracks *tracks = data;

  if (error || !self->menu)
    return;

  self->tabs = g_steal_pointer (&tracks->tabs);
  if (self->tabs->len > 0)
    ful_track_menu_set_tabs (FUL_TRACK_MENU (self->menu), self->tabs);
}

static void profile_changed_cb (FulTimeline *self);

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulTimeline *self = owner;
  FulTracks *tracks = data;

  if (error)
    return;

  self->serial = tracks->profile->thread_serial;
  if (self->tracks && tracks->tab == self->tab)
    extend_tracks (self, tracks);
  else
    take_tracks (self, tracks);
  self->tab = tracks->tab;
  profile_changed_cb (self);
}

/* @tab: (nullable): one of the tabs; all of the profile without one */
static void
start_job (FulTimeline  *self,
           const FulTab *tab)
{
  ful_tracks_load (ful_document_get_profile (self->document), self->tabs, tab, &self->job, ready_cb, self);
}

/* A job for an older snapshot runs to its end. */
static void
profile_changed_cb (FulTimeline *self)
{
  if (!self->job && self->serial != ful_document_get_profile (self->document)->thread_serial)
    start_job (self, self->tab);
}

/* Listing the tabs reads all payloads, so it is done on demand. */
static void
tabs_wanted_cb (FulTimeline *self)
{
  if (!self->tabs && !self->tabs_job)
    ful_tab_list_load (ful_document_get_profile (self->document), &self->tabs_job, tabs_ready_cb, self);
}

static void
tab_selected_cb (GtkWidget   *menu,
                 int          tab,
                 FulTimeline *self)
{
  start_job (self, tab < 0 ? NULL : g_ptr_array_index (self->tabs, tab));
}

/* Returns: (nullable): the widget of a type at a place of the overlay, whose place in it is @out_x, @out_y */
static gpointer
find_widget (FulTimeline *self,
             GType        type,
             double       x,
             double       y,
             double      *out_x,
             double      *out_y)
{
  double rows_x, rows_y;
  GtkWidget *widget;

  /* NaN is not a place either. */
  if (!(y >= ful_ruler_get_height (GTK_WIDGET (self))))
    return NULL;

  gtk_widget_translate_coordinates (self->overlay, GTK_WIDGET (self->rows), x, y, &rows_x, &rows_y);
  widget = ful_track_rows_pick (self->rows, type, rows_x, rows_y);
  if (widget)
    gtk_widget_translate_coordinates (self->overlay, widget, x, y, out_x, out_y);

  return widget;
}

static void
overlay_hovered_cb (GtkWidget   *overlay,
                    double       x,
                    double       y,
                    FulTimeline *self)
{
  double view_x, view_y;
  FulPlotView *view = find_widget (self, FUL_TYPE_PLOT_VIEW, x, y, &view_x, &view_y);

  if (view)
    ful_track_hover_move (self->hover, view, view_x, view_y);
  else
    ful_track_hover_leave (self->hover);
}

static void
overlay_clicked_cb (GtkWidget       *overlay,
                    double           x,
                    double           y,
                    GdkModifierType  modifiers,
                    FulTimeline     *self)
{
  double view_x, view_y;
  FulTrackRow *row = find_widget (self, FUL_TYPE_TRACK_ROW, x, y, &view_x, &view_y);
  FulPlotView *view;

  if (!row)
    return;

  /* The focus may scroll the rows. */
  view = find_widget (self, FUL_TYPE_PLOT_VIEW, x, y, &view_x, &view_y);
  gtk_widget_grab_focus (GTK_WIDGET (row));
  if (view && !(modifiers & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)))
    ful_track_hover_select (self->hover, view, ful_track_get_thread (ful_track_row_get_track (row)), view_x, view_y);
  row_clicked_cb (self->rows, row, modifiers, self);
}

/* The overlay covers the scrolled rows and gets their scroll events. */
static gboolean
scroll_cb (GtkEventControllerScroll *controller,
           double                    dx,
           double                    dy,
           FulTimeline              *self)
{
  ful_track_rows_scroll (self->rows, dy);

  return GDK_EVENT_STOP;
}

static void
ful_timeline_measure (GtkWidget      *widget,
                      GtkOrientation  orientation,
                      int             for_size,
                      int            *minimum,
                      int            *natural,
                      int            *minimum_baseline,
                      int            *natural_baseline)
{
  FulTimeline *self = FUL_TIMELINE (widget);
  int menu_minimum;

  /* GTK requires every child to be measured before it is allocated. */
  gtk_widget_measure (self->menu, orientation, -1, &menu_minimum, NULL, NULL, NULL);
  gtk_widget_measure (self->ruler, orientation, -1, NULL, NULL, NULL, NULL);
  gtk_widget_measure (self->overlay, orientation, -1, NULL, NULL, NULL, NULL);
  if (self->context_menu)
    gtk_widget_measure (self->context_menu, orientation, -1, NULL, NULL, NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (self->rows), orientation, -1, minimum, natural, NULL, NULL);

  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      int ruler_height = ful_ruler_get_height (widget);

      *minimum = ruler_height + MIN_ROWS_HEIGHT;
      *natural = MAX (*minimum, *natural + ruler_height);
    }
}

static void
ful_timeline_size_allocate (GtkWidget *widget,
                            int        width,
                            int        height,
                            int        baseline)
{
  FulTimeline *self = FUL_TIMELINE (widget);
  int header_width = ful_em_head_width (widget, width);
  int ruler_height = ful_ruler_get_height (widget);
  int graph_width = MAX (1, width - header_width - ful_em_tail_width (widget));

  ful_track_rows_set_header_width (self->rows, header_width);
  gtk_widget_size_allocate (self->menu, &(GtkAllocation) { 0, 0, header_width, ruler_height }, -1);
  gtk_widget_size_allocate (self->ruler, &(GtkAllocation) { header_width, 0, graph_width, ruler_height }, -1);
  gtk_widget_size_allocate (GTK_WIDGET (self->rows),
                            &(GtkAllocation) { 0, ruler_height, width, MAX (1, height - ruler_height) }, -1);
  gtk_widget_size_allocate (self->overlay, &(GtkAllocation) { header_width, 0, graph_width, height }, -1);
  if (self->context_menu)
    gtk_widget_size_allocate (self->context_menu, &(GtkAllocation) { 0, 0, 1, 1 }, -1);
}

static void
ful_timeline_dispose (GObject *object)
{
  FulTimeline *self = FUL_TIMELINE (object);
  GtkWidget *child;

  ful_job_stop (&self->job);
  ful_job_stop (&self->tabs_job);
  self->menu = NULL;

  if (self->overlay)
    g_signal_handlers_disconnect_by_data (self->overlay, self);
  self->overlay = NULL;
  g_clear_object (&self->hover);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);

  g_clear_pointer (&self->tabs, g_ptr_array_unref);
  ful_thread_picker_clear (&self->picker);
  g_clear_object (&self->tracks);
  g_clear_pointer (&self->layout, ful_track_layout_unref);
  g_clear_object (&self->analysis);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (ful_timeline_parent_class)->dispose (object);
}

static void
ful_timeline_class_init (FulTimelineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_timeline_dispose;
  widget_class->measure = ful_timeline_measure;
  widget_class->size_allocate = ful_timeline_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "timeline");

  signals[RESIZED] = g_signal_new ("resized", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                      NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
rows_resized_cb (FulTimeline *self)
{
  g_signal_emit (self, signals[RESIZED], 0);
}

static void
ful_timeline_init (FulTimeline *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  ful_thread_picker_init (&self->picker);

  self->menu = ful_track_menu_new ();
  g_signal_connect_swapped (self->menu, "tabs-wanted", G_CALLBACK (tabs_wanted_cb), self);
  g_signal_connect (self->menu, "tab-selected", G_CALLBACK (tab_selected_cb), self);
  self->ruler = g_object_new (FUL_TYPE_RULER, NULL);

  self->rows = FUL_TRACK_ROWS (ful_track_rows_new ());
  g_signal_connect_swapped (self->rows, "resized", G_CALLBACK (rows_resized_cb), self);
  g_signal_connect (self->rows, "clicked", G_CALLBACK (row_clicked_cb), self);
  g_signal_connect (self->rows, "menu", G_CALLBACK (row_menu_cb), self);

  self->overlay = ful_range_overlay_new ();
  g_signal_connect (self->overlay, "clicked", G_CALLBACK (overlay_clicked_cb), self);
  g_signal_connect (self->overlay, "hovered", G_CALLBACK (overlay_hovered_cb), self);

  gtk_widget_set_parent (self->menu, widget);
  gtk_widget_set_parent (self->ruler, widget);
  gtk_widget_set_parent (GTK_WIDGET (self->rows), widget);
  gtk_widget_set_parent (self->overlay, widget);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_direction (widget, GTK_TEXT_DIR_LTR);

  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (widget, scroll);
}

/**
 * ful_timeline_set_analysis:
 * @analysis: whose document to show; once
 */
void
ful_timeline_set_analysis (FulTimeline *self,
                           FulAnalysis *analysis)
{
  g_return_if_fail (FUL_IS_TIMELINE (self));

  self->analysis = g_object_ref (analysis);
  self->document = g_object_ref (ful_analysis_get_document (analysis));
  self->hover = ful_track_hover_new (self->document);
  ful_ruler_set_document (FUL_RULER (self->ruler), self->document);
  ful_range_overlay_set_document (FUL_RANGE_OVERLAY (self->overlay), self->document);
  g_signal_connect_object (analysis, "changed", G_CALLBACK (update_selected), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "notify::view-state", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);

  g_signal_connect_object (self->document, "notify::profile", G_CALLBACK (profile_changed_cb), self, G_CONNECT_SWAPPED);

  start_job (self, NULL);
}

/**
 * ful_timeline_fit:
 * @height: available px
 *
 * Returns: px of the time line with the tracks that fit into @height
 */
int
ful_timeline_fit (FulTimeline *self,
                  int          height)
{
  int ruler_height = ful_ruler_get_height (GTK_WIDGET (self));
  int minimum;

  gtk_widget_measure (GTK_WIDGET (self), GTK_ORIENTATION_VERTICAL, -1, &minimum, NULL, NULL, NULL);

  return MAX (ruler_height + ful_track_rows_fit (self->rows, height - ruler_height), minimum);
}

/**
 * ful_timeline_get_busy:
 *
 * Returns: whether a track is older than the document's state
 */
gboolean
ful_timeline_get_busy (FulTimeline *self)
{
  return self->job || ful_track_rows_get_busy (self->rows);
}

/**
 * ful_timeline_show_track:
 * @track: number of a track, see #FulTrackVisibility; others are ignored
 *
 * Shows a track, with its process, and scrolls to it.
 */
void
ful_timeline_show_track (FulTimeline *self,
                         guint        track)
{
  guint process;

  g_return_if_fail (FUL_IS_TIMELINE (self));

  if (self->tracks == NULL || track >= ful_track_visibility_get_n_tracks (self->tracks))
    return;

  process = ful_track_visibility_get_process (self->tracks, track);
  ful_track_visibility_change (self->tracks, FUL_TRACK_CHANGE_SHOW, process);
  ful_track_visibility_change (self->tracks, FUL_TRACK_CHANGE_SHOW, track);
  if (process != track && ful_track_visibility_is_folded (self->tracks, process))
    ful_track_visibility_fold (self->tracks, process, FALSE);
  ful_track_rows_scroll_to (FUL_TRACK_ROWS (self->rows), track);
}

/**
 * ful_timeline_show_counter:
 *
 * Shows the track of a counter, and scrolls to it.
 */
void
ful_timeline_show_counter (FulTimeline *self,
                           guint        counter)
{
  guint n_tracks = self->tracks ? ful_track_visibility_get_n_tracks (self->tracks) : 0;

  for (guint i = 0; i < n_tracks; i++)
    if (ful_track_visibility_get_track (self->tracks, i)->counter == (gint32) counter)
      {
        ful_timeline_show_track (self, i);
        return;
      }
}

/**
 * ful_timeline_get_tracks:
 *
 * Returns: (transfer none) (nullable): the tracks, once there are any
 */
FulTrackVisibility *
ful_timeline_get_tracks (FulTimeline *self)
{
  return self->tracks;
}
