/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A thread → THREAD and SAMPLES frames. */

#include "config.h"

#include "ful-record-rows.h"

#include "export/ful-processed-objects.h"
#include "wire/ful-wire-encoder.h"

/* Rows of a frame, so that it fits into any chunk. */
#define MAX_ROWS 1024

/* @shown: (transfer full) */
FulRecordRows *
ful_record_rows_new (guint      number,
                     FulThread *shown)
{
  FulRecordRows *self = g_new0 (FulRecordRows, 1);

  self->number = number;
  self->shown = shown;
  self->is_changed = TRUE;
  self->rows = g_array_new (FALSE, FALSE, sizeof (FulWireSample));

  return self;
}

void
ful_record_rows_free (FulRecordRows *self)
{
  g_clear_object (&self->shown);
  g_array_unref (self->rows);
  g_free (self);
}

/* @name: (nullable): %NULL: as before; @process_name likewise */
void
ful_record_rows_set_name (FulRecordRows *self,
                          const char    *name,
                          const char    *process_name)
{
  if (self->shown == NULL)
    return;

  if (name)
    {
      g_free (self->shown->name);
      self->shown->name = g_strdup (name);
    }
  if (process_name)
    {
      g_free (self->shown->process_name);
      self->shown->process_name = g_strdup (process_name);
    }
  self->is_changed = TRUE;
}

/* @time: ms; of its end, @process_time of that of its process, NaN if that goes on */
void
ful_record_rows_end (FulRecordRows *self,
                     double         time,
                     double         process_time)
{
  if (self->shown == NULL)
    return;

  self->shown->unregister_time = time;
  self->shown->process_shutdown_time = process_time;
  self->has_ended = TRUE;
  self->is_changed = TRUE;
}

/* @is_idle: whether the thread does not run */
void
ful_record_rows_add (FulRecordRows       *self,
                     const FulWireSample *row,
                     gboolean             is_idle)
{
  g_array_append_val (self->rows, *row);
  self->n_idle += is_idle;
}

static void
put_definition (FulRecordRows *self,
                FulBytes      *to)
{
  FulWireFrame frame = { FUL_WIRE_THREAD, .object = { .id = self->number } };
  FulBytes object = { NULL };

  ful_processed_put_thread (&object, self->shown);
  ful_processed_put_string (&object, "weightType", "samples");
  ful_bytes_append_c (&object, '}');
  frame.object.object = (FulWireText) { object.data, object.n };
  ful_wire_encode (to, &frame);
  ful_bytes_clear (&object);
  self->is_changed = FALSE;
  if (self->has_ended)
    g_clear_object (&self->shown);
}

/**
 * ful_record_rows_put:
 * @to: gets frames with what has changed since the last time; the tables must have been put
 *
 * Returns: bytes of the rows while it did not run, as their share of the frames
 */
guint64
ful_record_rows_put (FulRecordRows *self,
                     FulBytes      *to)
{
  const FulWireSample *rows = (const FulWireSample *) self->rows->data;
  guint n = self->rows->len;
  gsize before;
  guint64 n_idle_bytes;

  if (self->is_changed && self->shown)
    put_definition (self, to);
  if (n == 0)
    return 0;

  before = to->n;
  for (guint first = 0; first < n; first += MAX_ROWS)
    ful_wire_encode_samples (to, self->number, rows[first].time, rows + first, MIN (n - first, MAX_ROWS));
  n_idle_bytes = (guint64) (to->n - before) * self->n_idle / n;
  self->n_idle = 0;
  if (self->has_ended)
    {
      g_array_unref (self->rows);
      self->rows = g_array_new (FALSE, FALSE, sizeof (FulWireSample));
    }
  g_array_set_size (self->rows, 0);

  return n_idle_bytes;
}
