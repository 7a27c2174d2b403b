/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where a side has not the track, its graph is left out. */

#include "config.h"

#include "ful-compare-track-row.h"

#include "base/ful-format.h"
#include "plots/ful-track-plots.h"
#include "threads/ful-time-range.h"
#include "tracks/ful-track-details.h"
#include "widgets/ful-data-label.h"
#include "widgets/ful-em.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

/* px: around and between the graphs */
#define PADDING 3
#define GAP 2

/* px: of the name from the edge, and of what is before a graph from it */
#define NAME_GAP 12
#define LABEL_GAP 6

struct _FulCompareTrackRow
{
  GtkWidget           parent_instance;

  const FulTrackPair *pair;                        /* of @times */
  FulComparedTimes   *times;
  GtkWidget          *header;                      /* below name and labels */
  GtkWidget          *name;
  GtkWidget          *views[FUL_N_TRACK_PLOTS];    /* (nullable elements) */
  GtkWidget          *labels[FUL_N_TRACK_PLOTS];   /* (nullable elements): before them */
  int                 header_width;
};

G_DEFINE_FINAL_TYPE (FulCompareTrackRow, ful_compare_track_row, GTK_TYPE_WIDGET)

static int
get_plot_height (FulCompareTrackRow *self,
                 guint               i)
{
  return self->views[i] ? (int) ful_plot_view_get_kind (FUL_PLOT_VIEW (self->views[i]))->height + GAP : 0;
}

static void
ful_compare_track_row_measure (GtkWidget      *widget,
                               GtkOrientation  orientation,
                               int             for_size,
                               int            *minimum,
                               int            *natural,
                               int            *minimum_baseline,
                               int            *natural_baseline)
{
  FulCompareTrackRow *self = FUL_COMPARE_TRACK_ROW (widget);
  int name, label;

  gtk_widget_measure (self->header, orientation, -1, NULL, NULL, NULL, NULL);
  gtk_widget_measure (self->name, orientation, -1, &name, NULL, NULL, NULL);
  *minimum = *natural = 0;
  for (guint i = 0; i < FUL_N_TRACK_PLOTS; i++)
    if (self->views[i])
      {
        gtk_widget_measure (self->views[i], orientation, -1, NULL, NULL, NULL, NULL);
        gtk_widget_measure (self->labels[i], orientation, -1, &label, NULL, NULL, NULL);
        if (orientation == GTK_ORIENTATION_VERTICAL)
          *minimum += get_plot_height (self, i);
      }
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural = MAX (*minimum, name) + 2 * PADDING - GAP;
}

