/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Derives the shown markers from the raw ones (markers.md 1): starts and ends are
 * joined, requests, screenshots and messages by their payloads, and event delays
 * become markers too. Only payloads of these three types are read. 60 to 80 ns a
 * marker, depending on the order of recording.
 *
 * Threads of a set are derived one by one, so that a start in one never meets an
 * end in another. */

#include "config.h"

#include "ful-marker-list-private.h"

#include "ful-ipc-table.h"
#include "ful-payload-reader.h"

#include "base/ful-string-table.h"
#include "base/ful-table.h"
#include "model/ful-thread-tables.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-time-range.h"

#include <math.h>
#include <string.h>

/* The least delay of the event loop that becomes a marker; ms. */
#define JANK_MS 50

static const char *const keys[] = { "status", "id", "windowID" };

enum { KEY_STATUS, KEY_ID, KEY_WINDOW_ID };

typedef struct
{
  FulProfile           *profile;
  FulIpcTable          *ipc;
  FulPayloadReader     *reader;
  gint32                network_type;       /* texts, or FUL_NONE */
  gint32                screenshot_type;
  gint32                ipc_type;
  FulMarkerList        *list;               /* in the order they end */

  /* of the current thread */
  guint                 thread_number;
  FulThread            *thread;
  const FulMarkerTable *raw;
  FulTimeRange          range;
  GArray              **stacks;             /* (element-type gint32): by name: starts that wait for their ends */
  GArray               *names;              /* (element-type FulStringIndex): names that have a stack */
  GHashTable           *requests;           /* id → row + 1 */
  GHashTable           *screenshots;        /* window → row + 1 */
} Builder;

static void
add (Builder          *self,
     double            start,
     double            end,
     gint32            name,
     FulCategoryIndex  category,
     FulMarkerKind     kind,
     gint32            begin_row,
     gint32            end_row,
     gboolean          incomplete)
{
  FulMarkerList *list = self->list;
  guint i = list->n_markers++;

  list->start[i] = start;
  list->end[i] = end;
  list->name[i] = name;
  list->category[i] = category;
  list->thread[i] = (gint32) self->thread_number;
  list->begin_row[i] = begin_row;
  list->end_row[i] = end_row;
  list->kind[i] = (guint8) kind;
  list->incomplete[i] = (guint8) incomplete;
}

static FulCategoryIndex
get_category (Builder *self,
              gint32   row)
{
  return (FulCategoryIndex) ful_packed_int_get (&self->raw->category, (guint) row);
}

/* A marker of a row alone. */
static void
add_row (Builder       *self,
         double         start,
         double         end,
         FulMarkerKind  kind,
         gint32         row,
         gboolean       incomplete)
{
  add (self, start, end, self->raw->name[row], get_category (self, row), kind, row, FUL_NONE, incomplete);
}

static void
read_payload (Builder *self,
              gint32   row)
{
  ful_payload_reader_clear (self->reader);
  ful_payload_reader_read_row (self->reader, self->thread, row);
}

/* The text of a member; the whole JSON text, so that 1 and "1" differ. */
static char *
dup_member (Builder *self,
            guint    key)
{
  const FulPayloadValue *value = ful_payload_reader_get (self->reader, key);

  return value ? g_strndup (value->json, value->length) : g_strdup ("");
}

/* Removes the row that is stored under @id; FUL_NONE if there is none. */
static gint32
take_row (GHashTable *rows,
          const char *id)
{
  gint32 row = GPOINTER_TO_INT (g_hash_table_lookup (rows, id)) - 1;

  g_hash_table_remove (rows, id);

  return row;
}

