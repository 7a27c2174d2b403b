/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Frames of a server → builder (wire.md 3 to 8).
 *
 * Rows are checked as they come, against what was defined before them, so the rows of the builder are
 * numbered by maps of the epoch; an object replaces the one before. What a stream is does not depend on when it
 * is published: nothing is decided by what comes later. Flaws cost the flawed cell or row, with an entry in the import log; an object that
 * is none, or without needed members, ends the stream. */

#include "config.h"

#include "ful-live-process-ends.h"
#include "ful-live-writer-private.h"

#include "base/ful-buffer.h"
#include "base/ful-error.h"
#include "base/ful-serial.h"
#include "import/processed/ful-processed-reader.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-shared-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdint.h>

static const guint8 sample_columns[] = {
  FUL_SAMPLE_STACK, FUL_SAMPLE_WEIGHT, FUL_SAMPLE_CPU_DELTA, FUL_SAMPLE_EVENT_DELAY,
};
static const guint8 js_columns[] = {
  FUL_ALLOCATION_STACK, FUL_ALLOCATION_WEIGHT, FUL_ALLOCATION_CLASS_NAME, FUL_ALLOCATION_TYPE_NAME,
  FUL_ALLOCATION_COARSE_TYPE, FUL_ALLOCATION_IN_NURSERY,
};
static const guint8 native_columns[] = {
  FUL_ALLOCATION_STACK, FUL_ALLOCATION_WEIGHT, FUL_ALLOCATION_MEMORY_ADDRESS, FUL_ALLOCATION_THREAD_ID,
};
static const guint8 count_columns[] = { FUL_COUNTER_SAMPLE_COUNT, FUL_COUNTER_SAMPLE_NUMBER };

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
static LiveThread *
get_thread (FulLiveWriter *self,
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

static FulRawNode *
parse_object (FulLiveWriter  *self,
              const char     *text,
              GError        **error)
{
  g_autoptr(GError) flaw = NULL;
  FulRawNode *node;

  ful_raw_tree_reset (self->tree);
  node = ful_raw_tree_parse (self->tree, text, strlen (text), &flaw);
  if (ful_raw_is (node, FUL_RAW_OBJECT))
    return node;

  g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The frame at byte %ju of the stream: %s"),
               (uintmax_t) self->offset, flaw ? flaw->message : _("the JSON text is not an object"));

  return NULL;
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
check_members (FulLiveWriter     *self,
               const FulRawNode  *object,
               const char *const *needed,
               GError           **error)
{
  for (guint i = 0; needed[i]; i++)
    if (ful_raw_get (object, needed[i]) == NULL)
      {
        g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The frame at byte %ju of the stream: member “%s” is missing"),
                     (uintmax_t) self->offset, needed[i]);
        return FALSE;
      }

  return TRUE;
}

/* Categories are only appended, as rows refer to them: those that were there stay as they are. */
static void
keep_categories (FulLiveWriter *self,
                 GPtrArray     *before)
{
  FulProfile *profile = self->builder->profile;
  g_autoptr(GPtrArray) read = g_steal_pointer (&profile->categories);
  guint n_before = before->len;
  gboolean differs = read->len < n_before;

  for (guint i = 0; i < MIN (n_before, read->len); i++)
    {
      const FulCategory *a = g_ptr_array_index (before, i), *b = g_ptr_array_index (read, i);

      differs |= !g_str_equal (a->name, b->name) || !g_str_equal (a->color, b->color) ||
                 !g_strv_equal ((const char * const *) a->subcategories, (const char * const *) b->subcategories);
    }
  if (differs)
    ful_live_writer_log (self, FUL_SEVERITY_ERROR, "meta.categories", _("a category was changed; kept the first one"));
  profile->categories = g_ptr_array_ref (before);
  while (read->len > n_before)
    g_ptr_array_insert (profile->categories, (gint) n_before, g_ptr_array_steal_index (read, read->len - 1));
}

static gboolean
read_meta (FulLiveWriter *self,
           FulRawNode    *root)
{
  static const char *const known[] = { "meta", "libs", "shared", "threads", "counters" };
  FulProfile *profile = self->builder->profile;
  g_autoptr(GPtrArray) before = NULL;

  if (self->has_meta)
    {
      before = profile->categories;
      profile->categories = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_category_free);
    }
  ful_processed_read_meta (self->tree, ful_raw_get (root, "meta"), self->builder, NULL);
  if (before)
    keep_categories (self, before);
  ful_profile_builder_complete_categories (self->builder);
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    ful_raw_remove (root, known[i]);
  g_free (profile->rest_json);
  profile->rest_json = ful_raw_dup_members (root);
  self->has_meta = TRUE;

  return TRUE;
}

