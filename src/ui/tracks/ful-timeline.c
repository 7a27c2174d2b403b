/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows for the tracks that are shown; the list of tracks is made in a job, and a
 * row when its track is shown for the first time. Over ruler and graphs lies one overlay, so that a range
 * spans all of them. Time runs from left to right in every language, and so the
 * headers stay left. */

#include "config.h"

#include "ful-timeline.h"
#include "ful-range-overlay.h"
#include "ful-ruler.h"
#include "ful-thread-picker.h"
#include "ful-track-row.h"
#include "ful-track-context-menu.h"
#include "ful-track-hover.h"
#include "ful-track-menu.h"

#include "derive/ful-cpu-use.h"

#include <glib/gi18n.h>
#include <math.h>

#define RULER_HEIGHT 24
#define RIGHT_MARGIN 12
#define MIN_ROWS_HEIGHT 60
#define NETWORK_PANEL "network"

/* Rows that are so far off the screen (px) are made ready to be scrolled in. */
#define NEAR 60
#define MAX_ROWS_A_TURN 12

/* Width of the header column, and of the window (px) from which on it is used. */
static const struct
{
  int from;
  int header;
} layouts[] = {
  { 900, 208 },
  { 0, 140 },
};

struct _FulTimeline
{
  GtkWidget     parent_instance;

  FulAnalysis  *analysis;
  FulDocument  *document;
  GCancellable *job;            /* (nullable): the list of tracks is being made */
  GCancellable *tabs_job;       /* (nullable): once tabs were asked for */
  GPtrArray    *tabs;           /* (nullable): FulTab: once it is known that there are some */
  FulTrackVisibility *tracks;   /* (nullable): before the list is there */
  guint         rows_id;        /* idle source while there are more rows to make */
  GPtrArray    *rows;           /* FulTrackRow of each track, or NULL before it was shown */
  double        cpu_reference;
  int           header_width;

  FulThreadPicker picker;
  const char   *thread_panel;   /* (nullable): id of the panel to show with a thread; an interned text */

  GtkWidget    *menu;
  GtkWidget    *context_menu;   /* (nullable): before the list is there */
  GtkWidget    *ruler;
  GtkWidget    *scroller;
  GtkWidget    *list;
  GtkWidget    *overlay;
  FulTrackHover *hover;
};

G_DEFINE_FINAL_TYPE (FulTimeline, ful_timeline, GTK_TYPE_WIDGET)

