/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query flame-graph and stack-chart: call nodes as rows of boxes, or as a picture of them. */

#include "config.h"

#include "ful-chart-picture.h"

#include "ful-commands.h"
#include "ful-query-json.h"
#include "ful-query-table.h"

#include "base/ful-bisect.h"
#include "base/ful-error.h"
#include "charts/ful-box-layout.h"
#include "markers/layout/ful-marker-lanes.h"
#include "model/ful-profile.h"

#include <math.h>

/* Number of boxes printed for each row of user timings. */
#define LIMIT_TIMINGS 20

/* The depth is not in the rows in JSON, which has an array of them for each depth. */
static const FulQueryColumn flame_columns[] = {
  { "depth", NULL, FUL_UNIT_DEPTH },
  { "function", "function", FUL_UNIT_NAME },
  { "start", "start", FUL_UNIT_NUMBER },
  { "end", "end", FUL_UNIT_NUMBER },
  { "self", "self", FUL_UNIT_NUMBER },
};

static const FulQueryColumn stack_columns[] = {
  { "depth", NULL, FUL_UNIT_DEPTH },
  { "function", "function", FUL_UNIT_NAME },
  { "start", "start (ms)", FUL_UNIT_MS },
  { "end", "end (ms)", FUL_UNIT_MS },
};

typedef struct
{
  FulQueryView *view;
  FulBoxLayout *layout;
  FulChartKind  kind;
  guint         n_depths;
  guint        *first;      /* (array length=n_depths+1): rows of the table by depth */
} Chart;

/* The part of a flame graph's box that is time of the function itself. */
static double
get_self_share (FulBoxLayout     *layout,
                guint             depth,
                FulCallNodeIndex  node)
{
  if (layout->tree->inverted && depth > 0)
    return 0;

  return fabs (ful_call_tree_get_self (layout->tree, node) / layout->tree->root_total);
}

static FulMarkerLanes *
find_timings (FulQueryView *view)
{
  g_autoptr(FulMarkerList) list = ful_marker_list_derive (view->derived->threads, view->query->reader.cache, NULL, NULL);

  return ful_marker_lanes_new_timings (list, &view->derived->range, FUL_MARKER_LANES_MAX_OF_REFERENCE, NULL, NULL);
}

/* Each row: name, number of boxes, and [start, end] of the first ones. */
static void
write_timings (FulQueryView *view,
               FulQueryJson *json)
{
  double zero = view->derived->root_range.start;
  g_autoptr(FulMarkerLanes) lanes = find_timings (view);
  const FulMarkerList *list = lanes->list;

  ful_query_json_begin_array_member (json, "userTimingRows");
  for (guint i = 0; i < lanes->n_lanes; i++)
    {
      const FulMarkerLane *lane = &lanes->lanes[i];

      ful_query_json_begin_array (json);
      ful_query_json_string (json, lane->name);
      ful_query_json_number (json, lane->n_markers);
      ful_query_json_begin_array (json);
      for (guint k = 0; k < MIN (lane->n_markers, LIMIT_TIMINGS); k++)
        {
          double start = list->start[lane->markers[k]], end = list->end[lane->markers[k]];

          ful_query_json_begin_array (json);
          ful_query_json_number (json, start - zero);
          ful_query_json_number (json, (isnan (end) ? start : end) - zero);
          ful_query_json_end_array (json);
        }
      ful_query_json_end_array (json);
      ful_query_json_end_array (json);
    }
  ful_query_json_end_array (json);
}

static FulBoxLayout *
make_layout (FulQueryView  *view,
             FulChartKind   kind,
             GError       **error)
{
  return kind == FUL_CHART_FLAME_GRAPH ? ful_flame_layout_new (view->tree, NULL, error)
                                       : ful_stack_chart_layout_new (view->tree, view->rows, FALSE, NULL, error);
}

static void
fill (FulQueryTable *table,
      guint          i,
      FulQueryRow   *cells)
{
  Chart *self = table->data;
  FulCallTree *tree = self->layout->tree;
  guint depth = FUL_BISECT (0, self->n_depths, middle, self->first[middle + 1] > i);
  guint box = i - self->first[depth];
  const FulBoxRow *row = &self->layout->rows[depth];
  FulCallNodeIndex node = row->boxes[box].node;
  gboolean is_flame = self->kind == FUL_CHART_FLAME_GRAPH;
  double zero = is_flame ? 0 : self->view->derived->root_range.start;

  ful_query_row_add_number (cells, depth);
  ful_query_row_add_text (cells, is_flame ? ful_call_tree_get_name (tree, node)
                                          : ful_profile_get_func_name (self->view->query->profile, tree->nodes->func[node]));
  ful_query_row_add_number (cells, ful_box_row_get_start (row, box) - zero);
  ful_query_row_add_number (cells, ful_box_row_get_end (row, box) - zero);
  if (is_flame)
    ful_query_row_add_number (cells, get_self_share (self->layout, depth, node));
}

