/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Frames of a server → builder (wire.md 3 to 8).
 *
 * Rows are checked as they come, against what was defined before them, so the rows of the builder are
 * numbered by maps of the epoch. What a stream is does not depend on when it is published: nothing is decided by what
 * comes later. Flaws cost the flawed cell or row, with an entry in the import log. */

#include "config.h"

#include "ful-live-process-ends.h"
#include "ful-live-writer-private.h"

#include "base/ful-error.h"
#include "base/ful-serial.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdint.h>

static void
live_thread_free (gpointer data)
{
  LiveThread *self = data;

  if (self == NULL)
    return;
  ful_live_rows_clear (&self->samples);
  ful_live_rows_clear (&self->js_allocations);
  ful_live_rows_clear (&self->native_allocations);
  g_free (self->place);
  g_free (self);
}

static void
live_counter_free (gpointer data)
{
  LiveCounter *self = data;

  if (self == NULL)
    return;
  ful_live_rows_clear (&self->rows);
  g_free (self);
}

/**
 * ful_live_writer_new:
 * @builder: an empty builder; must outlive the writer
 */
FulLiveWriter *
ful_live_writer_new (FulProfileBuilder *builder)
{
  FulLiveWriter *self = g_new0 (FulLiveWriter, 1);

  self->builder = builder;
  self->tree = ful_raw_tree_new ();
  self->threads = g_ptr_array_new_with_free_func (live_thread_free);
  self->counters = g_ptr_array_new_with_free_func (live_counter_free);
  for (guint i = 0; i < FUL_WIRE_N_TABLES; i++)
    self->rows[i] = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->libs = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->complete = G_MININT64;
  builder->profile->number_serial = ful_serial_new ();

  return self;
}

void
ful_live_writer_free (FulLiveWriter *self)
{
  ful_raw_tree_free (self->tree);
  g_array_unref (self->libs);
  g_ptr_array_unref (self->threads);
  g_ptr_array_unref (self->counters);
  for (guint i = 0; i < FUL_WIRE_N_TABLES; i++)
    g_array_unref (self->rows[i]);
  g_clear_pointer (&self->known, g_hash_table_unref);
  g_clear_pointer (&self->seen, g_hash_table_unref);
  g_free (self);
}

void
ful_live_writer_log (FulLiveWriter *self,
                     FulSeverity    severity,
                     const char    *where,
                     const char    *message)
{
  ful_import_log_add (self->builder->log, severity, where, -1, (gint64) self->offset, "%s", message);
}

gboolean
ful_live_writer_set_full (GError **error)
{
  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_TOO_LARGE, _("The stream has more rows than a profile can hold"));

  return FALSE;
}

/* NULL if it is not defined. */
LiveThread *
ful_live_writer_get_thread (FulLiveWriter *self,
                            guint64        id)
{
  return id < self->threads->len ? g_ptr_array_index (self->threads, id) : NULL;
}

/* UTF-8 with a NUL after it. */
char *
ful_live_writer_dup_text (FulLiveWriter *self,
                          FulWireText    text,
                          const char    *where)
{
  if (g_utf8_validate_len (text.data, text.n, NULL) && memchr (text.data, '\0', text.n) == NULL)
    return g_strndup (text.data, text.n);

  ful_live_writer_log (self, FUL_SEVERITY_ERROR, where, _("replaced bytes of a text that are not UTF-8"));

  return g_utf8_make_valid (text.data, (gssize) text.n);
}

/* Text of an object: JSON parsers read some bytes after it. */
char *
ful_live_writer_dup_object (FulLiveWriter *self,
                            FulWireText    text,
                            const char    *where)
{
  g_autofree char *valid = ful_live_writer_dup_text (self, text, where);
  gsize n = strlen (valid);
  char *padded = g_malloc0 (n + FUL_BYTES_PADDING);

  memcpy (padded, valid, n);

  return padded;
}

static gboolean
add_samples (FulLiveWriter  *self,
             LiveThread     *thread,
             FulWireRows    *rows,
             GError        **error)
{
  FulWireSample sample;

  while (ful_wire_rows_next_sample (rows, &sample))
    {
      FulLiveRow row = { sample.time, 0, {
        ful_live_tables_map_row (self, FUL_WIRE_STACKS, sample.stack, thread->place),
        sample.has_weight ? sample.weight : NAN,
        sample.has_cpu ? (double) sample.cpu : NAN,
        sample.has_event_delay ? (double) sample.event_delay / 1e6 : NAN,
      } };

      if (!ful_live_rows_add (&thread->samples, &row, sample.n_rows, sample.step, self->complete))
        return ful_live_writer_set_full (error);
    }

  return TRUE;
}