enum
{
  ROWS_ADDED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

typedef struct
{
  FulTrackList *tracks;
  double        cpu_reference;
} Tracks;

static void
tracks_free (gpointer data)
{
  Tracks *tracks = data;

  ful_track_list_unref (tracks->tracks);
  g_free (tracks);
}

/* @tab is one of @tabs, or NULL */
typedef struct
{
  FulProfile   *profile;
  GPtrArray    *tabs;   /* (nullable) */
  const FulTab *tab;
} TracksInput;

static void
tracks_input_free (gpointer data)
{
  TracksInput *in = data;

  g_object_unref (in->profile);
  g_clear_pointer (&in->tabs, g_ptr_array_unref);
  g_free (in);
}

static void
worker (GTask        *task,
        gpointer      source,
        gpointer      task_data,
        GCancellable *cancellable)
{
  const TracksInput *in = task_data;
  FulProfile *profile = in->profile;
  GError *error = NULL;
  FulTrackList *list = ful_track_list_new (profile, FUL_TRACK_EXTRAS_ALL, in->tab, cancellable, &error);
  Tracks *tracks;

  if (!list)
    {
      g_task_return_error (task, error);
      return;
    }

  tracks = g_new0 (Tracks, 1);
  tracks->tracks = list;
  tracks->cpu_reference = ful_cpu_use_get_reference (profile);
  g_task_return_pointer (task, tracks, tracks_free);
}

static gboolean
contains (const guint *threads,
          guint        n_threads,
          guint        thread)
{
  for (guint i = 0; i < n_threads; i++)
    if (threads[i] == thread)
      return TRUE;

  return FALSE;
}

/* The selected threads: those of the state, or while it leaves the choice to
 * the profile, those that the analysis took. */
static const guint *
get_selected (FulTimeline *self,
              guint       *out_n)
{
  FulDeriveOptions *options = ful_document_get_options (self->document);
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

  for (guint i = 0; i < self->rows->len; i++)
    {
      FulTrackRow *row = g_ptr_array_index (self->rows, i);
      gint32 thread = row ? ful_track_get_thread (ful_track_row_get_track (row)) : FUL_NONE;

      if (row)
        ful_track_row_set_selected (row, thread != FUL_NONE && contains (selected, n_selected, (guint) thread));
    }
}

static gboolean
is_on_screen (FulTimeline *self,
              guint        track)
{
  return ful_track_visibility_is_shown (self->tracks, track) &&
         !(ful_track_visibility_is_local (self->tracks, track) && ful_track_visibility_is_folded (self->tracks, track));
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
      *out_panel = NETWORK_PANEL;
      return track->thread;
    case FUL_TRACK_MARKER:
    case FUL_TRACK_IPC:
      *out_panel = "marker-chart";
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
row_clicked_cb (FulTrackRow     *row,
                GdkModifierType  modifiers,
                FulTimeline     *self)
{
  g_autoptr(GArray) on_screen = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr(GArray) threads = NULL;
  guint n_selected;
  const guint *selected = get_selected (self, &n_selected);
  const char *panel;
  gint32 clicked = get_clicked_thread (self, ful_track_row_get_track (row), &panel);

  if (clicked == FUL_NONE)
    return;

  for (guint i = 0; i < self->rows->len; i++)
    {
      guint track = ful_track_visibility_get_at (self->tracks, i);
      gint32 thread = ful_track_get_thread (ful_track_visibility_get_track (self->tracks, track));

      if (thread != FUL_NONE && is_on_screen (self, track))
        g_array_append_val (on_screen, thread);
    }

  threads = ful_thread_picker_click (&self->picker, selected, n_selected, on_screen, (guint) clicked, modifiers);
  ful_document_set_threads (self->document, (guint *) threads->data, threads->len);
  if (panel)
    ful_document_set_panel (self->document, panel);
}

/* The panel of a thread that was looked at last, to go back to from that of the network. */
static void
state_changed_cb (FulTimeline *self)
{
  const char *panel = ful_document_get_view_state (self->document)->panel;

  if (g_strcmp0 (panel, NETWORK_PANEL) != 0)
    self->thread_panel = panel;
  update_selected (self);
}

static void
row_folded_cb (FulTrackRow *row,
               gboolean      folded,
               FulTimeline  *self)
{
  guint track;

  g_ptr_array_find (self->rows, row, &track);
  ful_track_visibility_fold (self->tracks, track, folded);
}

static void
row_menu_cb (FulTrackRow *row,
             double        x,
             double        y,
             FulTimeline  *self)
{
  double menu_x, menu_y;
  guint track;

  g_ptr_array_find (self->rows, row, &track);
  gtk_widget_translate_coordinates (GTK_WIDGET (row), self->context_menu, x, y, &menu_x, &menu_y);
  ful_track_context_menu_popup (FUL_TRACK_CONTEXT_MENU (self->context_menu), track, menu_x, menu_y);
}

/* Returns: (nullable): the row at a height of @row that it can take the place of */
static GtkWidget *
find_target (FulTimeline *self,
             GtkWidget   *row,
             double       y)
{
  double list_x, list_y;
  guint track;

  gtk_widget_translate_coordinates (row, self->list, 0, y, &list_x, &list_y);
  g_ptr_array_find (self->rows, row, &track);
  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *other = self->rows->pdata[i];
      GtkAllocation at;

      if (!other || !gtk_widget_get_visible (other) || !ful_track_visibility_can_move (self->tracks, track, i))
        continue;
      gtk_widget_get_allocation (other, &at);
      if (list_y >= at.y && list_y < at.y + at.height)
        return other;
    }

  return NULL;
}

/* @target: (nullable) */
static void
mark_target (FulTimeline *self,
             GtkWidget   *target)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (self->rows->pdata[i] && self->rows->pdata[i] != target)
      gtk_widget_remove_css_class (self->rows->pdata[i], "drop-target");
  if (target)
    gtk_widget_add_css_class (target, "drop-target");
}

