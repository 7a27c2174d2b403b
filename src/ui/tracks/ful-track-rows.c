/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-track-rows-private.h"

#include "tracks/ful-track-list.h"
#include "tracks/ful-track.h"

#include <glib/gi18n.h>
#include <math.h>

/* Distance from the screen (px) within which rows are kept up to date. */
#define VIEWPORT_MARGIN 60
#define MAX_ROWS_A_TURN 12

G_DEFINE_FINAL_TYPE (FulTrackRows, ful_track_rows, GTK_TYPE_WIDGET)

enum
{
  CLICKED,
  MENU,
  RESIZED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
update_selected (FulTrackRows *self)
{
  self->selected_row = NULL;
  for (guint i = 0; i < self->rows->len; i++)
    {
      FulTrackRow *row = g_ptr_array_index (self->rows, i);
      gint32 thread = row ? ful_track_get_thread (ful_track_row_get_track (row)) : FUL_NONE;
      gboolean is_selected = FALSE;

      for (guint j = 0; thread != FUL_NONE && j < self->selected->len; j++)
        is_selected |= g_array_index (self->selected, guint, j) == (guint) thread;
      if (row)
        ful_track_row_set_selected (row, is_selected);
      if (is_selected && !self->selected_row)
        self->selected_row = GTK_WIDGET (row);
    }
}

static gboolean
is_on_screen (FulTrackRows *self,
              guint         track)
{
  return ful_track_visibility_is_shown (self->tracks, track) &&
         !(ful_track_visibility_is_local (self->tracks, track) && ful_track_visibility_is_folded (self->tracks, track));
}

static guint
find_track (FulTrackRows *self,
            GtkWidget    *row)
{
  guint track = 0;

  g_ptr_array_find (self->rows, row, &track);

  return track;
}

static void
row_clicked_cb (FulTrackRow     *row,
                GdkModifierType  modifiers,
                FulTrackRows    *self)
{
  g_signal_emit (self, signals[CLICKED], 0, row, modifiers);
}

static void
row_folded_cb (GtkWidget    *row,
               gboolean      folded,
               FulTrackRows *self)
{
  ful_track_visibility_fold (self->tracks, find_track (self, row), folded);
}

static void
row_menu_cb (GtkWidget    *row,
             double        x,
             double        y,
             FulTrackRows *self)
{
  double menu_x, menu_y;

  gtk_widget_translate_coordinates (row, GTK_WIDGET (self), x, y, &menu_x, &menu_y);
  g_signal_emit (self, signals[MENU], 0, find_track (self, row), menu_x, menu_y);
}

/* Returns: (nullable): the row at a height of @row that it can be moved to */
static GtkWidget *
find_target (FulTrackRows *self,
             GtkWidget    *row,
             double        y)
{
  guint track = find_track (self, row);
  double list_x, list_y;

  gtk_widget_translate_coordinates (row, self->list, 0, y, &list_x, &list_y);
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
mark_target (FulTrackRows *self,
             GtkWidget    *target)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (self->rows->pdata[i] && self->rows->pdata[i] != target)
      gtk_widget_remove_css_class (self->rows->pdata[i], "drop-target");
  if (target)
    gtk_widget_add_css_class (target, "drop-target");
}

static void
row_dragged_cb (GtkWidget    *row,
                double        y,
                FulTrackRows *self)
{
  mark_target (self, find_target (self, row, y));
}

static void
row_dropped_cb (GtkWidget    *row,
                double        y,
                FulTrackRows *self)
{
  GtkWidget *target = isnan (y) ? NULL : find_target (self, row, y);

  mark_target (self, NULL);
  if (target)
    ful_track_visibility_move (self->tracks, find_track (self, row), find_track (self, target));
}

/* Up or down past the next one that is shown. */
static void
row_shifted_cb (GtkWidget    *row,
                int           direction,
                FulTrackRows *self)
{
  guint track = find_track (self, row);
  guint place = 0;

  while (ful_track_visibility_get_at (self->tracks, place) != track)
    place++;
  for (gint64 i = (gint64) place + direction; i >= 0 && i < self->rows->len; i += direction)
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
create_row (FulTrackRows *self,
            guint         number)
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

static void
update_rows (FulTrackRows *self);

static gboolean
make_more_rows_cb (gpointer user_data)
{
  FulTrackRows *self = user_data;

  self->rows_id = 0;
  update_rows (self);

  return G_SOURCE_REMOVE;
}

/* Creates missing rows, some in each iteration of the main loop, and sorts all. */
static void
update_rows (FulTrackRows *self)
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
update_in_viewport (FulTrackRows *self)
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
      ful_track_row_set_in_viewport (self->rows->pdata[i], gtk_widget_get_visible (self->rows->pdata[i]) &&
                                                             at.y + at.height > top - VIEWPORT_MARGIN && at.y < bottom + VIEWPORT_MARGIN);
    }
}