static void
read_request (Builder *self,
              gint32   row)
{
  g_autofree char *id = NULL;
  const FulMarkerTable *raw = self->raw;
  gint32 begin;

  read_payload (self, row);
  id = dup_member (self, KEY_ID);
  if (ful_payload_value_equals (ful_payload_reader_get (self->reader, KEY_STATUS), "STATUS_START"))
    {
      if (!isnan (raw->start_time[row]))
        g_hash_table_replace (self->requests, g_steal_pointer (&id), GINT_TO_POINTER (row + 1));
      return;
    }
  if (isnan (raw->end_time[row]) || isnan (raw->start_time[row]))
    return;

  begin = take_row (self->requests, id);
  if (begin == FUL_NONE)
    add_row (self, fmin (self->range.start, raw->start_time[row]), raw->end_time[row], FUL_MARKER_KIND_NETWORK, row, TRUE);
  else
    add (self, raw->start_time[begin], raw->end_time[row], raw->name[row], get_category (self, row),
         FUL_MARKER_KIND_NETWORK, begin, row, FALSE);
}

/* Returns whether the row is no more than a screenshot. */
static gboolean
read_screenshot (Builder *self,
                 gint32   row)
{
  g_autofree char *window = NULL;
  const FulMarkerTable *raw = self->raw;
  gint32 before;

  read_payload (self, row);
  if (isnan (raw->start_time[row]))
    return TRUE;

  window = dup_member (self, KEY_WINDOW_ID);
  before = take_row (self->screenshots, window);
  if (before != FUL_NONE)
    add (self, raw->start_time[before], raw->start_time[row], FUL_MARKER_NAME_SCREENSHOT, get_category (self, row),
         FUL_MARKER_KIND_SCREENSHOT, before, row, FALSE);
  if (strcmp (ful_profile_get_string (self->profile, raw->name[row]), "CompositorScreenshotWindowDestroyed") == 0)
    return FALSE;

  g_hash_table_insert (self->screenshots, g_steal_pointer (&window), GINT_TO_POINTER (row + 1));

  return TRUE;
}

static void
read_message (Builder *self,
              gint32   row)
{
  const FulIpcRow *ipc = ful_ipc_table_lookup (self->ipc, self->thread_number, (guint) row);
  const FulIpcMessage *message;
  gboolean sends, complete;
  double start, end;
  gint32 name;

  if (ipc == NULL)
    return;

  message = &self->ipc->messages[ipc->message];
  if (ipc->step == FUL_IPC_SEND_END && !isnan (message->time[FUL_IPC_SEND_START]))
    return;

  start = message->time[FUL_IPC_START];
  end = message->time[FUL_IPC_END];
  complete = !isnan (start) && !isnan (end);
  sends = ipc->step <= FUL_IPC_SEND_END;
  if (ipc->sync)
    name = sends ? FUL_MARKER_NAME_SYNC_IPC_OUT : FUL_MARKER_NAME_SYNC_IPC_IN;
  else
    name = sends ? FUL_MARKER_NAME_IPC_OUT : FUL_MARKER_NAME_IPC_IN;
  add (self, complete ? start : ipc->time, complete ? end : ipc->time, name, get_category (self, row),
       FUL_MARKER_KIND_IPC, row, FUL_NONE, !complete);
}

static void
read_start (Builder *self,
            gint32   row)
{
  FulStringIndex name = self->raw->name[row];

  if (self->stacks[name] == NULL)
    {
      self->stacks[name] = g_array_new (FALSE, FALSE, sizeof (gint32));
      g_array_append_val (self->names, name);
    }
  g_array_append_val (self->stacks[name], row);
}

static void
read_end (Builder *self,
          gint32   row)
{
  const FulMarkerTable *raw = self->raw;
  GArray *stack = self->stacks[raw->name[row]];
  double end = raw->end_time[row];
  gint32 begin;

  if (stack == NULL || stack->len == 0)
    {
      add_row (self, fmin (end, self->range.start), end, FUL_MARKER_KIND_PLAIN, row, TRUE);
      return;
    }

  begin = g_array_index (stack, gint32, stack->len - 1);
  g_array_set_size (stack, stack->len - 1);
  add (self, raw->start_time[begin], end, raw->name[row], get_category (self, row), FUL_MARKER_KIND_PLAIN, begin, row, FALSE);
}