static void
row_dragged_cb (GtkWidget   *row,
                double       y,
                FulTimeline *self)
{
  mark_target (self, find_target (self, row, y));
}

static void
row_dropped_cb (GtkWidget   *row,
                double       y,
                FulTimeline *self)
{
  GtkWidget *target = isnan (y) ? NULL : find_target (self, row, y);
  guint from, to;

  mark_target (self, NULL);
  if (!target)
    return;

  g_ptr_array_find (self->rows, row, &from);
  g_ptr_array_find (self->rows, target, &to);
  ful_track_visibility_move (self->tracks, from, to);
}

/* Up or down past the next one that is shown. */
static void
row_shifted_cb (GtkWidget   *row,
                int          direction,
                FulTimeline *self)
{
  guint n = self->rows->len;
  guint track, place = 0;

  g_ptr_array_find (self->rows, row, &track);
  while (ful_track_visibility_get_at (self->tracks, place) != track)
    place++;
  for (gint64 i = (gint64) place + direction; i >= 0 && i < n; i += direction)
    {
      guint target = ful_track_visibility_get_at (self->tracks, (guint) i);

      if (is_on_screen (self, target) && ful_track_visibility_can_move (self->tracks, track, target))
        {
          ful_track_visibility_move (self->tracks, track, target);
          gtk_widget_grab_focus (row);
          return;
        }
    }
}

static FulTrackRow *
create_row (FulTimeline *self,
            guint        number)
{
  GtkWidget *row = ful_track_row_new (self->analysis, ful_track_visibility_get_list (self->tracks),
                                      ful_track_visibility_get_track (self->tracks, number), self->cpu_reference,
                                      ful_track_visibility_is_local (self->tracks, number));

  ful_track_row_set_header_width (FUL_TRACK_ROW (row), self->header_width);
  g_signal_connect (row, "clicked", G_CALLBACK (row_clicked_cb), self);
  g_signal_connect (row, "folded", G_CALLBACK (row_folded_cb), self);
  g_signal_connect (row, "menu", G_CALLBACK (row_menu_cb), self);
  g_signal_connect (row, "dragged", G_CALLBACK (row_dragged_cb), self);
  g_signal_connect (row, "dropped", G_CALLBACK (row_dropped_cb), self);
  g_signal_connect (row, "shifted", G_CALLBACK (row_shifted_cb), self);
  gtk_box_append (GTK_BOX (self->list), row);

  return FUL_TRACK_ROW (row);
}

/* Threads whose track is hidden are no longer selected. */
static void
unselect_hidden (FulTimeline *self)
{
  guint n_selected;
  const guint *selected = get_selected (self, &n_selected);
  g_autoptr(GArray) shown = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->rows->len; i++)
    {
      gint32 thread = ful_track_get_thread (ful_track_visibility_get_track (self->tracks, i));

      if (thread != FUL_NONE && ful_track_visibility_is_shown (self->tracks, i) &&
          contains (selected, n_selected, (guint) thread))
        g_array_append_val (shown, thread);
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

static void
update_rows (FulTimeline *self);

static gboolean
make_more_rows_cb (gpointer user_data)
{
  FulTimeline *self = user_data;

  self->rows_id = 0;
  update_rows (self);

  return G_SOURCE_REMOVE;
}

/* Makes the rows that are not there yet, some in a turn of the main loop, and puts all in order. */
static void
update_rows (FulTimeline *self)
{
  GtkWidget *above = NULL;
  guint n_made = 0;

  for (guint place = 0; place < self->rows->len; place++)
    {
      guint track = ful_track_visibility_get_at (self->tracks, place);
      gboolean on_screen = is_on_screen (self, track);
      GtkWidget *row;

      if (!self->rows->pdata[track] && on_screen && n_made++ < MAX_ROWS_A_TURN)
        self->rows->pdata[track] = create_row (self, track);
      row = self->rows->pdata[track];
      if (!row)
        continue;

      if (gtk_widget_get_prev_sibling (row) != above)
        gtk_box_reorder_child_after (GTK_BOX (self->list), row, above);
      gtk_widget_set_visible (row, on_screen);
      ful_track_row_set_foldable (FUL_TRACK_ROW (row), ful_track_visibility_can_fold (self->tracks, track),
                                  ful_track_visibility_is_folded (self->tracks, track));
      above = row;
    }

  if (n_made > MAX_ROWS_A_TURN && !self->rows_id)
    self->rows_id = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, make_more_rows_cb, self, NULL);
  update_selected (self);
}