static void
scrolled_cb (FulTrackRows *self)
{
  if (!self->is_following)
    self->follows_selected = FALSE;
  update_in_viewport (self);
}

static void
ful_track_rows_measure (GtkWidget      *widget,
                        GtkOrientation  orientation,
                        int             for_size,
                        int            *minimum,
                        int            *natural,
                        int            *minimum_baseline,
                        int            *natural_baseline)
{
  gtk_widget_measure (FUL_TRACK_ROWS (widget)->scroller, orientation, for_size, minimum, natural, NULL, NULL);
}

static void
ful_track_rows_size_allocate (GtkWidget *widget,
                              int        width,
                              int        height,
                              int        baseline)
{
  ful_track_rows_follow_selected (FUL_TRACK_ROWS (widget), height);
  gtk_widget_size_allocate (FUL_TRACK_ROWS (widget)->scroller, &(GtkAllocation) { 0, 0, width, height }, -1);
  update_in_viewport (FUL_TRACK_ROWS (widget));
}

static void
ful_track_rows_dispose (GObject *object)
{
  FulTrackRows *self = FUL_TRACK_ROWS (object);

  g_clear_handle_id (&self->rows_id, g_source_remove);
  g_clear_weak_pointer (&self->chosen_row);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->selected, g_array_unref);
  g_clear_object (&self->tracks);
  g_clear_object (&self->analysis);

  G_OBJECT_CLASS (ful_track_rows_parent_class)->dispose (object);
}

