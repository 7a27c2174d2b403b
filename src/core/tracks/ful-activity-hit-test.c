/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which sample is painted at a point of an activity graph (tracks.md 6.1).
 *
 * Categories are piled up from the heaviest colour on. Within a category the
 * samples that reach into the pixel column, by the smoothing from up to seven
 * columns away, are piled up in the order of the call tree. */

#include "config.h"

#include "ful-activity-hit-test.h"

#include "base/ful-category-color.h"

#include <math.h>
#include <stdlib.h>

#define REACH 7
#define WINDOW (2 * REACH + 1)

/* A unit impulse after box blurs of radius 3, 2 and 2, times 7 · 5 · 5. */
static const double impulse[WINDOW] = { 1, 3, 6, 10, 15, 19, 22, 23, 22, 19, 15, 10, 6, 3, 1 };
static const double impulse_sum = 175;

typedef struct
{
  guint            sample;
  FulCallNodeIndex node;
  double           share;     /* its contribution to the pixel */
} Candidate;

typedef struct
{
  FulCallNodeTable *nodes;
  gboolean          inverted;
} TreeOrder;

static int
compare_upward (const FulCallNodeTable *nodes,
                FulCallNodeIndex        a,
                FulCallNodeIndex        b)
{
  for (; a != FUL_NONE && b != FUL_NONE; a = nodes->prefix[a], b = nodes->prefix[b])
    if (nodes->func[a] != nodes->func[b])
      return nodes->func[a] < nodes->func[b] ? -1 : 1;

  return (a != FUL_NONE) - (b != FUL_NONE);
}

static int
compare_candidates (gconstpointer a,
                    gconstpointer b,
                    gpointer      user_data)
{
  const TreeOrder *order = user_data;
  const Candidate *x = a;
  const Candidate *y = b;
  int result = 0;

  if (x->node != y->node)
    {
      if (x->node == FUL_NONE || y->node == FUL_NONE)
        return x->node == FUL_NONE ? 1 : -1;

      result = order->inverted ? compare_upward (order->nodes, x->node, y->node) : x->node < y->node ? -1 : 1;
    }

  return result != 0 ? result : x->sample < y->sample ? -1 : 1;
}

/* The categories from the bottom of the graph on. */
static GArray *
order_by_gravity (FulProfile *profile)
{
  GArray *order = g_array_new (FALSE, FALSE, sizeof (FulCategoryIndex));

  for (guint i = 0; i < profile->categories->len; i++)
    {
      int gravity = ful_category_hue_lookup (ful_profile_get_category (profile, (FulCategoryIndex) i)->color)->gravity;
      FulCategoryIndex category = (FulCategoryIndex) i;
      guint place = order->len;

      while (place > 0)
        {
          FulCategoryIndex other = g_array_index (order, FulCategoryIndex, place - 1);

          if (ful_category_hue_lookup (ful_profile_get_category (profile, other)->color)->gravity >= gravity)
            break;
          place--;
        }
      g_array_insert_val (order, place, category);
    }

  return order;
}

/* @height times the smoothed overlap of the span with pixel @x. */
static double
smoothed_overlap (double a,
                  double b,
                  double height,
                  guint  x)
{
  double sum = 0;

  if (b < a)
    return -smoothed_overlap (b, a, height, x);

  for (int k = 0; k < WINDOW; k++)
    {
      double left = (double) x - REACH + k;

      sum += impulse[k] * fmax (fmin (b, left + 1) - fmax (a, left), 0);
    }

  return height * sum / impulse_sum;
}

static GArray *
find_candidates (const FulTrackGraph *graph,
                 FulProfile          *profile,
                 FulThread           *thread,
                 const guint8        *cpu_percent,
                 FulSampleRows       *rows,
                 FulCallNodeTable    *nodes,
                 guint                x)
{
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  const double *time = thread->samples->time;
  guint n = thread->samples->table.n_rows;
  double scale = graph->width / (graph->range.end - graph->range.start);
  FulTimeRange around = {
    graph->range.start + ((double) x - REACH) / scale, graph->range.start + ((double) x + REACH + 1) / scale,
  };
  guint begin, end, first, last;

  ful_time_range_find_rows (graph->range, time, n, &begin, &end);
  ful_time_range_find_rows (around, time, n, &first, &last);

  /* Halves reach half way to the neighbours, so one row more on each side. */
  first = MAX (first > 0 ? first - 1 : 0, begin);
  last = MIN (last + 1, end);
  for (guint i = first; i < last; i++)
    {
      double before = i > 0 ? time[i - 1] : time[i] - profile->interval;
      double after = i + 1 < n ? time[i + 1] : time[i] + profile->interval;
      double middle = (time[i] - graph->range.start) * scale;
      double left = fmax (((before + time[i]) / 2 - graph->range.start) * scale, 0);
      double right = fmin (((time[i] + after) / 2 - graph->range.start) * scale, graph->width - 1.0);
      FulStackIndex stack = i - begin < rows->n_rows ? ful_sample_rows_get_stack (rows, i - begin) : FUL_NONE;
      Candidate candidate = {
        i, stack == FUL_NONE ? FUL_NONE : nodes->stack_to_node[stack],
        (smoothed_overlap (left, middle, cpu_percent[i], x) +
         smoothed_overlap (middle, right, cpu_percent[i + 1], x)) / 100,
      };

      if (candidate.share > 0)
        g_array_append_val (candidates, candidate);
    }

  return candidates;
}