/* Only rows on screen are kept up to date. */
static void
update_near (FulTimeline *self)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  double top = gtk_adjustment_get_value (adjustment);
  double bottom = top + gtk_adjustment_get_page_size (adjustment);

  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkAllocation at;

      if (!self->rows->pdata[i])
        continue;

      gtk_widget_get_allocation (self->rows->pdata[i], &at);
      ful_track_row_set_near (self->rows->pdata[i], gtk_widget_get_visible (self->rows->pdata[i]) &&
                                                      at.y + at.height > top - NEAR && at.y < bottom + NEAR);
    }
}

static void
tracks_changed_cb (FulTimeline *self)
{
  update_rows (self);
  unselect_hidden (self);
}

/* Before other tracks take their place. */
static void
forget_tracks (FulTimeline *self)
{
  ful_track_hover_leave (self->hover);
  g_clear_handle_id (&self->rows_id, g_source_remove);
  for (guint i = 0; i < self->rows->len; i++)
    if (self->rows->pdata[i])
      gtk_box_remove (GTK_BOX (self->list), self->rows->pdata[i]);
  g_ptr_array_set_size (self->rows, 0);
  g_clear_pointer (&self->context_menu, gtk_widget_unparent);
  g_clear_object (&self->tracks);
}

static void
take_tracks (FulTimeline  *self,
             const Tracks *tracks)
{
  gboolean is_first = self->tracks == NULL;

  forget_tracks (self);
  self->cpu_reference = tracks->cpu_reference;
  self->tracks = ful_track_visibility_new (ful_document_get_profile (self->document), tracks->tracks);
  g_ptr_array_set_size (self->rows, (int) ful_track_visibility_get_n_tracks (self->tracks));
  g_signal_connect_object (self->tracks, "changed", G_CALLBACK (tracks_changed_cb), self, G_CONNECT_SWAPPED);
  ful_track_menu_set_tracks (FUL_TRACK_MENU (self->menu), self->tracks);
  self->context_menu = ful_track_context_menu_new (self->tracks);
  gtk_widget_set_parent (self->context_menu, GTK_WIDGET (self));

  update_rows (self);
  if (is_first)
    g_signal_emit (self, signals[ROWS_ADDED], 0);
  else
    ful_document_set_threads (self->document, (guint *) tracks->tracks->selected_threads->data,
                              tracks->tracks->selected_threads->len);
}

static void
tabs_worker (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  GError *error = NULL;
  GPtrArray *tabs = ful_tab_list_new (FUL_PROFILE (task_data), cancellable, &error);

  if (tabs)
    g_task_return_pointer (task, tabs, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

static void
tabs_ready_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr(FulTimeline) self = user_data;
  g_autoptr(GPtrArray) tabs = g_task_propagate_pointer (G_TASK (result), NULL);

  if (!tabs || tabs->len == 0 || !self->menu)
    return;

  self->tabs = g_steal_pointer (&tabs);
  ful_track_menu_set_tabs (FUL_TRACK_MENU (self->menu), self->tabs);
}

static void
ready_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(FulTimeline) self = user_data;
  Tracks *tracks = g_task_propagate_pointer (G_TASK (result), NULL);

  if (tracks && g_task_get_cancellable (G_TASK (result)) == self->job)
    {
      g_clear_object (&self->job);
      take_tracks (self, tracks);
    }

  g_clear_pointer (&tracks, tracks_free);
}

/* @tab: (nullable): one of the tabs; all of the profile without one */
static void
start_job (FulTimeline  *self,
           const FulTab *tab)
{
  TracksInput *in = g_new0 (TracksInput, 1);
  g_autoptr(GTask) task = NULL;

  in->profile = g_object_ref (ful_document_get_profile (self->document));
  in->tabs = self->tabs ? g_ptr_array_ref (self->tabs) : NULL;
  in->tab = tab;

  g_cancellable_cancel (self->job);
  g_clear_object (&self->job);
  self->job = g_cancellable_new ();
  task = g_task_new (NULL, self->job, ready_cb, g_object_ref (self));
  g_task_set_task_data (task, in, tracks_input_free);
  g_task_run_in_thread (task, worker);
}