static void
ful_track_rows_class_init (FulTrackRowsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_track_rows_dispose;
  widget_class->measure = ful_track_rows_measure;
  widget_class->size_allocate = ful_track_rows_size_allocate;

  signals[CLICKED] = g_signal_new ("clicked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 2, FUL_TYPE_TRACK_ROW, GDK_TYPE_MODIFIER_TYPE);
  signals[RESIZED] = g_signal_new ("resized", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
  signals[MENU] = g_signal_new ("menu", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 3, G_TYPE_UINT, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
}

static void
extent_changed_cb (FulTrackRows *self)
{
  g_signal_emit (self, signals[RESIZED], 0);
}

static void
ful_track_rows_init (FulTrackRows *self)
{
  self->rows = g_ptr_array_new ();
  self->selected = g_array_new (FALSE, FALSE, sizeof (guint));

  self->list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Tracks"), -1);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_focusable (self->scroller, FALSE);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->list);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller)), "value-changed",
                           G_CALLBACK (scrolled_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller)), "notify::upper",
                           G_CALLBACK (extent_changed_cb), self, G_CONNECT_SWAPPED);
}

GtkWidget *
ful_track_rows_new (void)
{
  return g_object_new (FUL_TYPE_TRACK_ROWS, NULL);
}

/**
 * ful_track_rows_set_tracks:
 * @tracks: the tracks to show
 * @cpu_reference: see ful_cpu_use_get_reference()
 */
void
ful_track_rows_set_tracks (FulTrackRows       *self,
                           FulAnalysis        *analysis,
                           FulTrackVisibility *tracks,
                           double              cpu_reference)
{
  g_return_if_fail (FUL_IS_TRACK_ROWS (self));

  g_clear_handle_id (&self->rows_id, g_source_remove);
  for (guint i = 0; i < self->rows->len; i++)
    if (self->rows->pdata[i])
      gtk_box_remove (GTK_BOX (self->list), self->rows->pdata[i]);
  g_ptr_array_set_size (self->rows, 0);
  if (self->tracks)
    g_signal_handlers_disconnect_by_data (self->tracks, self);

  g_set_object (&self->analysis, analysis);
  g_set_object (&self->tracks, tracks);
  self->cpu_reference = cpu_reference;
  g_ptr_array_set_size (self->rows, (int) ful_track_visibility_get_n_tracks (tracks));
  g_signal_connect_object (tracks, "changed", G_CALLBACK (update_rows), self, G_CONNECT_SWAPPED);
  update_rows (self);
}

/**
 * ful_track_rows_extend:
 * @cpu_reference: see ful_cpu_use_get_reference()
 *
 * Follows ful_track_visibility_extend(). Rows of tracks that look as before stay.
 */
void
ful_track_rows_extend (FulTrackRows *self,
                       double        cpu_reference)
{
  g_autoptr(GPtrArray) before = g_steal_pointer (&self->rows);
  FulTrackList *list = ful_track_visibility_get_list (self->tracks);
  guint found = 0;

  self->cpu_reference = cpu_reference;
  self->rows = g_ptr_array_new ();
  g_ptr_array_set_size (self->rows, (int) ful_track_visibility_get_n_tracks (self->tracks));
  for (guint i = 0; i < before->len; i++)
    {
      FulTrackRow *row = g_ptr_array_index (before, i);
      guint track;

      if (!row)
        continue;
      track = ful_track_visibility_find (self->tracks, ful_track_row_get_track (row), found);
      if (track != G_MAXUINT &&
          ful_track_row_take_track (row, self->analysis, list, ful_track_visibility_get_track (self->tracks, track), cpu_reference))
        {
          found = track + 1;
          self->rows->pdata[track] = row;
        }
      else
        {
          gtk_box_remove (GTK_BOX (self->list), GTK_WIDGET (row));
        }
    }
  update_rows (self);
}

void
ful_track_rows_set_header_width (FulTrackRows *self,
                                 int           width)
{
  g_return_if_fail (FUL_IS_TRACK_ROWS (self));

  if (width == self->header_width)
    return;

  self->header_width = width;
  for (guint i = 0; i < self->rows->len; i++)
    if (self->rows->pdata[i])
      ful_track_row_set_header_width (self->rows->pdata[i], width);
}

/**
 * ful_track_rows_set_selected:
 *
 * Shows the tracks of some threads as selected. If these are others than before, the first is kept in sight until the user scrolls.
 */
void
ful_track_rows_set_selected (FulTrackRows *self,
                             const guint  *threads,
                             guint         n_threads)
{
  g_return_if_fail (FUL_IS_TRACK_ROWS (self));

  if (n_threads == self->selected->len &&
      (n_threads == 0 || memcmp (self->selected->data, threads, n_threads * sizeof *threads) == 0))
    return;

  g_array_set_size (self->selected, 0);
  if (n_threads > 0)
    g_array_append_vals (self->selected, threads, n_threads);
  update_selected (self);
  g_clear_weak_pointer (&self->chosen_row);
  self->follows_selected = TRUE;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/**
 * ful_track_rows_follow:
 * @row: one of them
 *
 * Keeps @row in sight instead of that of the selected thread: a counter that was clicked selects the thread of another row.
 */
void
ful_track_rows_follow (FulTrackRows *self,
                       GtkWidget    *row)
{
  g_return_if_fail (FUL_IS_TRACK_ROWS (self));

  g_set_weak_pointer (&self->chosen_row, row);
}

/**
 * ful_track_rows_get_threads:
 *
 * Returns: (transfer full): numbers (guint) of the threads whose own rows can be scrolled to, from top to bottom
 */
GArray *
ful_track_rows_get_threads (FulTrackRows *self)
{
  GArray *threads = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->rows->len; i++)
    {
      guint track = ful_track_visibility_get_at (self->tracks, i);
      gint32 thread = ful_track_get_thread (ful_track_visibility_get_track (self->tracks, track));

      if (thread != FUL_NONE && is_on_screen (self, track))
        g_array_append_val (threads, thread);
    }

  return threads;
}

/**
 * ful_track_rows_pick:
 * @type: type of widget
 *
 * Returns: (nullable): the widget of a type at a position, or the nearest ancestor of that type
 */
GtkWidget *
ful_track_rows_pick (FulTrackRows *self,
                     GType         type,
                     double        x,
                     double        y)
{
  GtkWidget *widget;

  g_return_val_if_fail (FUL_IS_TRACK_ROWS (self), NULL);

  widget = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);

  return widget ? gtk_widget_get_ancestor (widget, type) : NULL;
}

/**
 * ful_track_rows_get_busy:
 *
 * Returns: whether a row on screen is missing, or not up to date with the document
 */
gboolean
ful_track_rows_get_busy (FulTrackRows *self)
{
  if (self->rows_id)
    return TRUE;

  for (guint i = 0; i < self->rows->len; i++)
    if (self->rows->pdata[i] && gtk_widget_get_mapped (self->rows->pdata[i]) &&
        ful_track_row_get_busy (self->rows->pdata[i]))
      return TRUE;

  return FALSE;
}