static gboolean
add_meta (FulLiveWriter  *self,
          FulWireObject  *object,
          GError        **error)
{
  static const char *const needed[] = { "interval", "startTime", "categories", NULL };
  g_autofree char *text = ful_live_writer_dup_object (self, object->object, "meta");
  FulRawNode *root = parse_object (self, text, error);

  if (root == NULL || !check_members (self, ful_raw_get (root, "meta"), needed, error))
    return FALSE;

  return read_meta (self, root);
}

static LiveThread *
define_thread (FulLiveWriter *self,
               guint          id)
{
  LiveThread *thread = g_new0 (LiveThread, 1);
  FulThreadBuilder *builder;

  thread->place = g_strdup_printf ("threads[%u]", self->builder->threads->len);
  thread->builder = builder = ful_profile_builder_add_thread (self->builder);
  ful_live_rows_init (&thread->samples, &builder->samples, sample_columns, G_N_ELEMENTS (sample_columns));
  ful_live_rows_init (&thread->js_allocations, &builder->js_allocations, js_columns, G_N_ELEMENTS (js_columns));
  ful_live_rows_init (&thread->native_allocations, &builder->native_allocations, native_columns,
                      G_N_ELEMENTS (native_columns));
  if (id >= self->threads->len)
    g_ptr_array_set_size (self->threads, (gint) id + 1);
  g_ptr_array_index (self->threads, id) = thread;

  return thread;
}

static gboolean
add_thread (FulLiveWriter  *self,
            FulWireObject  *object,
            GError        **error)
{
  static const char *const needed[] = { "name", "pid", NULL };
  g_autofree char *text = ful_live_writer_dup_object (self, object->object, "threads");
  FulRawNode *node = parse_object (self, text, error);
  LiveThread *thread;
  FulThread *members;

  if (node == NULL || !check_members (self, node, needed, error))
    return FALSE;

  thread = get_thread (self, object->id);
  if (thread == NULL)
    thread = define_thread (self, object->id);
  members = ful_thread_new ();
  members->weight_type = ful_processed_read_weight_type (node);
  ful_raw_remove (node, "weightType");
  ful_processed_read_thread_members (node, members);
  g_object_unref (thread->builder->thread);
  thread->builder->thread = members;

  return TRUE;
}

static gboolean
add_counter (FulLiveWriter  *self,
             FulWireObject  *object,
             GError        **error)
{
  g_autofree char *text = ful_live_writer_dup_object (self, object->object, "counters");
  FulRawNode *node = parse_object (self, text, error);
  LiveThread *thread = get_thread (self, object->thread);
  LiveCounter *counter;
  guint main_thread = 0;

  if (node == NULL)
    return FALSE;

  if (object->id >= self->counters->len)
    g_ptr_array_set_size (self->counters, (gint) object->id + 1);
  counter = g_ptr_array_index (self->counters, object->id);
  if (counter == NULL)
    {
      counter = g_new0 (LiveCounter, 1);
      counter->builder = ful_profile_builder_add_counter (self->builder, ful_counter_new ());
      ful_live_rows_init (&counter->rows, &counter->builder->samples, count_columns, G_N_ELEMENTS (count_columns));
      g_ptr_array_index (self->counters, object->id) = counter;
    }
  if (thread)
    g_ptr_array_find (self->builder->threads, thread->builder, &main_thread);
  else
    ful_live_writer_log (self, FUL_SEVERITY_ERROR, "counters", _("counter refers to missing thread; assigned to thread 0"));
  ful_raw_set_number (self->tree, node, "mainThreadIndex", main_thread);
  g_object_unref (counter->builder->counter);
  counter->builder->counter = ful_processed_read_counter_members (node, object->id, self->builder);

  return TRUE;
}

static gboolean
add_lib (FulLiveWriter  *self,
         FulWireObject  *object,
         GError        **error)
{
  g_autofree char *text = ful_live_writer_dup_object (self, object->object, "libs");
  FulRawNode *node = parse_object (self, text, error);
  GPtrArray *libs = self->builder->profile->libs;
  gint32 row = (gint32) libs->len;

  if (node == NULL)
    return FALSE;
  g_ptr_array_add (libs, ful_processed_read_lib (node));
  g_array_append_val (self->libs, row);

  return TRUE;
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
  LiveThread *thread = get_thread (self, rows->id);

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
  LiveThread *thread = loss->thread >= 0 ? get_thread (self, (guint64) loss->thread) : NULL;

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
      return add_meta (self, &frame->object, error);
    case FUL_WIRE_THREAD:
      return add_thread (self, &frame->object, error);
    case FUL_WIRE_COUNTER:
      return add_counter (self, &frame->object, error);
    case FUL_WIRE_LIB:
      return add_lib (self, &frame->object, error);
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
  static const char empty[FUL_BYTES_PADDING + 16] = "{\"meta\":{}}";

  complete (self, G_MAXINT64);
  if (!self->ended)
    ful_live_writer_log (self, FUL_SEVERITY_DATA_LOSS, "stream", _("the stream ends without its END"));
  if (!self->has_meta)
    read_meta (self, parse_object (self, empty, NULL));

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