static void
ful_compare_track_row_size_allocate (GtkWidget *widget,
                                     int        width,
                                     int        height,
                                     int        baseline)
{
  FulCompareTrackRow *self = FUL_COMPARE_TRACK_ROW (widget);
  int y = height + GAP, side_width = 0, least;

  for (guint i = 0; i < FUL_N_TRACK_PLOTS; i++)
    y -= get_plot_height (self, i);
  y /= 2;
  for (guint i = 0; i < FUL_N_TRACK_PLOTS; i++)
    {
      int plot_height = get_plot_height (self, i) - GAP, label_width, label_height;

      if (self->views[i] == NULL)
        continue;
      gtk_widget_measure (self->labels[i], GTK_ORIENTATION_HORIZONTAL, -1, NULL, &label_width, NULL, NULL);
      gtk_widget_measure (self->labels[i], GTK_ORIENTATION_VERTICAL, -1, &label_height, NULL, NULL, NULL);
      side_width = MAX (side_width, label_width);
      gtk_widget_size_allocate (self->labels[i], &(GtkAllocation) { self->header_width - LABEL_GAP - label_width,
                                                                    y + (plot_height - label_height) / 2, label_width, label_height }, -1);
      gtk_widget_size_allocate (self->views[i], &(GtkAllocation) { self->header_width, y,
                                                                   MAX (1, width - self->header_width - ful_em_tail_width (widget)),
                                                                   plot_height }, -1);
      y += plot_height + GAP;
    }
  gtk_widget_measure (self->header, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_size_allocate (self->header, &(GtkAllocation) { 0, 0, MAX (least, self->header_width), height }, -1);
  gtk_widget_measure (self->name, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_size_allocate (self->name, &(GtkAllocation) { NAME_GAP, 0, MAX (least, self->header_width - side_width - 2 * NAME_GAP),
                                                           height }, -1);
}

static void
ful_compare_track_row_dispose (GObject *object)
{
  FulCompareTrackRow *self = FUL_COMPARE_TRACK_ROW (object);

  g_clear_pointer (&self->header, gtk_widget_unparent);
  g_clear_pointer (&self->name, gtk_widget_unparent);
  for (guint i = 0; i < FUL_N_TRACK_PLOTS; i++)
    {
      g_clear_pointer (&self->labels[i], gtk_widget_unparent);
      g_clear_pointer (&self->views[i], gtk_widget_unparent);
    }
  g_clear_pointer (&self->times, ful_compared_times_unref);

  G_OBJECT_CLASS (ful_compare_track_row_parent_class)->dispose (object);
}

static void
ful_compare_track_row_class_init (FulCompareTrackRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_compare_track_row_dispose;
  widget_class->measure = ful_compare_track_row_measure;
  widget_class->size_allocate = ful_compare_track_row_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "trackrow");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
}

static void
ful_compare_track_row_init (FulCompareTrackRow *self)
{
}

/* @label: of the graph, @sign: before it */
static void
add_view (FulCompareTrackRow *self,
          guint               i,
          GtkWidget          *view,
          const char         *label,
          const char         *sign,
          const char         *details)
{
  self->views[i] = view;
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_set_parent (view, GTK_WIDGET (self));
  self->labels[i] = gtk_label_new (NULL);
  ful_data_label_set (self->labels[i], sign);
  ful_tooltip_set_text (self->labels[i], details);
  gtk_widget_add_css_class (self->labels[i], "side");
  gtk_widget_add_css_class (self->labels[i], "numeric");
  gtk_widget_set_parent (self->labels[i], GTK_WIDGET (self));
}

/* Adds the graph of a side, and returns what is said of it: its share of a CPU. */
static char *
add_side (FulCompareTrackRow *self,
          FulAnalysis        *analysis,
          FulSide             side)
{
  const FulTimedRun *run = &self->times->runs[side];
  const FulTrack *track = self->pair->tracks[side];
  const FulPlotKind *plots[FUL_MAX_TRACK_PLOTS];
  /* Markers are above the graph. */
  const FulPlotKind *graph = plots[ful_track_list_plots (run->profile, run->tracks, track, plots) - 1];
  g_autofree char *share = ful_track_make_cpu_share (run->profile, run->tracks, track, run->cpu_reference);
  g_autofree char *sign = g_strdup_printf ("%s%s%s", share ? share : "", share ? " " : "", side == FUL_BEFORE ? "◂" : "▸");
  g_autofree char *name = ful_format_label (self->pair->name, "");
  /* Translators: a graph of a thread or a counter, before and after */
  g_autofree char *label = g_strdup_printf (side == FUL_BEFORE ? _("Before: %s") : _("After: %s"), name);
  g_autofree char *details = ful_track_describe (run->profile, run->tracks, track, ful_root_range_compute (run->profile).start,
                                                 run->cpu_reference);
  GtkWidget *view = ful_plot_view_new (analysis, side == FUL_BEFORE && graph->line ? graph->line : graph, run->tracks, track,
                                       run->cpu_reference);
  const FulTrack *other = self->pair->tracks[!side];

  if (track->type == FUL_TRACK_COUNTER && other)
    {
      const FulTimedRun *peer = &self->times->runs[!side];

      ful_plot_view_set_peer (FUL_PLOT_VIEW (view), &(FulPlotPeer) { peer->profile, other->counter, peer->zero - run->zero });
    }
  add_view (self, side, view, label, sign, details);

  return share ? g_strdup_printf ("%s, %s", label, share) : g_steal_pointer (&label);
}

static void
add_difference (FulCompareTrackRow *self,
                FulAnalysis        *analysis)
{
  const FulCounter *counter = g_ptr_array_index (self->times->axis->counters, self->pair->difference->counter);
  g_autofree char *label = ful_format_label (counter->name, "");

  add_view (self, FUL_TRACK_DIFFERENCE, ful_plot_view_new (analysis, &ful_plot_difference, self->times->axis_tracks,
                                                           self->pair->difference, 0), label, "▸ − ◂", label);
}

/**
 * ful_compare_track_row_new:
 * @times: with times
 * @pair: of its times
 *
 * Returns: (transfer floating): the row
 */
GtkWidget *
ful_compare_track_row_new (FulCompareTimes    *times,
                           const FulTrackPair *pair)
{
  FulCompareTrackRow *self = g_object_new (FUL_TYPE_COMPARE_TRACK_ROW, NULL);
  g_autofree char *name = ful_format_label (pair->name, "");
  g_autoptr(GString) description = g_string_new (NULL);

  self->pair = pair;
  self->times = ful_compared_times_ref (ful_compare_times_get_times (times));
  self->header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->header, "header");
  gtk_widget_set_parent (self->header, GTK_WIDGET (self));
  self->name = gtk_label_new (NULL);
  ful_data_label_set (self->name, name);
  ful_tooltip_set_text (self->name, name);
  gtk_label_set_xalign (GTK_LABEL (self->name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_parent (self->name, GTK_WIDGET (self));
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    if (pair->tracks[side])
      {
        g_autofree char *text = add_side (self, ful_compare_times_get_analysis (times, side), side);

        g_string_append_printf (description, "%s%s", description->len > 0 ? "; " : "", text);
      }
  if (pair->difference)
    add_difference (self, ful_compare_times_get_axis (times));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description->str, -1);

  return GTK_WIDGET (self);
}

const FulTrackPair *
ful_compare_track_row_get_pair (FulCompareTrackRow *self)
{
  return self->pair;
}

/**
 * ful_compare_track_row_find_plot:
 * @y: px from the top of the row
 * @out_plot: (out): its side, or %FUL_TRACK_DIFFERENCE
 *
 * Returns: (transfer none) (nullable): the graph there
 */
FulPlotView *
ful_compare_track_row_find_plot (FulCompareTrackRow *self,
                                 double              y,
                                 guint              *out_plot)
{
  for (guint i = 0; i < FUL_N_TRACK_PLOTS; i++)
    {
      GtkAllocation at;

      if (self->views[i] == NULL)
        continue;
      gtk_widget_get_allocation (self->views[i], &at);
      *out_plot = i;
      if (y >= at.y && y < at.y + at.height)
        return FUL_PLOT_VIEW (self->views[i]);
    }

  return NULL;
}

/**
 * ful_compare_track_row_set_in_viewport:
 * @is_in_viewport: whether the row is scrolled to where it can be seen
 */
void
ful_compare_track_row_set_in_viewport (FulCompareTrackRow *self,
                                       gboolean            is_in_viewport)
{
  for (guint i = 0; i < FUL_N_TRACK_PLOTS; i++)
    if (self->views[i])
      ful_plot_view_set_in_viewport (FUL_PLOT_VIEW (self->views[i]), is_in_viewport);
}

/**
 * ful_compare_track_row_set_header_width:
 * @width: px left of the graphs
 */
void
ful_compare_track_row_set_header_width (FulCompareTrackRow *self,
                                        int                 width)
{
  if (self->header_width == width)
    return;

  self->header_width = width;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}
