/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Derives the shown markers from the raw ones (markers.md 1): starts and ends are
 * joined, requests, screenshots and messages by their payloads, and event delays
 * become markers too. Only payloads of these three types are read. 60 to 80 ns a
 * marker, depending on the order of recording. The markers of a later snapshot of a
 * capture are those of the last one, without what was open then, and those of the new
 * rows: 2 to 4 ns for each old marker, for the copy.
 *
 * Threads of a set are derived one by one, so that a start in one never meets an
 * end in another. */

#include "config.h"

#include "ful-marker-list-private.h"

#include "ful-ipc-table.h"
#include "ful-marker-join-state.h"
#include "ful-payload-reader.h"

#include "base/ful-string-table.h"
#include "base/ful-table.h"
#include "model/ful-thread-tables.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-time-range.h"

#include <math.h>
#include <string.h>

static const char *const keys[] = { "status", "id", "windowID" };

enum { KEY_STATUS, KEY_ID, KEY_WINDOW_ID };

/* Types of payloads that are read. */
typedef enum
{
  TYPE_OTHER,
  TYPE_NETWORK,
  TYPE_SCREENSHOT,
  TYPE_IPC,
} Type;

typedef struct
{
  FulProfile           *profile;
  FulIpcTable          *ipc;
  FulPayloadReader     *reader;
  gint32                last_type;          /* a text, or FUL_NONE */
  Type                  last_known;         /* what it is */
  FulMarkerList        *list;               /* in the order they end */

  gboolean              is_open;            /* what is added lasts until now */

  /* of the current thread */
  guint                 thread_number;
  FulThread            *thread;
  const FulMarkerTable *raw;
  FulTimeRange          range;
  FulMarkerOpen        *open;
  GHashTable           *places;             /* by name: its number in names and starts of @open, + 1 */
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
  list->end[i] = end < start ? start : end;    /* of a pair in the other order; NaN stays */
  list->name[i] = name;
  list->category[i] = category;
  list->thread[i] = (gint32) self->thread_number;
  list->begin_row[i] = begin_row;
  list->end_row[i] = end_row;
  list->kind[i] = (guint8) kind;
  list->incomplete[i] = (guint8) incomplete;
  list->open[i] = (guint8) self->is_open;
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
        g_hash_table_replace (self->open->requests, g_steal_pointer (&id), GINT_TO_POINTER (row + 1));
      return;
    }
  if (isnan (raw->end_time[row]) || isnan (raw->start_time[row]))
    return;

  begin = take_row (self->open->requests, id);
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
  before = take_row (self->open->screenshots, window);
  if (before != FUL_NONE)
    add (self, raw->start_time[before], raw->start_time[row], FUL_MARKER_NAME_SCREENSHOT, get_category (self, row),
         FUL_MARKER_KIND_SCREENSHOT, before, row, FALSE);
  if (strcmp (ful_profile_get_string (self->profile, raw->name[row]), "CompositorScreenshotWindowDestroyed") == 0)
    return FALSE;

  g_hash_table_insert (self->open->screenshots, g_steal_pointer (&window), GINT_TO_POINTER (row + 1));

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

static guint
get_place (Builder        *self,
           FulStringIndex  name)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->places, GINT_TO_POINTER (name)));
}

static void
read_start (Builder *self,
            gint32   row)
{
  FulStringIndex name = self->raw->name[row];
  guint place = get_place (self, name);
  GArray *starts;

  if (place == 0)
    {
      g_array_append_val (self->open->names, name);
      g_ptr_array_add (self->open->starts, g_array_new (FALSE, FALSE, sizeof (gint32)));
      place = self->open->names->len;
      g_hash_table_insert (self->places, GINT_TO_POINTER (name), GUINT_TO_POINTER (place));
    }
  starts = g_ptr_array_index (self->open->starts, place - 1);
  g_array_append_val (starts, row);
}

