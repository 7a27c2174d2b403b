/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One job at a time computes and sorts; the last result is shown until it is done.
 * Lines of fields follow the line of their name in any order. */

#include "config.h"

#include "ful-marker-statistics-pane.h"

#include "base/ful-format.h"
#include "base/ful-job.h"
#include "lists/ful-column-sorter.h"
#include "lists/ful-row-column.h"
#include "lists/ful-row-view.h"
#include "markers/find/ful-marker-statistics.h"
#include "markers/list/ful-marker-format.h"

#include <glib/gi18n.h>

#define MIN_HEIGHT 120

struct _FulMarkerStatisticsPane
{
  GtkWidget            parent_instance;

  FulRowModel         *model;
  GtkWidget           *list;
  GtkColumnView       *table;
  GtkColumnViewColumn *columns[FUL_N_MARKER_FIGURES];   /* owned by the table */

  FulMarkerView       *view;         /* (nullable): the markers to summarise */
  FulMarkerView       *summed_view;  /* (nullable): what @statistics are about, or will be by the job */
  FulMarkerFigure      order;
  gboolean             descending;
  FulMarkerStatistics *statistics;   /* (nullable): the statistics on screen */
  GArray              *lines;        /* (nullable) (element-type FulMarkerStatisticsLine): its lines */
  FulJob              *job;          /* (nullable): while it runs */
};

G_DEFINE_FINAL_TYPE (FulMarkerStatisticsPane, ful_marker_statistics_pane, GTK_TYPE_WIDGET)

enum
{
  PROP_BUSY = 1,
  N_PROPS,
};