static gboolean
add_allocations (FulLiveWriter  *self,
                 LiveThread     *thread,
                 FulWireRows    *rows,
                 GError        **error)
{
  FulLiveRows *to = rows->kind == 0 ? &thread->js_allocations : &thread->native_allocations;
  FulWireAllocation allocation;

  if (rows->kind == 0)
    thread->builder->has_js_allocations = TRUE;
  else
    thread->builder->has_native_allocations = TRUE;
  while (ful_wire_rows_next_allocation (rows, &allocation))
    {
      FulLiveRow row = { allocation.time, 0, {
        ful_live_tables_map_row (self, FUL_WIRE_STACKS, allocation.stack, thread->place), (double) allocation.bytes,
        allocation.has_address ? (double) allocation.address : NAN,
        allocation.has_address ? (double) allocation.thread_id : NAN,
      } };

      for (guint i = 0; rows->kind == 0 && i < G_N_ELEMENTS (allocation.strings); i++)
        row.cells[2 + i] = ful_live_tables_map_text (self, ful_live_tables_map_string (self, allocation.strings[i], thread->place));
      if (rows->kind == 0)
        row.cells[5] = allocation.in_nursery;
      if (!ful_live_rows_add (to, &row, 1, 0, self->complete))
        return ful_live_writer_set_full (error);
    }

  return TRUE;
}

static gboolean
add_counts (FulLiveWriter  *self,
            FulWireRows    *rows,
            GError        **error)
{
  LiveCounter *counter = rows->id < self->counters->len ? g_ptr_array_index (self->counters, rows->id) : NULL;
  FulWireCount count;

  self->received.n_counts += rows->n_rows;
  if (counter == NULL)
    {
      ful_live_writer_log (self, FUL_SEVERITY_DATA_LOSS, "counters", _("rows of a counter that is not defined; left out"));
      return TRUE;
    }
  while (ful_wire_rows_next_count (rows, &count))
    {
      FulLiveRow row = { count.time, 0, { count.is_f64 ? count.f64 : (double) count.sint,
                                          count.has_number ? (double) count.number : NAN } };

      if (!ful_live_rows_add (&counter->rows, &row, 1, 0, self->complete))
        return ful_live_writer_set_full (error);
    }

  return TRUE;
}

static gboolean
add_rows (FulLiveWriter  *self,
          FulWireFrame   *frame,
          GError        **error)
{
  FulWireRows *rows = &frame->rows;
  LiveThread *thread = ful_live_writer_get_thread (self, rows->id);

  if (frame->type == FUL_WIRE_SAMPLES)
    self->received.n_samples += rows->n_rows;
  else if (frame->type == FUL_WIRE_MARKERS)
    self->received.n_markers += rows->n_rows;
  else
    self->received.n_allocations += rows->n_rows;
  if (thread == NULL)
    {
      ful_live_writer_log (self, FUL_SEVERITY_DATA_LOSS, "threads", _("rows of a thread that is not defined; left out"));
      return TRUE;
    }

  if (frame->type == FUL_WIRE_SAMPLES)
    return add_samples (self, thread, rows, error);
  if (frame->type == FUL_WIRE_MARKERS)
    return ful_live_markers_add (self, thread, rows, error);

  return add_allocations (self, thread, rows, error);
}

static void
log_late (FulLiveWriter     *self,
          const FulLiveRows *rows,
          const char        *where)
{
  if (rows->n_late > 0)
    ful_import_log_add (self->builder->log, FUL_SEVERITY_ERROR, where, -1, -1,
                        _("%ju rows came after the stream was said to be complete at their time; moved them there"),
                        (uintmax_t) rows->n_late);
}

static void
complete (FulLiveWriter *self,
          gint64         time)
{
  if (time <= self->complete)
    return;

  self->complete = time;
  for (guint i = 0; i < self->threads->len; i++)
    {
      LiveThread *thread = g_ptr_array_index (self->threads, i);

      if (thread == NULL)
        continue;
      ful_live_rows_complete (&thread->samples, time);
      ful_live_rows_complete (&thread->js_allocations, time);
      ful_live_rows_complete (&thread->native_allocations, time);
    }
  for (guint i = 0; i < self->counters->len; i++)
    {
      LiveCounter *counter = g_ptr_array_index (self->counters, i);

      if (counter)
        ful_live_rows_complete (&counter->rows, time);
    }
}