static void
read_end (Builder *self,
          gint32   row)
{
  const FulMarkerTable *raw = self->raw;
  guint place = get_place (self, raw->name[row]);
  GArray *starts = place > 0 ? g_ptr_array_index (self->open->starts, place - 1) : NULL;
  double end = raw->end_time[row];
  gint32 begin;

  if (starts == NULL || starts->len == 0)
    {
      add_row (self, fmin (end, self->range.start), end, FUL_MARKER_KIND_PLAIN, row, TRUE);
      return;
    }

  begin = g_array_index (starts, gint32, starts->len - 1);
  g_array_set_size (starts, starts->len - 1);
  add (self, raw->start_time[begin], end, raw->name[row], get_category (self, row), FUL_MARKER_KIND_PLAIN, begin, row, FALSE);
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
  g_autoptr(GArray) requests = list_rows (self->open->requests);
  g_autoptr(GArray) screenshots = list_rows (self->open->screenshots);

  self->is_open = TRUE;
  for (guint i = 0; i < self->open->starts->len; i++)
    {
      GArray *starts = g_ptr_array_index (self->open->starts, i);

      for (guint k = 0; k < starts->len; k++)
        {
          gint32 row = g_array_index (starts, gint32, k);

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
  self->is_open = FALSE;
}

static void
add_jank (Builder      *self,
          FulTimeRange  jank)
{
  add (self, jank.start, jank.end, FUL_MARKER_NAME_JANK, self->profile->default_category, FUL_MARKER_KIND_JANK,
       FUL_NONE, FUL_NONE, FALSE);
}

static void
add_janks (Builder                  *self,
           GArray                   *janks,
           const FulMarkerJoinState *state)
{
  for (guint i = 0; i < janks->len; i++)
    add_jank (self, g_array_index (janks, FulTimeRange, i));

  self->is_open = TRUE;
  if (state->last_delay >= FUL_JANK_MS)
    add_jank (self, (FulTimeRange) { state->last_time - state->last_delay, state->last_time });
  self->is_open = FALSE;
}

static void
set_places (Builder *self)
{
  g_hash_table_remove_all (self->places);
  for (guint i = 0; i < self->open->names->len; i++)
    g_hash_table_insert (self->places, GINT_TO_POINTER (g_array_index (self->open->names, FulStringIndex, i)),
                         GUINT_TO_POINTER (i + 1));
}

/* By the text of the type itself: a search for the texts would cost each of many threads all of many types. */
static Type
get_type (Builder *self,
          gint32   type)
{
  const char *text;

  if (type == FUL_NONE)
    return TYPE_OTHER;
  if (type != self->last_type)
    {
      text = ful_string_table_get (self->profile->texts, type);
      self->last_type = type;
      self->last_known = strcmp (text, "Network") == 0                ? TYPE_NETWORK
                         : strcmp (text, "CompositorScreenshot") == 0 ? TYPE_SCREENSHOT
                         : strcmp (text, "IPC") == 0                  ? TYPE_IPC
                                                                      : TYPE_OTHER;
    }

  return self->last_known;
}

static gboolean
read_rows (Builder       *self,
           GCancellable  *cancellable,
           GError       **error)
{
  for (guint i = self->open->n_rows; i < self->raw->table.n_rows; i++)
    {
      Type type = get_type (self, (gint32) ful_packed_int_get (&self->raw->payload_type, i));

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      if (type == TYPE_NETWORK)
        read_request (self, (gint32) i);
      else if (type == TYPE_IPC)
        read_message (self, (gint32) i);
      else if (type != TYPE_SCREENSHOT || !read_screenshot (self, (gint32) i))
        read_phase (self, (gint32) i);
    }

  return TRUE;
}

static gboolean
read_thread (Builder        *self,
             guint           number,
             FulMarkerOpen  *open,
             GCancellable   *cancellable,
             GError        **error)
{
  gboolean ok;

  self->thread_number = number;
  self->thread = ful_profile_get_thread (self->profile, number);
  self->raw = self->thread->markers;
  self->range = ful_thread_range_compute (self->profile, self->thread);
  self->open = open;

  set_places (self);
  ok = read_rows (self, cancellable, error);
  open->n_rows = self->raw->table.n_rows;
  open->range_start = self->range.start;
  if (ok)
    add_open (self);

  return ok;
}

/* As many as will be listed, or more: each raw marker is all of one, or the end of one, or a start without an end. */
static guint
count_markers (FulThreadSet             *threads,
               const FulMarkerJoinState *state)
{
  guint n = 1;

  for (guint i = 0; i < threads->n_threads; i++)
    {
      const FulMarkerOpen *open = g_ptr_array_index (state->threads, i);

      n += ful_profile_get_thread (threads->profile, threads->threads[i])->markers->table.n_rows - open->n_rows +
           g_hash_table_size (open->requests) + g_hash_table_size (open->screenshots);
      for (guint k = 0; k < open->starts->len; k++)
        n += ((GArray *) g_ptr_array_index (open->starts, k))->len;
    }

  return n;
}

/* Later rows change the markers of earlier messages. */
static gboolean
can_go_on (const FulMarkerList *before,
           FulThreadSet        *threads,
           FulIpcTable         *ipc)
{
  return before && before->join && ful_profile_has_rows_of (threads->profile, before->profile) &&
         before->ipc->n_rows == 0 && ipc->n_rows == 0 && ful_marker_join_state_can_go_on (before->join, threads);
}

/**
 * ful_marker_join:
 * @threads: a thread set
 * @before: (nullable): the markers of the same threads in another snapshot
 * @ipc: the messages of its profile
 * @cancellable: (nullable): checked every few thousand markers
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Goes on from @before if its raw markers are among those of @threads and nothing
 * changes for them; the result is the same.
 *
 * Returns: (transfer full): the markers of the threads, without schemas
 */
FulMarkerList *
ful_marker_join (FulThreadSet   *threads,
                 FulMarkerList  *before,
                 FulIpcTable    *ipc,
                 GCancellable   *cancellable,
                 GError        **error)
{
  FulProfile *profile = threads->profile;
  Builder builder = { .profile = profile, .ipc = ipc, .last_type = FUL_NONE };
  gboolean goes_on = can_go_on (before, threads, ipc);
  g_autoptr(FulMarkerJoinState) state = goes_on ? ful_marker_join_state_copy (before->join)
                                                : ful_marker_join_state_new (profile, threads->n_threads);
  g_autoptr(GArray) janks = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  gboolean ok = TRUE;

  /* Merged threads have no event delays (transforms.md 8). */
  janks = threads->n_threads == 1
            ? ful_marker_join_state_list_janks (state, ful_profile_get_thread (profile, threads->threads[0])->samples)
            : g_array_new (FALSE, FALSE, sizeof (FulTimeRange));
  list = ful_marker_list_new (profile, ipc, count_markers (threads, state) + janks->len);
  builder.list = list;
  builder.reader = ful_payload_reader_new (keys, G_N_ELEMENTS (keys));
  builder.places = g_hash_table_new (NULL, NULL);

  for (guint i = 0; ok && i < threads->n_threads; i++)
    ok = read_thread (&builder, threads->threads[i], g_ptr_array_index (state->threads, i), cancellable, error);
  add_janks (&builder, janks, state);
  ok = ok && ful_marker_list_finish (list, cancellable, error);
  if (ok && goes_on)
    {
      g_autoptr(FulMarkerList) new_ones = g_steal_pointer (&list);

      list = ful_marker_list_merge (before, new_ones, threads, cancellable, error);
    }
  if (ok && list && profile->grows)
    list->join = g_steal_pointer (&state);

  g_hash_table_unref (builder.places);
  ful_payload_reader_free (builder.reader);

  return ok ? g_steal_pointer (&list) : NULL;
}