/* Forgets what still waits for its end. */
static void
clear_stacks (Builder *self)
{
  for (guint i = 0; i < self->names->len; i++)
    g_clear_pointer (&self->stacks[g_array_index (self->names, FulStringIndex, i)], g_array_unref);
  g_array_set_size (self->names, 0);
}

/* Rows without a time that their phase needs are left out. */
static void
read_phase (Builder *self,
            gint32   row)
{
  const FulMarkerTable *raw = self->raw;
  double start = raw->start_time[row], end = raw->end_time[row];

  switch (raw->phase[row])
    {
    case FUL_MARKER_PHASE_INTERVAL:
      if (!isnan (start) && !isnan (end))
        add_row (self, start, end, FUL_MARKER_KIND_PLAIN, row, FALSE);
      break;
    case FUL_MARKER_PHASE_INTERVAL_START:
      if (!isnan (start))
        read_start (self, row);
      break;
    case FUL_MARKER_PHASE_INTERVAL_END:
      if (!isnan (end))
        read_end (self, row);
      break;
    default:
      if (!isnan (start))
        add_row (self, start, NAN, FUL_MARKER_KIND_PLAIN, row, FALSE);
      break;
    }
}

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  return *(const gint32 *) a - *(const gint32 *) b;
}

/* The rows that are remembered in @rows, ascending. */
static GArray *
list_rows (GHashTable *rows)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (gint32));
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, rows);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      gint32 row = GPOINTER_TO_INT (value) - 1;

      g_array_append_val (list, row);
    }
  g_array_sort (list, compare_rows);

  return list;
}

/* Markers without an end last until that of the thread. */
static void
add_open (Builder *self)
{
  const double *start = self->raw->start_time;
  g_autoptr(GArray) requests = list_rows (self->requests);
  g_autoptr(GArray) screenshots = list_rows (self->screenshots);

  for (guint i = 0; i < self->names->len; i++)
    {
      GArray *stack = self->stacks[g_array_index (self->names, FulStringIndex, i)];

      for (guint k = 0; k < stack->len; k++)
        {
          gint32 row = g_array_index (stack, gint32, k);

          add_row (self, start[row], fmax (self->range.end, start[row]), FUL_MARKER_KIND_PLAIN, row, TRUE);
        }
    }
  for (guint i = 0; i < requests->len; i++)
    {
      gint32 row = g_array_index (requests, gint32, i);

      add_row (self, start[row], fmax (self->range.end, start[row]), FUL_MARKER_KIND_NETWORK, row, TRUE);
    }
  for (guint i = 0; i < screenshots->len; i++)
    {
      gint32 row = g_array_index (screenshots, gint32, i);

      add (self, start[row], fmax (self->range.end, start[row]), FUL_MARKER_NAME_SCREENSHOT, get_category (self, row),
           FUL_MARKER_KIND_SCREENSHOT, row, FUL_NONE, FALSE);
    }
}

/* Event delays grow while the event loop is stuck: where one falls, it was long enough or not. */
static GArray *
list_janks (const FulSampleTable *samples)
{
  GArray *janks = g_array_new (FALSE, FALSE, sizeof (FulTimeRange));
  const double *delay = samples->event_delay ? samples->event_delay : samples->responsiveness;
  double last = 0, last_time = 0;

  for (guint i = 0; delay && i <= samples->table.n_rows; i++)
    {
      double value = i < samples->table.n_rows ? delay[i] : -INFINITY;
      FulTimeRange jank = { last_time - last, last_time };

      if (isnan (value))
        continue;
      if (value < last && last >= JANK_MS)
        g_array_append_val (janks, jank);
      last = value;
      last_time = i < samples->table.n_rows ? samples->time[i] : 0;
    }

  return janks;
}

static void
add_janks (Builder *self,
           GArray  *janks)
{
  for (guint i = 0; i < janks->len; i++)
    {
      const FulTimeRange *jank = &g_array_index (janks, FulTimeRange, i);

      add (self, jank->start, jank->end, FUL_MARKER_NAME_JANK, self->profile->default_category, FUL_MARKER_KIND_JANK,
           FUL_NONE, FUL_NONE, FALSE);
    }
}

