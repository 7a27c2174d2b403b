/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The activity graph of a thread (tracks.md 6.1): CPU use over time, by the
 * category of the samples and by their relation to the selected call node.
 *
 * A sample covers the time from the midpoint to its predecessor to the midpoint
 * to its successor. A CPU value describes the time before its sample, so the
 * first half has the sample's own value and the second half that of the next. */

#include "config.h"

#include "ful-track-graph.h"

#include <math.h>
#include <string.h>

static const guint blur_radii[] = { 3, 2, 2 };

static void
ful_track_graph_clear (gpointer data)
{
  FulTrackGraph *self = data;

  for (guint i = 0; self->values && i < self->n_categories * FUL_N_SAMPLE_STATES; i++)
    g_free (self->values[i]);
  g_free (self->values);
  g_free ((gpointer) self->average);
}

/* Adds @height × the covered part of each pixel; a span that runs backwards counts negative. */
static inline void
add_span (float  *buffer,
          guint   width,
          double  a,
          double  b,
          double  height)
{
  gint64 first, last;

  if (b < a)
    {
      double swap = a;

      a = b;
      b = swap;
      height = -height;
    }

  first = MAX ((gint64) a, 0);
  last = MIN ((gint64) b, (gint64) width - 1);
  if (first > last)
    return;

  if (first == last)
    {
      buffer[first] += (float) (height * (b - a));
      return;
    }

  buffer[first] += (float) (height * ((double) (first + 1) - a));
  for (gint64 k = first + 1; k < last; k++)
    buffer[k] += (float) height;
  buffer[last] += (float) (height * (b - (double) last));
}

/* Values outside of the buffer are 0. */
static void
box_blur (const float *in,
          float       *out,
          guint        n,
          guint        radius)
{
  double sum = 0;

  if (n < radius)
    {
      memcpy (out, in, n * sizeof *in);
      return;
    }

  for (guint i = 0; i < MIN (radius, n); i++)
    sum += in[i];
  for (guint i = 0; i < n; i++)
    {
      if (i + radius < n)
        sum += in[i + radius];
      if (i > radius)
        sum -= in[i - radius - 1];
      out[i] = (float) (sum / (2 * radius + 1));
    }
}

static void
smooth (float *buffer,
        float *scratch,
        guint  width)
{
  float *from = buffer, *to = scratch;

  for (guint i = 0; i < G_N_ELEMENTS (blur_radii); i++)
    {
      float *swap = from;

      box_blur (from, to, width, blur_radii[i]);
      from = to;
      to = swap;
    }
  if (from != buffer)
    memcpy (buffer, from, width * sizeof *buffer);
}

static gboolean
accumulate (FulTrackGraph        *self,
            FulProfile           *profile,
            const FulSampleTable *samples,
            const guint8         *cpu_percent,
            const guint8         *states,
            GCancellable         *cancellable,
            GError              **error)
{
  double scale = self->width / (self->range.end - self->range.start);
  double limit = self->width - 1;
  guint n = samples->table.n_rows;
  guint begin, end;
  double left = 0;

  ful_time_range_find_rows (self->range, samples->time, n, &begin, &end);
  if (begin < end)
    {
      double time = samples->time[begin];
      double before = begin > 0 ? samples->time[begin - 1] : time - profile->interval;

      left = fmax (((before + time) / 2 - self->range.start) * scale, 0);
    }

  for (guint i = begin; i < end; i++)
    {
      double time = samples->time[i];
      double after = i + 1 < end ? samples->time[i + 1] : time + profile->interval;
      double middle = (time - self->range.start) * scale;
      double next = ((time + after) / 2 - self->range.start) * scale;
      double right = MIN (next, limit);
      FulStackIndex stack = samples->stack[i];
      FulCategoryIndex category = stack == FUL_NONE ? profile->default_category
                                                     : ful_stack_table_get_category (profile->stacks, stack);
      FulSampleState state = states ? states[i - begin]
                                    : stack == FUL_NONE ? FUL_SAMPLE_FILTERED_OUT : FUL_SAMPLE_SELECTED;
      float **buffer = &self->values[(guint) category * FUL_N_SAMPLE_STATES + state];
      guint pixel = (guint) left;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      if (G_UNLIKELY (*buffer == NULL))
        *buffer = g_new0 (float, self->width);
      if (right >= middle && right < pixel + 1)
        (*buffer)[pixel] += (float) (cpu_percent[i] * (middle - left) + cpu_percent[i + 1] * (right - middle));
      else
        {
          add_span (*buffer, self->width, left, middle, cpu_percent[i]);
          add_span (*buffer, self->width, middle, right, cpu_percent[i + 1]);
        }
      left = MAX (next, 0);
    }

  return TRUE;
}

/**
 * ful_track_graph_new:
 * @profile: a profile
 * @thread: a thread of it
 * @cpu_percent: from ful_cpu_use_compute() for @thread
 * @range: what to show, absolute
 * @width: number of pixel columns, at least 1
 * @states: (nullable): a #FulSampleState for each sample in @range, from ful_sample_states_new(); %NULL if
 *   nothing is filtered or selected
 * @cancellable: (nullable): checked every few thousand samples
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(samples in @range + categories × @width).
 *
 * Returns: (transfer full): the graph, or %NULL with @error set
 */
FulTrackGraph *
ful_track_graph_new (FulProfile    *profile,
                     FulThread     *thread,
                     const guint8  *cpu_percent,
                     FulTimeRange   range,
                     guint          width,
                     const guint8  *states,
                     GCancellable  *cancellable,
                     GError       **error)
{
  g_autoptr(FulTrackGraph) self = g_atomic_rc_box_new0 (FulTrackGraph);
  g_autofree float *scratch = g_new (float, width);
  float *average;

  g_return_val_if_fail (width > 0, NULL);

  self->width = width;
  self->n_categories = profile->categories->len;
  self->range = range;
  self->values = g_new0 (float *, (gsize) self->n_categories * FUL_N_SAMPLE_STATES);
  self->average = average = g_new0 (float, width);

  if (range.end > range.start &&
      !accumulate (self, profile, thread->samples, cpu_percent, states, cancellable, error))
    return NULL;

  for (guint i = 0; i < self->n_categories * FUL_N_SAMPLE_STATES; i++)
    {
      float *buffer = self->values[i];

      if (buffer == NULL)
        continue;

      for (guint x = 0; x < width; x++)
        {
          buffer[x] /= 100;
          average[x] += buffer[x];
        }
      smooth (buffer, scratch, width);
    }

  return g_steal_pointer (&self);
}

void
ful_track_graph_unref (FulTrackGraph *self)
{
  g_atomic_rc_box_release_full (self, ful_track_graph_clear);
}