enum
{
  NAME_ACTIVATED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint       signals[N_SIGNALS];

typedef struct
{
  FulMarkerView       *view;
  FulMarkerStatistics *statistics;   /* (nullable): only to be sorted */
  FulMarkerFigure      order;
  gboolean             descending;
  GArray              *lines;        /* (nullable): results of the job */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  ful_marker_view_unref (job->view);
  g_clear_pointer (&job->statistics, ful_marker_statistics_unref);
  g_clear_pointer (&job->lines, g_array_unref);
  g_free (job);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Job *job = data;

  if (job->statistics == NULL)
    job->statistics = ful_marker_statistics_new (job->view->list, job->view->found, cancellable, error);
  if (job->statistics)
    job->lines = ful_marker_statistics_sort (job->statistics, job->order, job->descending);

  return job->statistics != NULL;
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulMarkerStatisticsPane *self = owner;
  Job *job = data;

  if (!error)
    {
      g_clear_pointer (&self->statistics, ful_marker_statistics_unref);
      g_clear_pointer (&self->lines, g_array_unref);
      self->statistics = g_steal_pointer (&job->statistics);
      self->lines = g_steal_pointer (&job->lines);
      ful_row_model_set_selected (self->model, -1);
      ful_row_model_set_rows (self->model, self->lines->len, TRUE);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

static void
start (FulMarkerStatisticsPane *self)
{
  Job *job;

  if (self->view == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  job = g_new0 (Job, 1);
  job->view = ful_marker_view_ref (self->view);
  if (self->statistics && !self->job && self->summed_view->found == self->view->found)
    job->statistics = ful_marker_statistics_ref (self->statistics);
  job->order = self->order;
  job->descending = self->descending;
  g_clear_pointer (&self->summed_view, ful_marker_view_unref);
  self->summed_view = ful_marker_view_ref (self->view);
  ful_job_start (&self->job, compute, job, job_free, ready_cb, self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

/* Another order of the same markers has the same statistics. */
static void
update (FulMarkerStatisticsPane *self)
{
  if (self->view && (self->summed_view == NULL || self->view->found != self->summed_view->found))
    start (self);
}

static char *
format_figure (FulMarkerFormat format,
               double          number)
{
  FulBytes text = { NULL };

  ful_marker_number_append (format, number, &text);
  ful_bytes_append_c (&text, '\0');

  return text.data;
}

/* (nullable): a cell of numbers */
static char *
make_text (const FulMarkerSummary *summary,
           const FulMarkerFigures *figures,
           FulMarkerFigure         column)
{
  if (column == FUL_MARKER_FIGURE_COUNT)
    return ful_format_number (figures && figures->key ? figures->n : summary->n_markers, 3, 0);

  return figures ? format_figure (figures->format, ful_marker_figures_get (figures, column)) : g_strdup ("");
}

static void
describe_line (GtkWidget              *cell,
               const char             *name,
               const FulMarkerSummary *summary,
               const FulMarkerFigures *figures)
{
  g_autofree char *count = make_text (summary, figures, FUL_MARKER_FIGURE_COUNT);
  g_autofree char *sum = make_text (summary, figures, FUL_MARKER_FIGURE_SUM);
  g_autofree char *mean = make_text (summary, figures, FUL_MARKER_FIGURE_MEAN);
  g_autofree char *max = make_text (summary, figures, FUL_MARKER_FIGURE_MAX);
  /* Translators: number of markers, sum of their durations, and so on */
  g_autofree char *text = figures ? g_strdup_printf (_("count %s, sum %s, mean %s, maximum %s"), count, sum, mean, max)
                                  : g_strdup_printf (_("count %s"), count);

  ful_row_cell_describe (cell, name, text);
}

static gboolean
fill (gpointer   owner,
      guint      column,
      guint      position,
      GtkWidget *cell)
{
  FulMarkerStatisticsPane *self = owner;
  const FulMarkerStatisticsLine *line;
  const FulMarkerSummary *summary;
  const FulMarkerFigures *figures;
  g_autofree char *text = NULL;
  const char *color = NULL;

  if (self->lines == NULL || position >= self->lines->len)
    return FALSE;

  line = &g_array_index (self->lines, FulMarkerStatisticsLine, position);
  summary = &g_array_index (self->statistics->rows, FulMarkerSummary, line->summary);
  figures = line->figures < 0 ? ful_marker_summary_get_durations (summary)
                              : &g_array_index (summary->figures, FulMarkerFigures, line->figures);
  if (column == FUL_MARKER_FIGURE_NAME)
    {
      FulProfile *profile = self->statistics->list->profile;

      color = line->figures < 0 ? ful_profile_get_category (profile, summary->category)->color : "transparent";
      text = line->figures < 0 ? g_strdup (summary->name) : g_strdup_printf ("    %s", figures->key);
      describe_line (cell, line->figures < 0 ? summary->name : figures->key, summary, figures);
    }
  else
    {
      text = make_text (summary, figures, (FulMarkerFigure) column);
    }
  ful_row_cell_set (cell, color, text);

  return TRUE;
}

static void
sorter_changed_cb (FulMarkerStatisticsPane *self)
{
  guint column;

  if (!ful_column_sorter_get (self->table, &column, &self->descending))
    return;

  self->order = (FulMarkerFigure) column;
  start (self);
}

static void
activate_cb (FulMarkerStatisticsPane *self,
             guint                    position)
{
  const FulMarkerStatisticsLine *line;

  if (self->lines == NULL || position >= self->lines->len)
    return;

  line = &g_array_index (self->lines, FulMarkerStatisticsLine, position);
  g_signal_emit (self, signals[NAME_ACTIVATED], 0,
                 g_array_index (self->statistics->rows, FulMarkerSummary, line->summary).name);
}

static void
select_cb (FulMarkerStatisticsPane *self,
           gint64                   row)
{
  ful_row_model_set_selected (self->model, row);
}

static void
ful_marker_statistics_pane_map (GtkWidget *widget)
{
  FulMarkerStatisticsPane *self = FUL_MARKER_STATISTICS_PANE (widget);

  GTK_WIDGET_CLASS (ful_marker_statistics_pane_parent_class)->map (widget);
  update (self);
}

static void
ful_marker_statistics_pane_get_property (GObject    *object,
                                         guint       prop_id,
                                         GValue     *value,
                                         GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_BUSY:
      g_value_set_boolean (value, ful_marker_statistics_pane_get_busy (FUL_MARKER_STATISTICS_PANE (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ful_marker_statistics_pane_dispose (GObject *object)
{
  FulMarkerStatisticsPane *self = FUL_MARKER_STATISTICS_PANE (object);

  ful_job_stop (&self->job);
  g_clear_pointer (&self->list, gtk_widget_unparent);
  g_clear_object (&self->model);
  g_clear_pointer (&self->view, ful_marker_view_unref);
  g_clear_pointer (&self->summed_view, ful_marker_view_unref);
  g_clear_pointer (&self->statistics, ful_marker_statistics_unref);
  g_clear_pointer (&self->lines, g_array_unref);

  G_OBJECT_CLASS (ful_marker_statistics_pane_parent_class)->dispose (object);
}

static void
ful_marker_statistics_pane_class_init (FulMarkerStatisticsPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ful_marker_statistics_pane_get_property;
  object_class->dispose = ful_marker_statistics_pane_dispose;
  widget_class->map = ful_marker_statistics_pane_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[NAME_ACTIVATED] = g_signal_new ("name-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ful_marker_statistics_pane_init (FulMarkerStatisticsPane *self)
{
  static const struct { const char *title; const char *tooltip; double width; } descriptions[FUL_N_MARKER_FIGURES] = {
    [FUL_MARKER_FIGURE_NAME] = { N_("Name"), N_("Name of the markers; below it their fields that are numbers"), 0 },
    [FUL_MARKER_FIGURE_COUNT] = { N_("Count"), N_("Number of markers of the name, or of markers that have the field"), 5.5 },
    [FUL_MARKER_FIGURE_SUM] = { N_("Sum"), N_("Sum of the durations, or of the values of the field"), 6.1 },
    [FUL_MARKER_FIGURE_MEAN] = { N_("Mean"), N_("Sum divided by count"), 6.1 },
    [FUL_MARKER_FIGURE_MEDIAN] = { N_("Median"), N_("Half of the values are at most this"), 6.1 },
    [FUL_MARKER_FIGURE_P95] = { N_("95 %"), N_("95 of 100 values are at most this"), 6.1 },
    [FUL_MARKER_FIGURE_MAX] = { N_("Maximum"), N_("The greatest value"), 6.1 },
  };

  self->order = FUL_MARKER_FIGURE_SUM;
  self->descending = TRUE;
  self->model = ful_row_model_new ();
  self->table = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->table), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Marker statistics"), -1);
  for (guint i = 0; i < FUL_N_MARKER_FIGURES; i++)
    self->columns[i] = ful_row_column_append (self->table, _(descriptions[i].title), _(descriptions[i].tooltip),
                                              descriptions[i].width,
                                              i == FUL_MARKER_FIGURE_NAME ? FUL_ROW_CELL_SWATCH : FUL_ROW_CELL_NUMBER,
                                              i, fill, self);
  ful_column_sorter_install (self->table, FUL_N_MARKER_FIGURES);
  ful_column_sorter_prefer_descending (self->table, FUL_MARKER_FIGURE_NAME + 1, FUL_N_MARKER_FIGURES);
  gtk_column_view_sort_by_column (self->table, self->columns[FUL_MARKER_FIGURE_SUM], GTK_SORT_DESCENDING);
  self->list = ful_row_view_new (self->table);
  gtk_widget_set_size_request (self->list, -1, MIN_HEIGHT);
  gtk_column_view_set_model (self->table, GTK_SELECTION_MODEL (self->model));
  ful_row_model_follow (self->model, GTK_SCROLLABLE (self->table));
  gtk_widget_set_parent (self->list, GTK_WIDGET (self));

  g_signal_connect_object (self->model, "select", G_CALLBACK (select_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_column_view_get_sorter (self->table), "changed", G_CALLBACK (sorter_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->table, "activate", G_CALLBACK (activate_cb), self);
}

GtkWidget *
ful_marker_statistics_pane_new (void)
{
  return g_object_new (FUL_TYPE_MARKER_STATISTICS_PANE, NULL);
}

/**
 * ful_marker_statistics_pane_set_view:
 * @view: the markers to sum up
 */
void
ful_marker_statistics_pane_set_view (FulMarkerStatisticsPane *self,
                                     FulMarkerView           *view)
{
  g_return_if_fail (FUL_IS_MARKER_STATISTICS_PANE (self));

  if (view == self->view)
    return;

  ful_marker_view_ref (view);
  g_clear_pointer (&self->view, ful_marker_view_unref);
  self->view = view;
  update (self);
}

/**
 * ful_marker_statistics_pane_get_busy:
 *
 * Returns: whether other statistics are about to be shown
 */
gboolean
ful_marker_statistics_pane_get_busy (FulMarkerStatisticsPane *self)
{
  g_return_val_if_fail (FUL_IS_MARKER_STATISTICS_PANE (self), FALSE);

  return self->job != NULL;
}
