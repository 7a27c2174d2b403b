/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The first count of a counter is that before the recording and is ignored.
 * Everything is O(samples in the range). */

#include "config.h"

#include "ful-counter-curve.h"

#include "base/ful-format.h"

#include <math.h>

/**
 * ful_counter_curve_get_count:
 *
 * Returns: how much more there was at a sample than at the one before
 */
double
ful_counter_curve_get_count (const FulCounterCurve *self,
                             guint                  sample)
{
  return sample == 0 ? 0 : self->counter->samples->count[sample];
}

/**
 * ful_counter_curve_get_rate:
 *
 * Returns: that in a ms; infinite or NaN for a sample at the time of the one before
 */
double
ful_counter_curve_get_rate (const FulCounterCurve *self,
                            guint                  sample)
{
  const double *time = self->counter->samples->time;

  return ful_counter_curve_get_count (self, sample) /
         (sample == 0 ? self->interval : time[sample] - time[sample - 1]);
}

/**
 * ful_counter_curve_init:
 * @self: filled in
 * @counter: must outlive @self
 * @is_accumulated: whether the graph is of sums
 * @range: what to draw, absolute
 */
void
ful_counter_curve_init (FulCounterCurve *self,
                        FulProfile      *profile,
                        FulCounter      *counter,
                        gboolean         is_accumulated,
                        FulTimeRange     range)
{
  guint n = counter->samples->table.n_rows;
  double sum = 0;

  *self = (FulCounterCurve) { .counter = counter, .interval = profile->interval, .is_accumulated = is_accumulated,
                              .range = range };
  ful_time_range_find_rows (range, counter->samples->time, n, &self->begin, &self->end);
  self->begin -= self->begin > 0;
  self->end += self->end < n;

  for (guint i = self->begin; i < self->end; i++)
    {
      double rate = ful_counter_curve_get_rate (self, i);

      sum += ful_counter_curve_get_count (self, i);
      self->min = MIN (self->min, sum);
      self->max = MAX (self->max, sum);
      if (isfinite (rate))
        self->rate_max = MAX (self->rate_max, rate);
    }
  self->least = self->min;
  self->greatest = self->max;
  self->rate_greatest = self->rate_max;
}

/**
 * ful_counter_curve_share_scale:
 * @other: the same counter of another recording
 *
 * Makes room for @other in the graph: both have the same scale, if this is done with both.
 */
void
ful_counter_curve_share_scale (FulCounterCurve       *self,
                               const FulCounterCurve *other)
{
  self->least = MIN (self->least, other->min);
  self->greatest = MAX (self->greatest, other->max);
  self->rate_greatest = MAX (self->rate_greatest, other->rate_max);
}

static double
to_x (const FulCounterCurve *self,
      guint                  width,
      double                 time)
{
  return (time - self->range.start) / (self->range.end - self->range.start) * width;
}

/* A rate of 0 is drawn below the visible part, so that it has no line. */
static double
get_rate_share (const FulCounterCurve *self,
                guint                  sample)
{
  double rate = ful_counter_curve_get_rate (self, sample);

  if (rate == 0 || isnan (rate))
    return -0.2;

  return CLAMP (rate / (self->rate_greatest > 0 ? self->rate_greatest : 1), -0.2, 1);
}

/**
 * ful_counter_curve_draw:
 * @width: pixel columns
 *
 * Returns: (transfer full): the line
 */
FulLineGraph *
ful_counter_curve_draw (const FulCounterCurve *self,
                        guint                  width)
{
  FulLineGraph *graph = ful_line_graph_new (width);
  const double *time = self->counter->samples->time;
  double range = self->greatest - self->least > 0 ? self->greatest - self->least : 1;
  double sum = 0, y = 0;

  if (!(self->range.end > self->range.start))
    return graph;

  for (guint i = self->begin; i < self->end; i++)
    {
      double x = to_x (self, width, time[i]);

      sum += ful_counter_curve_get_count (self, i);
      y = self->is_accumulated ? (sum - self->least) / range : get_rate_share (self, i);
      ful_line_graph_line_to (graph, self->is_accumulated ? x : round (x), y);
    }
  if (self->end > self->begin)
    ful_line_graph_line_to (graph, to_x (self, width, time[self->end - 1] + self->interval), y);

  return graph;
}

