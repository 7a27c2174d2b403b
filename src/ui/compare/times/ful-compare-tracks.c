/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One overlay covers ruler and graphs, so that a range spans all of them. Time runs from left to right in every language, so the
 * names are always on the left. Graphs out of sight are not computed. */

#include "config.h"

#include "ful-compare-tracks.h"

#include "ful-compare-track-row.h"

#include "threads/ful-view-options.h"
#include "tracks/ful-range-overlay.h"
#include "tracks/ful-ruler.h"
#include "tracks/ful-track-hover.h"
#include "tracks/ful-track.h"
#include "widgets/ful-em.h"

#include <glib/gi18n.h>

#define SCROLL_STEP 40
#define LEAST_ROWS_HEIGHT 60

struct _FulCompareTracks
{
  GtkWidget        parent_instance;

  FulCompareTimes *times;
  GtkWidget       *ruler;
  GtkWidget       *scrolled;
  GtkWidget       *list;
  GtkAdjustment   *vadjustment;
  GtkWidget       *overlay;
  FulTrackHover   *hovers[FUL_N_TRACK_PLOTS];
};

G_DEFINE_FINAL_TYPE (FulCompareTracks, ful_compare_tracks, GTK_TYPE_WIDGET)

/* Returns: (nullable): the row at a place of the overlay */
static FulCompareTrackRow *
find_row (FulCompareTracks *self,
          double            x,
          double            y,
          double           *out_y)
{
  double list_x, list_y;

  /* NaN is not a place either. */
  if (!(y >= ful_ruler_get_height (GTK_WIDGET (self))))
    return NULL;

  gtk_widget_translate_coordinates (self->overlay, self->list, x, y, &list_x, &list_y);
  for (GtkWidget *row = gtk_widget_get_first_child (self->list); row; row = gtk_widget_get_next_sibling (row))
    {
      GtkAllocation at;

      gtk_widget_get_allocation (row, &at);
      *out_y = list_y - at.y;
      if (*out_y >= 0 && *out_y < at.height)
        return FUL_COMPARE_TRACK_ROW (row);
    }

  return NULL;
}

static void
hovered_cb (FulCompareTracks *self,
            double            x,
            double            y)
{
  double row_y;
  FulCompareTrackRow *row = find_row (self, x, y, &row_y);
  guint i = FUL_N_TRACK_PLOTS;
  FulPlotView *view = row ? ful_compare_track_row_find_plot (row, row_y, &i) : NULL;

  for (guint other = 0; other < FUL_N_TRACK_PLOTS; other++)
    if (view == NULL || other != i)
      ful_track_hover_leave (self->hovers[other]);
  if (view)
    {
      double view_x, view_y;

      gtk_widget_translate_coordinates (self->overlay, GTK_WIDGET (view), x, y, &view_x, &view_y);
      ful_track_hover_move (self->hovers[i], view, view_x, view_y);
    }
}

static void
show_selected (FulCompareTracks *self)
{
  FulViewOptions *options = ful_document_get_options (ful_analysis_get_document (ful_compare_times_get_analysis (self->times, FUL_AFTER)));
  FulViewOptions *before = ful_document_get_options (ful_analysis_get_document (ful_compare_times_get_analysis (self->times, FUL_BEFORE)));

  for (GtkWidget *row = gtk_widget_get_first_child (self->list); row; row = gtk_widget_get_next_sibling (row))
    {
      const FulTrackPair *pair = ful_compare_track_row_get_pair (FUL_COMPARE_TRACK_ROW (row));
      FulViewOptions *of = pair->tracks[FUL_AFTER] ? options : before;
      gint32 thread = ful_track_get_thread (pair->tracks[FUL_AFTER] ? pair->tracks[FUL_AFTER] : pair->tracks[FUL_BEFORE]);
      gboolean is_selected = of->n_threads == 1 && thread != FUL_NONE && of->threads[0] == (guint) thread;

      if (is_selected)
        gtk_widget_set_state_flags (row, GTK_STATE_FLAG_SELECTED, FALSE);
      else
        gtk_widget_unset_state_flags (row, GTK_STATE_FLAG_SELECTED);
      gtk_accessible_update_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_SELECTED, is_selected, -1);
    }
}

static void
clicked_cb (FulCompareTracks *self,
            double            x,
            double            y)
{
  double row_y;
  FulCompareTrackRow *row = find_row (self, x, y, &row_y);

  if (row)
    ful_compare_times_select (self->times, ful_compare_track_row_get_pair (row));
}

/* The overlay covers the scrolled rows and gets their scroll events. */
static gboolean
scroll_cb (FulCompareTracks *self,
           double            dx,
           double            dy)
{
  gtk_adjustment_set_value (self->vadjustment, gtk_adjustment_get_value (self->vadjustment) + dy * SCROLL_STEP);

  return GDK_EVENT_STOP;
}

static void
update_viewport (FulCompareTracks *self)
{
  double top = gtk_adjustment_get_value (self->vadjustment), bottom = top + gtk_adjustment_get_page_size (self->vadjustment);

  for (GtkWidget *row = gtk_widget_get_first_child (self->list); row; row = gtk_widget_get_next_sibling (row))
    {
      GtkAllocation at;

      gtk_widget_get_allocation (row, &at);
      ful_compare_track_row_set_in_viewport (FUL_COMPARE_TRACK_ROW (row), at.y < bottom && at.y + at.height > top);
    }
}