static void
write_json (FulQueryTable *table,
            FulQueryJson  *json)
{
  Chart *self = table->data;

  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "rowCount", self->layout->n_rows);
  ful_query_json_begin_array_member (json, "rows");
  for (guint depth = 0; depth < self->n_depths; depth++)
    {
      ful_query_json_begin_object (json);
      ful_query_json_number_member (json, "depth", depth);
      ful_query_json_number_member (json, "boxCount", self->layout->rows[depth].n_boxes);
      ful_query_json_key (json, "boxes");
      ful_query_table_write_rows (table, self->first[depth], self->first[depth + 1] - self->first[depth], json);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_array (json);
  if (self->kind == FUL_CHART_STACK_CHART)
    write_timings (self->view, json);
  ful_query_json_end_object (json);
}

static FulQueryTable *
make_chart_table (FulQuery      *query,
                  guint          index,
                  FulChartKind   kind,
                  GError       **error)
{
  g_autoptr(FulQueryView) view = ful_query_view_new (query, index, error);
  FulBoxLayout *layout = view ? make_layout (view, kind, error) : NULL;
  FulQueryTable *table;
  Chart *self;

  if (layout == NULL)
    return NULL;

  table = ful_query_table_new (kind == FUL_CHART_FLAME_GRAPH ? flame_columns : stack_columns,
                               kind == FUL_CHART_FLAME_GRAPH ? G_N_ELEMENTS (flame_columns) : G_N_ELEMENTS (stack_columns),
                               sizeof (Chart));
  self = table->data;
  self->view = ful_query_table_attach (table, g_steal_pointer (&view), (GDestroyNotify) ful_query_view_free);
  self->layout = ful_query_table_attach (table, layout, (GDestroyNotify) ful_box_layout_unref);
  self->kind = kind;
  self->n_depths = MIN (layout->n_rows, query->limit_rows);
  self->first = ful_query_table_attach (table, g_new0 (guint, self->n_depths + 1), g_free);
  for (guint depth = 0; depth < self->n_depths; depth++)
    self->first[depth + 1] = self->first[depth] + MIN (layout->rows[depth].n_boxes, query->limit_boxes);

  table->n_outer = 1;
  table->n_rows = self->first[self->n_depths];
  table->found = self->view->tree->root_total != 0;
  table->fill = fill;
  table->write_json = write_json;

  return table;
}

static FulQueryTable *
make_flame_graph (FulQuery  *query,
                  guint      index,
                  GError   **error)
{
  return make_chart_table (query, index, FUL_CHART_FLAME_GRAPH, error);
}

static FulQueryTable *
make_stack_chart (FulQuery  *query,
                  guint      index,
                  GError   **error)
{
  return make_chart_table (query, index, FUL_CHART_STACK_CHART, error);
}

static FulExitStatus
refuse (GError     **error,
        const char  *message)
{
  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, message);

  return FUL_EXIT_USAGE;
}

static FulExitStatus
draw (FulQuery      *query,
      FulChartKind   kind,
      GError       **error)
{
  FulChartPictureOptions options = {
    .kind = kind,
    .format = query->svg ? FUL_PICTURE_SVG : FUL_PICTURE_PNG,
    .scheme = query->dark ? FUL_COLOR_SCHEME_DARK : FUL_COLOR_SCHEME_LIGHT,
    .width = query->width,
  };
  g_autoptr(FulMarkerLanes) timings = NULL;
  g_autoptr(FulQueryView) view = NULL;
  g_autoptr(FulBoxLayout) layout = NULL;
  g_autoptr(GFile) file = NULL;

  if (query->svg == query->png)
    return refuse (error, query->svg ? "A picture is either --svg or --png" : "--output needs --svg or --png");
  if (query->output == NULL)
    return refuse (error, "--svg and --png need --output FILE");
  if (query->views->len != 1)
    return refuse (error, "A picture shows one view");

  view = ful_query_view_new (query, 0, error);
  if (view)
    layout = make_layout (view, kind, error);
  if (layout && kind == FUL_CHART_STACK_CHART)
    timings = find_timings (view);
  options.timings = timings;
  file = g_file_new_for_commandline_arg (query->output);
  if (layout == NULL || !ful_chart_picture_save (layout, &options, file, NULL, error))
    return FUL_EXIT_USAGE;

  ful_query_answer_output (query);

  return view->tree->root_total != 0 ? FUL_EXIT_OK : FUL_EXIT_NOTHING;
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  if (query->svg || query->png || query->output)
    return draw (query, query->command == &ful_command_flame_graph ? FUL_CHART_FLAME_GRAPH : FUL_CHART_STACK_CHART, error);

  return ful_query_answer (query, error);
}

#define CHART_FLAGS (FUL_COMMAND_VIEWS | FUL_COMMAND_BOXES | FUL_COMMAND_PICTURE | FUL_COMMAND_OUTPUT | FUL_COMMAND_WIDTH)

const FulCommand ful_command_flame_graph = {
  "flame-graph", "the call nodes of a view as boxes by weight", CHART_FLAGS, make_flame_graph, run,
};

const FulCommand ful_command_stack_chart = {
  "stack-chart", "the call nodes of a view as boxes over time", CHART_FLAGS, make_stack_chart, run,
};