/* The category at @height, and where it begins. */
static FulCategoryIndex
find_category (const FulTrackGraph *graph,
               FulProfile          *profile,
               guint                x,
               double               height,
               double              *out_lower)
{
  g_autoptr(GArray) order = order_by_gravity (profile);
  double edge = 0;

  for (guint i = 0; i < order->len; i++)
    {
      FulCategoryIndex category = g_array_index (order, FulCategoryIndex, i);

      *out_lower = edge;
      for (guint s = 0; s < FUL_N_SAMPLE_STATES; s++)
        {
          const float *values = ful_track_graph_get (graph, category, s);

          edge += values ? fmaxf (values[x], 0) : 0;
        }
      if (edge > *out_lower && height <= edge)
        return category;
    }

  return FUL_NONE;
}

/**
 * ful_track_graph_find_hit:
 * @graph: an activity graph
 * @profile: the profile
 * @thread: the thread of @graph
 * @cpu_percent: as for @graph
 * @rows: the samples of @thread in the range of @graph, as the filters leave them
 * @nodes: the call nodes of @rows
 * @inverted: whether the inverted tree is shown; it orders the samples
 * @x: a pixel column of @graph
 * @height: 0 at the bottom of the graph, 1 at its top
 *
 * O(samples within a few pixels of @x).
 *
 * Returns: the sample at that point
 */
FulActivityHit
ful_track_graph_find_hit (const FulTrackGraph *graph,
                          FulProfile          *profile,
                          FulThread           *thread,
                          const guint8        *cpu_percent,
                          FulSampleRows       *rows,
                          FulCallNodeTable    *nodes,
                          gboolean             inverted,
                          guint                x,
                          double               height)
{
  g_autoptr(GArray) candidates = NULL;
  TreeOrder order = { nodes, inverted };
  FulActivityHit hit = { FUL_NONE, FUL_NONE, 0, 0 };
  double edge;

  g_return_val_if_fail (x < graph->width, hit);

  candidates = find_candidates (graph, profile, thread, cpu_percent, rows, nodes, x);
  hit.cpu_share = graph->average[x];
  for (guint i = 0; i < candidates->len; i++)
    {
      guint sample = g_array_index (candidates, Candidate, i).sample;

      hit.covered_ms += sample > 0 ? thread->samples->time[sample] - thread->samples->time[sample - 1]
                                   : profile->interval;
    }

  hit.category = find_category (graph, profile, x, height, &edge);
  if (hit.category == FUL_NONE)
    return hit;

  g_array_sort_with_data (candidates, compare_candidates, &order);
  for (guint i = 0; i < candidates->len; i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);
      FulStackIndex stack = thread->samples->stack[candidate->sample];
      FulCategoryIndex category = stack == FUL_NONE ? profile->default_category
                                                    : ful_stack_table_get_category (profile->stacks, stack);

      if (category != hit.category)
        continue;

      edge += candidate->share;
      if (edge < height)
        continue;

      if (stack != FUL_NONE)
        hit.sample = (gint32) candidate->sample;
      break;
    }

  return hit;
}

/**
 * ful_track_graph_find_sample:
 * @graph: an activity graph
 * @profile: the profile
 * @thread: the thread of @graph
 * @x: a place on the strip of samples under @graph, in its pixels
 *
 * O(log n). Semantics: tracks.md 6.2.
 *
 * Returns: the sample whose mark covers @x, or %FUL_NONE
 */
gint32
ful_track_graph_find_sample (const FulTrackGraph *graph,
                             FulProfile          *profile,
                             FulThread           *thread,
                             double               x)
{
  const double *time = thread->samples->time;
  double px_per_ms = graph->width / (graph->range.end - graph->range.start);
  double at = graph->range.start + x / px_per_ms;
  guint begin, end, first, last;
  guint nearest;

  ful_time_range_find_rows (graph->range, time, thread->samples->table.n_rows, &begin, &end);
  if (begin == end)
    return FUL_NONE;

  ful_time_range_find_rows ((FulTimeRange) { at, INFINITY }, time + begin, end - begin, &first, &last);
  nearest = begin + first;
  if (nearest == end || (nearest > begin && at - time[nearest - 1] < time[nearest] - at))
    nearest--;

  if (fabs (time[nearest] - at) * px_per_ms > ful_track_graph_get_mark_width (graph, profile) / 2)
    return FUL_NONE;

  return (gint32) nearest;
}

/**
 * ful_track_graph_get_mark_width:
 *
 * Returns: width of a sample in the strip under @graph, in its pixels
 */
double
ful_track_graph_get_mark_width (const FulTrackGraph *graph,
                                FulProfile          *profile)
{
  double width = profile->interval * graph->width / (graph->range.end - graph->range.start);

  return CLAMP (width < 2 ? width * 1.2 : width, 0.8, 10);
}
