/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How long an event would have waited at each time (tracks.md 8.1). Recorded is
 * how long one waited that was submitted some samples before. */

#include "config.h"

#include "ful-event-delay.h"

#include <math.h>

static const double *
get_column (const FulThread *thread)
{
  return thread->samples->event_delay ? thread->samples->event_delay : thread->samples->responsiveness;
}

/**
 * ful_event_delay_is_known:
 *
 * Returns: whether event delays of @thread were recorded
 */
gboolean
ful_event_delay_is_known (const FulThread *thread)
{
  const double *delay = get_column (thread);

  for (guint i = 0; delay && i < thread->samples->table.n_rows; i++)
    if (!isnan (delay[i]))
      return TRUE;

  return FALSE;
}

/**
 * ful_event_delay_compute:
 * @thread: a thread with event delays
 * @interval: ms between samples
 *
 * O(samples).
 *
 * Returns: (transfer full): ms for each sample; 0 where nothing would have waited
 */
double *
ful_event_delay_compute (const FulThread *thread,
                         double           interval)
{
  const double *raw = get_column (thread);
  const double *time = thread->samples->time;
  gint64 n = thread->samples->table.n_rows;
  double *delay = g_new0 (double, n + 1);
  double last = n > 0 ? time[0] : 0;
  gint64 last_row = 0;

  for (gint64 i = 1; raw && i < n; i++)
    {
      double next = i + 1 < n && !isnan (raw[i + 1]) ? raw[i + 1] : 0;
      double submitted = time[i] - raw[i];
      double since;
      gint64 row;

      /* The queue is still blocked. */
      if (isnan (raw[i]) || raw[i] < next)
        continue;

      row = i - (gint64) CLAMP (trunc (raw[i] / interval), -1, (double) i + 1);
      row = MIN (row, n - 1);
      if (row < 0)
        {
          last = time[i];
          last_row = i;
          continue;
        }

      since = time[i] - last;
      for (gint64 k = last_row + 1; k <= row; k++)
        {
          delay[k] += since;
          if (k + 1 < n)
            since -= time[k + 1] - time[k];
        }
      last = submitted;
      last_row = row;
    }

  return delay;
}