/**
 * ful_counter_curve_find:
 * @width: pixel columns
 * @x: in columns
 *
 * Returns: the sample of the tooltip at @x: in a graph of rates the greatest in the column of the
 *   nearest; %FUL_NONE if there is none in the range
 */
gint32
ful_counter_curve_find (const FulCounterCurve *self,
                        guint                  width,
                        double                 x)
{
  const FulCounterSampleTable *samples = self->counter->samples;
  double time = self->range.start + x / MAX (width, 1) * (self->range.end - self->range.start);
  guint n = samples->table.n_rows;
  guint begin, end, found;

  if (n == 0 || time < samples->time[0] || time > samples->time[n - 1] + self->interval)
    return FUL_NONE;

  ful_time_range_find_rows ((FulTimeRange) { time, INFINITY }, samples->time, n, &begin, &end);
  found = begin == n || (begin > 0 && time - samples->time[begin - 1] < samples->time[begin] - time) ? begin - 1
                                                                                                     : begin;
  if (!self->is_accumulated)
    {
      double column = round (to_x (self, width, samples->time[found]));
      guint first = found, last = found;

      while (first > 0 && round (to_x (self, width, samples->time[first - 1])) == column)
        first--;
      while (last + 1 < n && round (to_x (self, width, samples->time[last + 1])) == column)
        last++;
      for (found = first; first <= last; first++)
        if (ful_counter_curve_get_count (self, first) > ful_counter_curve_get_count (self, found))
          found = first;
    }

  return samples->time[found] >= self->range.start && samples->time[found] < self->range.end ? (gint32) found
                                                                                            : FUL_NONE;
}

/* The sum of the counts in a range. */
static double
sum_counts (const FulCounterCurve *self,
            FulTimeRange           range)
{
  guint begin, end;
  double sum = 0;

  ful_time_range_find_rows (range, self->counter->samples->time, self->counter->samples->table.n_rows, &begin, &end);
  for (guint i = begin; i < end; i++)
    sum += ful_counter_curve_get_count (self, i);

  return sum;
}

/**
 * ful_counter_curve_get_sum:
 *
 * Returns: how much more there is at a sample than before the first one that is considered
 */
double
ful_counter_curve_get_sum (const FulCounterCurve *self,
                           guint                  sample)
{
  double sum = 0;

  for (guint i = self->begin; i <= sample; i++)
    sum += ful_counter_curve_get_count (self, i);

  return sum;
}

/**
 * ful_counter_curve_get_share:
 *
 * Returns: the height of a sample in the graph, 1 for its top
 */
double
ful_counter_curve_get_share (const FulCounterCurve *self,
                             guint                  sample)
{
  double range = self->greatest - self->least;

  if (!self->is_accumulated)
    return MAX (get_rate_share (self, sample), 0);

  return (ful_counter_curve_get_sum (self, sample) - self->least) / (range > 0 ? range : 1);
}

/**
 * ful_counter_curve_get_value:
 * @row: the row of the tooltip
 * @sample: a sample in the range
 * @preview: (nullable): the preview range, absolute
 *
 * Returns: the value, or NaN if there is none
 */
