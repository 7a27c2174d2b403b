/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Counters → COUNTER and COUNTS frames (wire.md 3). A count is what came since the one before; programs say values. */

#include "config.h"

#include "ful-record-counters.h"

#include "export/ful-processed-objects.h"
#include "import/common/ful-counter-display.h"
#include "io/raw/ful-raw-get.h"
#include "wire/ful-wire-encoder.h"

#include <math.h>

/* Rows of a frame. */
#define MAX_ROWS 1024

/* Whole numbers are shorter, and exact below it. */
#define MAX_WHOLE 9e15

typedef struct
{
  FulCounter *shown;
  guint       thread;
  gboolean    is_put;
  double      value;     /* sum of the counts so far */
  GArray     *counts;    /* FulWireCount */
} Counter;

static void
free_counter (gpointer data)
{
  Counter *counter = data;

  g_object_unref (counter->shown);
  g_array_unref (counter->counts);
  g_free (counter);
}

void
ful_record_counters_init (FulRecordCounters *self)
{
  self->counters = g_ptr_array_new_with_free_func (free_counter);
}

void
ful_record_counters_clear (FulRecordCounters *self)
{
  g_clear_pointer (&self->counters, g_ptr_array_unref);
}

/* Returns: (transfer full): `display` of a counter whose sum is shown */
static char *
make_sum_display (const FulRecordCounterInfo *info)
{
  FulBytes text = { NULL };

  ful_bytes_append_c (&text, '{');
  ful_processed_put_string (&text, "graphType", "line-accumulated");
  ful_processed_put_string (&text, "unit", info->unit);
  ful_processed_put_string (&text, "color", "grey");
  ful_processed_put_rest (&text, "\"markerSchemaLocation\":null");
  ful_processed_put_number (&text, "sortWeight", 50);
  ful_processed_put_string (&text, "label", info->name);
  ful_bytes_append_s (&text, ",\"tooltipRows\":[{\"type\":\"value\",\"source\":\"accumulated\",\"format\":{");
  ful_processed_put_string (&text, "unit", g_str_equal (info->unit, "bytes") || g_str_equal (info->unit, "percent") ? info->unit : "number");
  ful_bytes_append_c (&text, '}');
  ful_processed_put_string (&text, "label", info->name);
  ful_bytes_append_s (&text, "}]}");
  ful_bytes_append_c (&text, '\0');

  return text.data;
}

static char *
make_display (const FulRecordCounterInfo *info)
{
  g_autoptr(FulRawTree) tree = NULL;
  FulBytes text = { NULL };

  if (info->unit)
    return make_sum_display (info);

  tree = ful_raw_tree_new ();
  ful_raw_write (ful_counter_display_new (tree, info->category, info->name, NULL), &text);
  ful_bytes_append_c (&text, '\0');

  return text.data;
}

/**
 * ful_record_counters_add:
 *
 * Returns: number of a new counter; -1 if there are as many as there may be
 */
int
ful_record_counters_add (FulRecordCounters          *self,
                         const FulRecordCounterInfo *info)
{
  Counter *counter;

  if (self->counters->len >= FUL_WIRE_MAX_COUNTERS)
    return -1;

  counter = g_new0 (Counter, 1);
  counter->thread = info->thread;
  counter->counts = g_array_new (FALSE, FALSE, sizeof (FulWireCount));
  counter->shown = ful_counter_new ();
  g_free (counter->shown->display_json);
  counter->shown->name = g_strdup (info->name);
  counter->shown->category = g_strdup (info->category);
  counter->shown->description = g_strdup (info->description);
  counter->shown->pid = g_strdup (info->pid);
  counter->shown->display_json = make_display (info);
  g_ptr_array_add (self->counters, counter);

  return (int) self->counters->len - 1;
}

/**
 * ful_record_counters_add_count:
 * @counter: its number
 * @time: ns; not before what was promised to be complete
 * @count: what came since the count before
 */
void
ful_record_counters_add_count (FulRecordCounters *self,
                               int                counter,
                               gint64             time,
                               double             count)
{
  Counter *to = g_ptr_array_index (self->counters, counter);
  gboolean is_whole = fabs (count) < MAX_WHOLE && count == floor (count);
  FulWireCount row = { .time = time, .is_f64 = !is_whole, .sint = is_whole ? (gint64) count : 0, .f64 = count };

  if (!isfinite (count))
    return;
  to->value += count;
  g_array_append_val (to->counts, row);
}

/* @value: from @time on */
void
ful_record_counters_set_value (FulRecordCounters *self,
                               int                counter,
                               gint64             time,
                               double             value)
{
  Counter *to = g_ptr_array_index (self->counters, counter);

  ful_record_counters_add_count (self, counter, time, value - to->value);
}

static void
put_definition (Counter  *counter,
                guint     number,
                FulBytes *to)
{
  FulWireFrame frame = { FUL_WIRE_COUNTER, .object = { .id = number, .thread = counter->thread } };
  FulBytes object = { NULL };

  ful_processed_put_counter (&object, counter->shown);
  ful_bytes_append_c (&object, '}');
  frame.object.object = (FulWireText) { object.data, object.n };
  ful_wire_encode (to, &frame);
  ful_bytes_clear (&object);
  counter->is_put = TRUE;
}

/**
 * ful_record_counters_put_definitions:
 * @to: gets frames with what all counters are
 */
void
ful_record_counters_put_definitions (FulRecordCounters *self,
                                     FulBytes          *to)
{
  for (guint i = 0; i < self->counters->len; i++)
    put_definition (g_ptr_array_index (self->counters, i), i, to);
}

/**
 * ful_record_counters_put:
 * @to: gets frames with what came since the last time; the threads must have been put
 */
void
ful_record_counters_put (FulRecordCounters *self,
                         FulBytes          *to)
{
  for (guint i = 0; i < self->counters->len; i++)
    {
      Counter *counter = g_ptr_array_index (self->counters, i);
      const FulWireCount *counts = (const FulWireCount *) counter->counts->data;

      if (!counter->is_put)
        put_definition (counter, i, to);
      for (guint first = 0; first < counter->counts->len; first += MAX_ROWS)
        ful_wire_encode_counts (to, i, counts[first].time, counts + first, MIN (counter->counts->len - first, MAX_ROWS));
      g_array_set_size (counter->counts, 0);
    }
}
