/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows for the tracks that are visible by default, in their default order; the
 * list is made in a job. Others get a row when the menu shows them. Over ruler and graphs lies one overlay, so that a range
 * spans all of them. Time runs from left to right in every language, and so the
 * headers stay left. */

#include "config.h"

#include "ful-timeline.h"
#include "ful-range-overlay.h"
#include "ful-ruler.h"
#include "ful-thread-row.h"
#include "ful-track-hover.h"
#include "ful-track-menu.h"

#include "derive/ful-cpu-use.h"
#include "derive/ful-track-list.h"

#include <glib/gi18n.h>

#define RULER_HEIGHT 24
#define RIGHT_MARGIN 12
#define MIN_ROWS_HEIGHT 60

/* A track that has a row, or could have one. */
typedef struct
{
  gint32        thread;      /* or FUL_NONE: a process without a main thread */
  char         *name;
  char         *subtitle;    /* (nullable) */
  gboolean      is_local;
  FulThreadRow *row;         /* (nullable): made when it is first shown */
} Entry;

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
  GArray       *entries;        /* Entry, from top to bottom */
  GPtrArray    *rows;           /* FulThreadRow of those that are shown */
  double        cpu_reference;
  int           header_width;

  GArray       *anchor_threads; /* guint: selected by the last click without Shift */
  gint32        anchor;         /* thread of that click, or FUL_NONE */

  GtkWidget    *menu;
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
clear_entry (gpointer data)
{
  Entry *entry = data;

  g_free (entry->name);
  g_free (entry->subtitle);
}

static void
tracks_free (gpointer data)
{
  Tracks *tracks = data;

  ful_track_list_unref (tracks->tracks);
  g_free (tracks);
}

static void
worker (GTask        *task,
        gpointer      source,
        gpointer      task_data,
        GCancellable *cancellable)
{
  FulProfile *profile = task_data;
  GError *error = NULL;
  FulTrackList *list = ful_track_list_new (profile, cancellable, &error);
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
      FulThreadRow *row = g_ptr_array_index (self->rows, i);
      gint32 thread = ful_thread_row_get_thread (row);

      ful_thread_row_set_selected (row, thread != FUL_NONE && contains (selected, n_selected, (guint) thread));
    }
}

/* Ctrl: adds or takes away, but never the last one. */
static void
toggle_thread (FulTimeline *self,
               GArray      *threads,
               guint        thread)
{
  for (guint i = 0; i < threads->len; i++)
    if (g_array_index (threads, guint, i) == thread)
      {
        if (threads->len > 1)
          g_array_remove_index (threads, i);
        return;
      }

  g_array_append_val (threads, thread);
}

/* Shift: the rows between the last plain click and this one, and what that
 * click had selected. */
static void
extend_to_thread (FulTimeline *self,
                  GArray      *threads,
                  guint        thread)
{
  gint32 from = self->anchor == FUL_NONE ? (gint32) g_array_index (threads, guint, 0) : self->anchor;
  gboolean inside = FALSE;

  g_array_set_size (threads, 0);
  g_array_append_vals (threads, self->anchor_threads->data, self->anchor_threads->len);

  for (guint i = 0; i < self->rows->len; i++)
    {
      gint32 at = ful_thread_row_get_thread (g_ptr_array_index (self->rows, i));
      gboolean is_end = at != FUL_NONE && (at == from || at == (gint32) thread);

      if ((inside || is_end) && at != FUL_NONE && !contains ((guint *) threads->data, threads->len, (guint) at))
        g_array_append_val (threads, at);
      if (is_end && from != (gint32) thread)
        inside = !inside;
    }
}

static void
row_clicked_cb (FulThreadRow    *row,
                GdkModifierType  modifiers,
                FulTimeline     *self)
{
  guint thread = (guint) ful_thread_row_get_thread (row);
  g_autoptr(GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n_selected;
  const guint *selected = get_selected (self, &n_selected);

  g_array_append_vals (threads, selected, n_selected);
  if (threads->len == 0)
    g_array_append_val (threads, thread);

  if (modifiers & GDK_SHIFT_MASK)
    {
      extend_to_thread (self, threads, thread);
    }
  else
    {
      if (modifiers & GDK_CONTROL_MASK)
        {
          toggle_thread (self, threads, thread);
        }
      else
        {
          g_array_set_size (threads, 0);
          g_array_append_val (threads, thread);
        }

      self->anchor = (gint32) thread;
      g_array_set_size (self->anchor_threads, 0);
      g_array_append_vals (self->anchor_threads, threads->data, threads->len);
    }

  ful_document_set_threads (self->document, (guint *) threads->data, threads->len);
}

/* The rows that are shown, from top to bottom, for who walks over them. */
static void
collect_rows (FulTimeline *self)
{
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = &g_array_index (self->entries, Entry, i);

      if (entry->row && gtk_widget_get_visible (GTK_WIDGET (entry->row)))
        g_ptr_array_add (self->rows, entry->row);
    }
}