double
ful_counter_curve_get_value (const FulCounterCurve *self,
                             const FulCounterRow   *row,
                             guint                  sample,
                             const FulTimeRange    *preview)
{
  const double *number = self->counter->samples->number;

  switch (row->source)
    {
    case FUL_COUNTER_SHOWS_COUNT:
      return row->unit == FUL_COUNTER_UNIT_POWER ? ful_counter_curve_get_rate (self, sample)
                                                 : ful_counter_curve_get_count (self, sample);
    case FUL_COUNTER_SHOWS_RATE:
      return ful_counter_curve_get_rate (self, sample);
    case FUL_COUNTER_SHOWS_CPU_RATIO:
      return ful_counter_curve_get_rate (self, sample) / (self->rate_max > 0 ? self->rate_max : 1);
    case FUL_COUNTER_SHOWS_ACCUMULATED:
      return ful_counter_curve_get_sum (self, sample) - self->min;
    case FUL_COUNTER_SHOWS_COUNT_RANGE:
      return self->max - self->min;
    case FUL_COUNTER_SHOWS_SAMPLE_NUMBER:
      return number ? (sample == 0 ? 0 : number[sample]) : NAN;
    case FUL_COUNTER_SHOWS_SELECTION_TOTAL:
      return preview ? sum_counts (self, *preview) : NAN;
    case FUL_COUNTER_SHOWS_SELECTION_RATE:
      return preview && preview->end > preview->start ? sum_counts (self, *preview) / (preview->end - preview->start)
                                                      : NAN;
    case FUL_COUNTER_SHOWS_RANGE_TOTAL:
      return sum_counts (self, self->range);
    case FUL_COUNTER_SHOWS_SEPARATOR:
    case FUL_N_COUNTER_SOURCES:
    default:
      return NAN;
    }
}

/* Watts or watt hours in a suitable unit, and their emission. */
static char *
format_energy (double      value,
               const char *per,
               gboolean    with_co2,
               double      grams_per_kwh)
{
  static const struct
  {
    double from, factor;
    const char *unit;
    int digits;
    double co2_factor;
    const char *co2_unit;
    int co2_digits;
  } tiers[] = {
    { 1000, 1e-3, "kW", 3, 1e-3, "kg", 2 },
    { 1, 1, "W", 3, 1, "g", 3 },
    { 1e-3, 1e3, "mW", 2, 1e3, "mg", 2 },
    { -INFINITY, 1e6, "µW", 2, 1e3, "mg", 2 },
  };
  guint tier = 0;
  g_autofree char *number = NULL;
  g_autofree char *co2 = NULL;

  while (fabs (value) < tiers[tier].from)
    tier++;
  number = ful_format_number (value * tiers[tier].factor, tiers[tier].digits, tiers[tier].digits);
  if (!with_co2)
    return g_strdup_printf ("%s %s%s", number, tiers[tier].unit, per);

  co2 = ful_format_number (value / 1000 * grams_per_kwh * tiers[tier].co2_factor, tiers[tier].co2_digits,
                           tiers[tier].co2_digits);

  return g_strdup_printf ("%s %s%s (%s %s CO₂e)", number, tiers[tier].unit, per, co2, tiers[tier].co2_unit);
}

/**
 * ful_counter_value_format:
 * @row: the row of the tooltip
 * @value: from ful_counter_curve_get_value()
 * @grams_per_kwh: g of CO₂ for a kWh
 *
 * Returns: (transfer full): the number for the user
 */
char *
ful_counter_value_format (const FulCounterRow *row,
                          double               value,
                          double               grams_per_kwh)
{
  g_autofree char *bytes = NULL;

  switch (row->unit)
    {
    case FUL_COUNTER_UNIT_BYTES:
      return ful_format_bytes (value);
    case FUL_COUNTER_UNIT_BYTES_PER_SECOND:
      bytes = ful_format_bytes (value * 1000);
      return g_strconcat (bytes, "/s", NULL);
    case FUL_COUNTER_UNIT_PERCENT:
      return ful_format_percent (value);
    case FUL_COUNTER_UNIT_POWER:
      return format_energy (value * 1e-12 * 3600000, "", row->with_co2, grams_per_kwh);
    case FUL_COUNTER_UNIT_ENERGY:
      return format_energy (value * 1e-12, "h", row->with_co2, grams_per_kwh);
    case FUL_COUNTER_UNIT_NUMBER:
    default:
      return ful_format_number (value, 2, 0);
    }
}