static gboolean
read_thread (Builder       *self,
             guint          number,
             GCancellable  *cancellable,
             GError       **error)
{
  self->thread_number = number;
  self->thread = ful_profile_get_thread (self->profile, number);
  self->raw = self->thread->markers;
  self->range = ful_thread_range_compute (self->profile, self->thread);
  clear_stacks (self);
  g_hash_table_remove_all (self->requests);
  g_hash_table_remove_all (self->screenshots);

  for (guint i = 0; i < self->raw->table.n_rows; i++)
    {
      gint32 type = (gint32) ful_packed_int_get (&self->raw->payload_type, i);

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      if (type != FUL_NONE && type == self->network_type)
        read_request (self, (gint32) i);
      else if (type != FUL_NONE && type == self->ipc_type)
        read_message (self, (gint32) i);
      else if (type == FUL_NONE || type != self->screenshot_type || !read_screenshot (self, (gint32) i))
        read_phase (self, (gint32) i);
    }
  add_open (self);

  return TRUE;
}

static void
find_types (Builder *self)
{
  guint n = self->profile->n_texts;

  self->network_type = self->screenshot_type = self->ipc_type = FUL_NONE;
  for (guint i = 0; i < n; i++)
    {
      const char *text = ful_string_table_get (self->profile->texts, (FulStringIndex) i);

      if (strcmp (text, "Network") == 0)
        self->network_type = (gint32) i;
      else if (strcmp (text, "CompositorScreenshot") == 0)
        self->screenshot_type = (gint32) i;
      else if (strcmp (text, "IPC") == 0)
        self->ipc_type = (gint32) i;
    }
}

/* Raw markers, and so more than will be listed: each is all of one, or the end of one, or a start without an end. */
static guint
count_markers (FulThreadSet *threads)
{
  guint n = 0;

  for (guint i = 0; i < threads->n_threads; i++)
    n += ful_profile_get_thread (threads->profile, threads->threads[i])->markers->table.n_rows;

  return n;
}

/**
 * ful_marker_join:
 * @threads: a thread set
 * @ipc: the messages of its profile
 * @cancellable: (nullable): checked every few thousand markers
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): the markers of the threads, without schemas
 */
FulMarkerList *
ful_marker_join (FulThreadSet  *threads,
                 FulIpcTable   *ipc,
                 GCancellable  *cancellable,
                 GError       **error)
{
  FulProfile *profile = threads->profile;
  Builder builder = { .profile = profile, .ipc = ipc };
  g_autoptr(GArray) janks = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  gboolean ok = TRUE;

  /* Merged threads have no event delays (transforms.md 8). */
  janks = threads->n_threads == 1
            ? list_janks (ful_profile_get_thread (profile, threads->threads[0])->samples)
            : g_array_new (FALSE, FALSE, sizeof (FulTimeRange));
  list = ful_marker_list_new (profile, ipc, count_markers (threads) + janks->len);
  builder.list = list;
  builder.reader = ful_payload_reader_new (keys, G_N_ELEMENTS (keys));
  builder.stacks = g_new0 (GArray *, profile->n_strings);
  builder.names = g_array_new (FALSE, FALSE, sizeof (FulStringIndex));
  builder.requests = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  builder.screenshots = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  find_types (&builder);

  for (guint i = 0; ok && i < threads->n_threads; i++)
    ok = read_thread (&builder, threads->threads[i], cancellable, error);
  add_janks (&builder, janks);
  ok = ok && ful_marker_list_finish (list, cancellable, error);

  clear_stacks (&builder);
  g_free (builder.stacks);
  g_array_unref (builder.names);
  ful_payload_reader_free (builder.reader);
  g_hash_table_unref (builder.requests);
  g_hash_table_unref (builder.screenshots);

  return ok ? g_steal_pointer (&list) : NULL;
}