/* Finding the tabs reads all payloads: not before somebody asks for them. */
static void
tabs_wanted_cb (FulTimeline *self)
{
  g_autoptr(GTask) task = NULL;

  if (self->tabs_job)
    return;

  self->tabs_job = g_cancellable_new ();
  task = g_task_new (NULL, self->tabs_job, tabs_ready_cb, g_object_ref (self));
  g_task_set_task_data (task, g_object_ref (ful_document_get_profile (self->document)), g_object_unref);
  g_task_run_in_thread (task, tabs_worker);
}

static void
tab_selected_cb (GtkWidget   *menu,
                 int          tab,
                 FulTimeline *self)
{
  start_job (self, tab < 0 ? NULL : g_ptr_array_index (self->tabs, tab));
}

/* Returns: (nullable): the row at a place of the overlay */
static FulTrackRow *
find_row (FulTimeline *self,
          double       x,
          double       y)
{
  double list_x, list_y;
  GtkWidget *widget;

  /* NaN is not a place either. */
  if (!(y >= RULER_HEIGHT))
    return NULL;

  gtk_widget_translate_coordinates (self->overlay, self->list, x, y, &list_x, &list_y);
  widget = gtk_widget_pick (self->list, list_x, list_y, GTK_PICK_DEFAULT);
  if (widget && !FUL_IS_TRACK_ROW (widget))
    widget = gtk_widget_get_ancestor (widget, FUL_TYPE_TRACK_ROW);

  return widget ? FUL_TRACK_ROW (widget) : NULL;
}

/* Returns: (nullable): the plot at a place of the overlay */
static FulPlotView *
find_view (FulTimeline *self,
           double       x,
           double       y,
           double      *out_x,
           double      *out_y)
{
  double list_x, list_y;
  GtkWidget *widget;

  if (!(y >= RULER_HEIGHT))
    return NULL;

  gtk_widget_translate_coordinates (self->overlay, self->list, x, y, &list_x, &list_y);
  widget = gtk_widget_pick (self->list, list_x, list_y, GTK_PICK_DEFAULT);
  if (!widget || !FUL_IS_PLOT_VIEW (widget))
    return NULL;

  gtk_widget_translate_coordinates (self->overlay, widget, x, y, out_x, out_y);

  return FUL_PLOT_VIEW (widget);
}

static void
overlay_hovered_cb (GtkWidget   *overlay,
                    double       x,
                    double       y,
                    FulTimeline *self)
{
  double view_x, view_y;
  FulPlotView *view = find_view (self, x, y, &view_x, &view_y);

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
  FulTrackRow *row = find_row (self, x, y);
  FulPlotView *view;
  double view_x, view_y;

  if (!row)
    return;

  /* The focus may scroll the rows. */
  view = find_view (self, x, y, &view_x, &view_y);
  gtk_widget_grab_focus (GTK_WIDGET (row));
  if (view && !(modifiers & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)))
    ful_track_hover_select (self->hover, view, ful_track_get_thread (ful_track_row_get_track (row)), view_x, view_y);
  row_clicked_cb (row, modifiers, self);
}

/* The overlay lies over the scrolled rows and takes their wheel. */
static gboolean
scroll_cb (GtkEventControllerScroll *controller,
           double                    dx,
           double                    dy,
           FulTimeline              *self)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));

  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + dy * 40);

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

  /* GTK wants every child measured before it is allocated. */
  gtk_widget_measure (self->menu, orientation, -1, &menu_minimum, NULL, NULL, NULL);
  gtk_widget_measure (self->ruler, orientation, -1, NULL, NULL, NULL, NULL);
  gtk_widget_measure (self->overlay, orientation, -1, NULL, NULL, NULL, NULL);
  if (self->context_menu)
    gtk_widget_measure (self->context_menu, orientation, -1, NULL, NULL, NULL, NULL);
  gtk_widget_measure (self->scroller, orientation, -1, minimum, natural, NULL, NULL);

  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = RULER_HEIGHT + MIN_ROWS_HEIGHT;
      *natural = MAX (*minimum, *natural + RULER_HEIGHT);
    }
}