static void
ful_compare_tracks_measure (GtkWidget      *widget,
                            GtkOrientation  orientation,
                            int             for_size,
                            int            *minimum,
                            int            *natural,
                            int            *minimum_baseline,
                            int            *natural_baseline)
{
  FulCompareTracks *self = FUL_COMPARE_TRACKS (widget);

  /* GTK requires every child to be measured before it is allocated. */
  gtk_widget_measure (self->ruler, orientation, -1, NULL, NULL, NULL, NULL);
  gtk_widget_measure (self->overlay, orientation, -1, NULL, NULL, NULL, NULL);
  gtk_widget_measure (self->scrolled, orientation, -1, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = ful_ruler_get_height (widget) + LEAST_ROWS_HEIGHT;
      *natural = MAX (*minimum, *natural + ful_ruler_get_height (widget));
    }
}

static void
ful_compare_tracks_size_allocate (GtkWidget *widget,
                                  int        width,
                                  int        height,
                                  int        baseline)
{
  FulCompareTracks *self = FUL_COMPARE_TRACKS (widget);
  int header_width = ful_em_head_width (widget, width), ruler_height = ful_ruler_get_height (widget);
  int graph_width = MAX (1, width - header_width - ful_em_tail_width (widget));

  for (GtkWidget *row = gtk_widget_get_first_child (self->list); row; row = gtk_widget_get_next_sibling (row))
    ful_compare_track_row_set_header_width (FUL_COMPARE_TRACK_ROW (row), header_width);
  gtk_widget_size_allocate (self->ruler, &(GtkAllocation) { header_width, 0, graph_width, ruler_height }, -1);
  gtk_widget_size_allocate (self->scrolled, &(GtkAllocation) { 0, ruler_height, width, MAX (1, height - ruler_height) }, -1);
  gtk_widget_size_allocate (self->overlay, &(GtkAllocation) { header_width, 0, graph_width, height }, -1);
  update_viewport (self);
}

static gboolean
ful_compare_tracks_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (FUL_COMPARE_TRACKS (widget)->overlay);
}

static void
ful_compare_tracks_dispose (GObject *object)
{
  FulCompareTracks *self = FUL_COMPARE_TRACKS (object);

  if (self->overlay)
    g_signal_handlers_disconnect_by_data (self->overlay, self);
  g_clear_pointer (&self->overlay, gtk_widget_unparent);
  g_clear_pointer (&self->ruler, gtk_widget_unparent);
  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  for (guint i = 0; i < FUL_N_TRACK_PLOTS; i++)
    g_clear_object (&self->hovers[i]);
  g_clear_object (&self->times);

  G_OBJECT_CLASS (ful_compare_tracks_parent_class)->dispose (object);
}

static void
ful_compare_tracks_class_init (FulCompareTracksClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_compare_tracks_dispose;
  widget_class->measure = ful_compare_tracks_measure;
  widget_class->size_allocate = ful_compare_tracks_size_allocate;
  widget_class->grab_focus = ful_compare_tracks_grab_focus;
  gtk_widget_class_set_css_name (widget_class, "timeline");
}

static void
ful_compare_tracks_init (FulCompareTracks *self)
{
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  self->ruler = g_object_new (FUL_TYPE_RULER, NULL);
  gtk_widget_set_parent (self->ruler, GTK_WIDGET (self));
  self->list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Tracks"), -1);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  /* The overlay takes the focus. */
  gtk_widget_set_focusable (self->scrolled, FALSE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->list);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  self->vadjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled));
  g_signal_connect_object (self->vadjustment, "value-changed", G_CALLBACK (update_viewport), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->vadjustment, "changed", G_CALLBACK (update_viewport), self, G_CONNECT_SWAPPED);
  self->overlay = ful_range_overlay_new ();
  gtk_widget_set_parent (self->overlay, GTK_WIDGET (self));
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  g_signal_connect_swapped (self->overlay, "hovered", G_CALLBACK (hovered_cb), self);
  g_signal_connect_swapped (self->overlay, "clicked", G_CALLBACK (clicked_cb), self);
}

/**
 * ful_compare_tracks_new:
 * @times: with times
 *
 * Returns: (transfer floating): their tracks
 */
GtkWidget *
ful_compare_tracks_new (FulCompareTimes *times)
{
  FulCompareTracks *self = g_object_new (FUL_TYPE_COMPARE_TRACKS, NULL);
  const FulComparedTimes *compared = ful_compare_times_get_times (times);

  self->times = g_object_ref (times);
  ful_ruler_set_document (FUL_RULER (self->ruler), ful_analysis_get_document (ful_compare_times_get_axis (times)));
  ful_ruler_set_origin (FUL_RULER (self->ruler), compared->origin);
  ful_range_overlay_set_document (FUL_RANGE_OVERLAY (self->overlay), ful_analysis_get_document (ful_compare_times_get_axis (times)));
  for (guint i = 0; i < compared->pairs->len; i++)
    gtk_box_append (GTK_BOX (self->list), ful_compare_track_row_new (times, compared->pairs->pdata[i]));
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    {
      FulDocument *document = ful_analysis_get_document (ful_compare_times_get_analysis (times, side));

      self->hovers[side] = ful_track_hover_new (document);
      g_signal_connect_object (document, "notify::view-state", G_CALLBACK (show_selected), self, G_CONNECT_SWAPPED);
    }
  self->hovers[FUL_TRACK_DIFFERENCE] = ful_track_hover_new (ful_analysis_get_document (ful_compare_times_get_axis (times)));
  show_selected (self);

  return GTK_WIDGET (self);
}