static void
add_loss (FulLiveWriter     *self,
          const FulWireLoss *loss)
{
  static const char *const kinds[] = { N_("rows"), N_("samples"), N_("markers"), N_("counts"), N_("allocations") };
  const char *kind = kinds[loss->kind < G_N_ELEMENTS (kinds) ? loss->kind : 0];
  LiveThread *thread = loss->thread >= 0 ? ful_live_writer_get_thread (self, (guint64) loss->thread) : NULL;

  double start = (double) loss->start / 1e6, end = start + (double) loss->duration / 1e6;

  self->received.n_lost += loss->n_rows;
  for (guint i = 0; i < self->threads->len; i++)
    {
      LiveThread *at = g_ptr_array_index (self->threads, i);

      if (at && (at == thread || loss->thread < 0))
        ful_thread_builder_add_loss (at->builder, start, end);
    }
  ful_import_log_add (self->builder->log, FUL_SEVERITY_DATA_LOSS, thread ? thread->place : "threads", -1,
                      (gint64) self->offset, _("%ju %s from %g ms to %g ms were lost"), (uintmax_t) loss->n_rows, _(kind), start, end);
}

static void
check_totals (FulLiveWriter    *self,
              const FulWireEnd *end)
{
  const FulWireEnd *received = &self->received;

  self->is_whole = received->n_samples == end->n_samples && received->n_markers == end->n_markers &&
                   received->n_counts == end->n_counts && received->n_allocations == end->n_allocations &&
                   received->n_lost == end->n_lost;
  if (!self->is_whole)
    ful_live_writer_log (self, FUL_SEVERITY_DATA_LOSS, "stream", _("the number of rows differs from that at the end of the stream"));
}

/* Returns: the numbers of rows so far, as END announces them */
const FulWireEnd *
ful_live_writer_get_received (FulLiveWriter *self)
{
  return &self->received;
}

/* Returns: whether END came, and announced the rows that were received */
gboolean
ful_live_writer_is_whole (FulLiveWriter *self)
{
  return self->is_whole;
}

/**
 * ful_live_writer_add:
 * @self: a writer
 * @frame: a frame of a server; its readers are used up
 * @error: %FUL_ERROR_FORMAT an object without needed members, %FUL_ERROR_TOO_LARGE too many rows
 *
 * Returns: %FALSE if the stream cannot go on; what came before stays
 */
gboolean
ful_live_writer_add (FulLiveWriter  *self,
                     FulWireFrame   *frame,
                     GError        **error)
{
  self->offset = frame->offset;
  switch ((int) frame->type)
    {
    case FUL_WIRE_META:
    case FUL_WIRE_THREAD:
    case FUL_WIRE_COUNTER:
    case FUL_WIRE_LIB:
      return ful_live_objects_add (self, frame, error);
    case FUL_WIRE_TABLE:
      return ful_live_tables_add (self, &frame->table, error);
    case FUL_WIRE_SYNC:
      ful_live_tables_begin_epoch (self);
      return TRUE;
    case FUL_WIRE_SAMPLES:
    case FUL_WIRE_MARKERS:
    case FUL_WIRE_ALLOCATIONS:
      return add_rows (self, frame, error);
    case FUL_WIRE_COUNTS:
      return add_counts (self, &frame->rows, error);
    case FUL_WIRE_LOSS:
      add_loss (self, &frame->loss);
      return TRUE;
    case FUL_WIRE_TICK:
      complete (self, frame->tick.complete);
      return TRUE;
    case FUL_WIRE_END:
      self->ended = TRUE;
      check_totals (self, &frame->end);
      return TRUE;
    default:
      return TRUE;
    }
}

/**
 * ful_live_writer_publish:
 * @self: a writer; more frames can be added
 * @error: not expected
 *
 * Returns: (transfer full) (nullable): a profile of the rows that are complete; %NULL without an error if there is
 *   nothing to show yet: no META or no thread
 */
FulProfile *
ful_live_writer_publish (FulLiveWriter  *self,
                         GError        **error)
{
  if (!self->has_meta || self->builder->threads->len == 0)
    return NULL;

  return ful_profile_builder_publish (self->builder, error);
}

/**
 * ful_live_writer_finish:
 * @self: a writer; no frames can be added after it
 *
 * Completes everything. Then the builder can be sealed.
 */
void
ful_live_writer_finish (FulLiveWriter *self)
{
  complete (self, G_MAXINT64);
  if (!self->ended)
    ful_live_writer_log (self, FUL_SEVERITY_DATA_LOSS, "stream", _("the stream ends without its END"));
  if (!self->has_meta)
    ful_live_objects_add_empty_meta (self);

  for (guint i = 0; i < self->threads->len; i++)
    {
      LiveThread *thread = g_ptr_array_index (self->threads, i);

      if (thread == NULL)
        continue;
      log_late (self, &thread->samples, thread->place);
      log_late (self, &thread->js_allocations, thread->place);
      log_late (self, &thread->native_allocations, thread->place);
    }
  for (guint i = 0; i < self->counters->len; i++)
    {
      LiveCounter *counter = g_ptr_array_index (self->counters, i);

      if (counter)
        log_late (self, &counter->rows, "counters");
    }
  ful_live_process_ends_complete (self->builder);
}