static void
ful_timeline_size_allocate (GtkWidget *widget,
                            int        width,
                            int        height,
                            int        baseline)
{
  FulTimeline *self = FUL_TIMELINE (widget);
  int header_width = layouts[G_N_ELEMENTS (layouts) - 1].header;
  int graph_width;

  for (guint i = G_N_ELEMENTS (layouts); i > 0; i--)
    if (width >= layouts[i - 1].from)
      header_width = layouts[i - 1].header;

  if (header_width != self->header_width)
    {
      self->header_width = header_width;
      for (guint i = 0; i < self->rows->len; i++)
        if (self->rows->pdata[i])
          ful_track_row_set_header_width (self->rows->pdata[i], header_width);
    }

  graph_width = MAX (1, width - header_width - RIGHT_MARGIN);
  gtk_widget_size_allocate (self->menu, &(GtkAllocation) { 0, 0, header_width, RULER_HEIGHT }, -1);
  gtk_widget_size_allocate (self->ruler, &(GtkAllocation) { header_width, 0, graph_width, RULER_HEIGHT }, -1);
  gtk_widget_size_allocate (self->scroller,
                            &(GtkAllocation) { 0, RULER_HEIGHT, width, MAX (1, height - RULER_HEIGHT) }, -1);
  gtk_widget_size_allocate (self->overlay, &(GtkAllocation) { header_width, 0, graph_width, height }, -1);
  update_near (self);
  if (self->context_menu)
    gtk_widget_size_allocate (self->context_menu, &(GtkAllocation) { 0, 0, 1, 1 }, -1);
}

static void
ful_timeline_dispose (GObject *object)
{
  FulTimeline *self = FUL_TIMELINE (object);
  GtkWidget *child;

  g_cancellable_cancel (self->job);
  g_clear_object (&self->job);
  g_cancellable_cancel (self->tabs_job);
  g_clear_object (&self->tabs_job);
  g_clear_handle_id (&self->rows_id, g_source_remove);
  self->menu = NULL;

  if (self->overlay)
    g_signal_handlers_disconnect_by_data (self->overlay, self);
  self->overlay = NULL;
  g_clear_object (&self->hover);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);

  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->tabs, g_ptr_array_unref);
  ful_thread_picker_clear (&self->picker);
  g_clear_object (&self->tracks);
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

  signals[ROWS_ADDED] = g_signal_new ("rows-added", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                      NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_timeline_init (FulTimeline *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  self->rows = g_ptr_array_new ();
  ful_thread_picker_init (&self->picker);

  self->menu = ful_track_menu_new ();
  g_signal_connect_swapped (self->menu, "tabs-wanted", G_CALLBACK (tabs_wanted_cb), self);
  g_signal_connect (self->menu, "tab-selected", G_CALLBACK (tab_selected_cb), self);
  self->ruler = g_object_new (FUL_TYPE_RULER, NULL);

  self->list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Tracks"), -1);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->list);
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller)), "value-changed",
                           G_CALLBACK (update_near), self, G_CONNECT_SWAPPED);

  self->overlay = ful_range_overlay_new ();
  g_signal_connect (self->overlay, "clicked", G_CALLBACK (overlay_clicked_cb), self);
  g_signal_connect (self->overlay, "hovered", G_CALLBACK (overlay_hovered_cb), self);

  gtk_widget_set_parent (self->menu, widget);
  gtk_widget_set_parent (self->ruler, widget);
  gtk_widget_set_parent (self->scroller, widget);
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

  start_job (self, NULL);
}

/**
 * ful_timeline_get_busy:
 *
 * Returns: whether a track is older than the document's state
 */
gboolean
ful_timeline_get_busy (FulTimeline *self)
{
  if (self->job || self->rows_id)
    return TRUE;

  for (guint i = 0; i < self->rows->len; i++)
    if (self->rows->pdata[i] && gtk_widget_get_mapped (self->rows->pdata[i]) &&
        ful_track_row_get_busy (self->rows->pdata[i]))
      return TRUE;

  return FALSE;
}