static void
show_entry (FulTimeline *self,
            guint        number,
            gboolean     shown)
{
  Entry *entry = &g_array_index (self->entries, Entry, number);
  GtkWidget *above = NULL;

  if (!entry->row && shown)
    {
      for (guint i = number; i > 0 && !above; i--)
        above = (GtkWidget *) g_array_index (self->entries, Entry, i - 1).row;

      entry->row = FUL_THREAD_ROW (ful_thread_row_new (self->analysis, entry->thread, self->cpu_reference, entry->name,
                                                       entry->subtitle, entry->is_local));
      ful_thread_row_set_header_width (entry->row, self->header_width);
      g_signal_connect (entry->row, "clicked", G_CALLBACK (row_clicked_cb), self);
      gtk_box_insert_child_after (GTK_BOX (self->list), GTK_WIDGET (entry->row), above);
    }

  if (entry->row)
    gtk_widget_set_visible (GTK_WIDGET (entry->row), shown);
}

static void
track_toggled_cb (FulTrackMenu *menu,
                  guint         number,
                  gboolean      shown,
                  FulTimeline  *self)
{
  show_entry (self, number, shown);
  collect_rows (self);
  update_selected (self);
}

static void
add_entry (FulTimeline    *self,
           const FulTrack *track,
           const char     *subtitle,
           gboolean        is_local,
           gboolean        shown)
{
  Entry entry = { track->thread, g_strdup (track->name), g_strdup (subtitle), is_local, NULL };

  g_array_append_val (self->entries, entry);
  ful_track_menu_add_track (FUL_TRACK_MENU (self->menu), track->name, is_local, shown);
  if (shown)
    show_entry (self, self->entries->len - 1, TRUE);
}

static void
add_rows (FulTimeline  *self,
          const Tracks *tracks)
{
  self->cpu_reference = tracks->cpu_reference;

  for (guint i = 0; i < tracks->tracks->tracks->len; i++)
    {
      const FulTrack *process = g_ptr_array_index (tracks->tracks->tracks, i);
      g_autofree char *subtitle = NULL;

      if (process->type != FUL_TRACK_PROCESS)
        continue;

      /* Translators: process ID */
      subtitle = g_strdup_printf (_("PID %s"), process->pid);
      add_entry (self, process, subtitle, FALSE, !process->hidden);

      for (guint k = 0; process->locals && k < process->locals->len; k++)
        {
          const FulTrack *local = g_ptr_array_index (process->locals, k);

          if (local->type == FUL_TRACK_THREAD)
            add_entry (self, local, NULL, TRUE, !process->hidden && !local->hidden);
        }
    }

  collect_rows (self);
  update_selected (self);
  g_signal_emit (self, signals[ROWS_ADDED], 0);
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
      add_rows (self, tracks);
    }

  g_clear_pointer (&tracks, tracks_free);
}

/* Returns: (nullable): the row with a thread at a place of the overlay */
static FulThreadRow *
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
  widget = widget && !FUL_IS_THREAD_ROW (widget) ? gtk_widget_get_ancestor (widget, FUL_TYPE_THREAD_ROW) : widget;
  if (!widget || ful_thread_row_get_thread (FUL_THREAD_ROW (widget)) == FUL_NONE)
    return NULL;

  return FUL_THREAD_ROW (widget);
}

/* Returns: (nullable): the graph of @row if it is at a place of the overlay */
static FulThreadGraph *
find_graph (FulTimeline  *self,
            FulThreadRow *row,
            double        x,
            double        y,
            double       *out_x,
            double       *out_y)
{
  FulThreadGraph *graph = ful_thread_row_get_graph (row);

  gtk_widget_translate_coordinates (self->overlay, GTK_WIDGET (graph), x, y, out_x, out_y);

  return gtk_widget_contains (GTK_WIDGET (graph), *out_x, *out_y) ? graph : NULL;
}

