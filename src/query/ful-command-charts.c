/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query flame-graph and stack-chart: call nodes as rows of boxes, or as a picture of them. */

#include "config.h"

#include "ful-chart-picture.h"

#include "ful-commands.h"
#include "ful-query-json.h"

#include "base/ful-error.h"
#include "charts/ful-box-layout.h"
#include "markers/layout/ful-marker-lanes.h"
#include "model/ful-profile.h"

#include <math.h>

/* Number of boxes printed for each row of user timings. */
#define LIMIT_TIMINGS 20

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

static void
write_boxes (FulQuery     *query,
             FulBoxLayout *layout,
             guint         depth,
             double        zero,
             gboolean      with_self,
             FulQueryJson *json)
{
  const FulBoxRow *row = &layout->rows[depth];

  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "depth", depth);
  ful_query_json_number_member (json, "boxCount", row->n_boxes);
  ful_query_json_key (json, "boxes");
  ful_query_json_begin_array (json);
  for (guint i = 0; i < MIN (row->n_boxes, query->limit_boxes); i++)
    {
      const char *name = with_self ? ful_call_tree_get_name (layout->tree, row->boxes[i].node)
                                   : ful_profile_get_func_name (query->profile, layout->tree->nodes->func[row->boxes[i].node]);

      ful_query_json_begin_array (json);
      ful_query_json_string (json, name);
      ful_query_json_number (json, ful_box_row_get_start (row, i) - zero);
      ful_query_json_number (json, ful_box_row_get_end (row, i) - zero);
      if (with_self)
        ful_query_json_number (json, get_self_share (layout, depth, row->boxes[i].node));
      ful_query_json_end_array (json);
    }
  ful_query_json_end_array (json);
  ful_query_json_end_object (json);
}

static void
write_rows (FulQuery     *query,
            FulBoxLayout *layout,
            double        zero,
            gboolean      with_self,
            FulQueryJson *json)
{
  ful_query_json_number_member (json, "rowCount", layout->n_rows);
  ful_query_json_key (json, "rows");
  ful_query_json_begin_array (json);
  for (guint depth = 0; depth < MIN (layout->n_rows, query->limit_rows); depth++)
    write_boxes (query, layout, depth, zero, with_self, json);
  ful_query_json_end_array (json);
}

static gboolean
write_flame_json (FulQuery      *query,
                  FulQueryView  *view,
                  FulQueryJson  *json,
                  GError       **error)
{
  g_autoptr(FulBoxLayout) layout = ful_flame_layout_new (view->tree, NULL, error);

  if (layout == NULL)
    return FALSE;

  ful_query_json_begin_object (json);
  write_rows (query, layout, 0, TRUE, json);
  ful_query_json_end_object (json);

  return TRUE;
}

static FulMarkerLanes *
find_timings (FulQuery     *query,
              FulQueryView *view)
{
  g_autoptr(FulMarkerList) list = ful_marker_list_derive (view->derived->threads, query->reader.cache, NULL, NULL);

  return ful_marker_lanes_new_timings (list, &view->derived->range, FUL_MARKER_LANES_MAX_OF_REFERENCE, NULL, NULL);
}

/* Each row: name, number of boxes, and [start, end] of the first ones. */
static void
write_timings (FulQueryView *view,
               FulQuery     *query,
               FulQueryJson *json)
{
  double zero = view->derived->root_range.start;
  g_autoptr(FulMarkerLanes) lanes = find_timings (query, view);
  const FulMarkerList *list = lanes->list;

  ful_query_json_key (json, "userTimingRows");
  ful_query_json_begin_array (json);
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

static gboolean
write_stack_json (FulQuery      *query,
                  FulQueryView  *view,
                  FulQueryJson  *json,
                  GError       **error)
{
  g_autoptr(FulBoxLayout) layout = ful_stack_chart_layout_new (view->tree, view->rows, FALSE, NULL, error);

  if (layout == NULL)
    return FALSE;

  ful_query_json_begin_object (json);
  write_rows (query, layout, view->derived->root_range.start, FALSE, json);
  write_timings (view, query, json);
  ful_query_json_end_object (json);

  return TRUE;
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
    layout = kind == FUL_CHART_FLAME_GRAPH ? ful_flame_layout_new (view->tree, NULL, error)
                                           : ful_stack_chart_layout_new (view->tree, view->rows, FALSE, NULL, error);
  if (layout && kind == FUL_CHART_STACK_CHART)
    timings = find_timings (query, view);
  options.timings = timings;
  file = g_file_new_for_commandline_arg (query->output);
  if (layout == NULL || !ful_chart_picture_save (layout, &options, file, NULL, error))
    return FUL_EXIT_USAGE;

  ful_query_answer_output (query);

  return view->tree->root_total != 0 ? FUL_EXIT_OK : FUL_EXIT_NOTHING;
}

static FulExitStatus
run_flame_graph (FulQuery  *query,
                 GError   **error)
{
  if (query->svg || query->png || query->output)
    return draw (query, FUL_CHART_FLAME_GRAPH, error);

  return ful_query_answer_views (query, write_flame_json, NULL, error);
}

static FulExitStatus
run_stack_chart (FulQuery  *query,
                 GError   **error)
{
  if (query->svg || query->png || query->output)
    return draw (query, FUL_CHART_STACK_CHART, error);

  return ful_query_answer_views (query, write_stack_json, NULL, error);
}

#define CHART_FLAGS (FUL_COMMAND_VIEWS | FUL_COMMAND_BOXES | FUL_COMMAND_PICTURE | FUL_COMMAND_OUTPUT | FUL_COMMAND_WIDTH)

const FulCommand ful_command_flame_graph = {
  "flame-graph", "the call nodes of a view as boxes by weight", CHART_FLAGS, run_flame_graph,
  "boxes", "^depth,function,start,end,self",
};

const FulCommand ful_command_stack_chart = {
  "stack-chart", "the call nodes of a view as boxes over time", CHART_FLAGS, run_stack_chart,
  "boxes", "^depth,function,start,end",
};