static void
overlay_hovered_cb (GtkWidget   *overlay,
                    double       x,
                    double       y,
                    FulTimeline *self)
{
  FulThreadRow *row = find_row (self, x, y);
  double graph_x, graph_y;
  FulThreadGraph *graph = row ? find_graph (self, row, x, y, &graph_x, &graph_y) : NULL;

  if (graph)
    ful_track_hover_move (self->hover, graph, graph_x, graph_y);
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
  FulThreadRow *row = find_row (self, x, y);
  FulThreadGraph *graph;
  double graph_x, graph_y;

  if (!row)
    return;

  gtk_widget_grab_focus (GTK_WIDGET (row));
  graph = find_graph (self, row, x, y, &graph_x, &graph_y);
  if (graph && !(modifiers & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)))
    ful_track_hover_select (self->hover, graph, graph_x, graph_y);
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
      for (guint i = 0; i < self->entries->len; i++)
        if (g_array_index (self->entries, Entry, i).row)
          ful_thread_row_set_header_width (g_array_index (self->entries, Entry, i).row, header_width);
    }

  graph_width = MAX (1, width - header_width - RIGHT_MARGIN);
  gtk_widget_size_allocate (self->menu, &(GtkAllocation) { 0, 0, header_width, RULER_HEIGHT }, -1);
  gtk_widget_size_allocate (self->ruler, &(GtkAllocation) { header_width, 0, graph_width, RULER_HEIGHT }, -1);
  gtk_widget_size_allocate (self->scroller,
                            &(GtkAllocation) { 0, RULER_HEIGHT, width, MAX (1, height - RULER_HEIGHT) }, -1);
  gtk_widget_size_allocate (self->overlay, &(GtkAllocation) { header_width, 0, graph_width, height }, -1);
}

static void
ful_timeline_dispose (GObject *object)
{
  FulTimeline *self = FUL_TIMELINE (object);
  GtkWidget *child;

  g_cancellable_cancel (self->job);
  g_clear_object (&self->job);

  if (self->overlay)
    g_signal_handlers_disconnect_by_data (self->overlay, self);
  self->overlay = NULL;
  g_clear_object (&self->hover);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);

  g_clear_pointer (&self->entries, g_array_unref);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->anchor_threads, g_array_unref);
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

  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_array_set_clear_func (self->entries, clear_entry);
  self->rows = g_ptr_array_new ();
  self->anchor_threads = g_array_new (FALSE, FALSE, sizeof (guint));
  self->anchor = FUL_NONE;

  self->menu = ful_track_menu_new ();
  g_signal_connect (self->menu, "toggled", G_CALLBACK (track_toggled_cb), self);
  self->ruler = g_object_new (FUL_TYPE_RULER, NULL);

  self->list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Tracks"), -1);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->list);

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
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (FUL_IS_TIMELINE (self));

  self->analysis = g_object_ref (analysis);
  self->document = g_object_ref (ful_analysis_get_document (analysis));
  self->hover = ful_track_hover_new (self->document);
  ful_ruler_set_document (FUL_RULER (self->ruler), self->document);
  ful_range_overlay_set_document (FUL_RANGE_OVERLAY (self->overlay), self->document);
  g_signal_connect_object (analysis, "changed", G_CALLBACK (update_selected), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "notify::view-state", G_CALLBACK (update_selected), self,
                           G_CONNECT_SWAPPED);

  self->job = g_cancellable_new ();
  task = g_task_new (NULL, self->job, ready_cb, g_object_ref (self));
  g_task_set_task_data (task, g_object_ref (ful_document_get_profile (self->document)), g_object_unref);
  g_task_run_in_thread (task, worker);
}

/**
 * ful_timeline_get_busy:
 *
 * Returns: whether a track is older than the document's state
 */
gboolean
ful_timeline_get_busy (FulTimeline *self)
{
  if (self->job)
    return TRUE;

  for (guint i = 0; i < self->rows->len; i++)
    if (ful_thread_row_get_busy (g_ptr_array_index (self->rows, i)))
      return TRUE;

  return FALSE;
}
