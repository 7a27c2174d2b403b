/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The shown markers: ful-marker-join.c derives them from the raw ones, once for a
 * set of threads. */

#include "config.h"

#include "ful-marker-list.h"

#include "ful-marker-list-private.h"

#include "base/ful-radix-sort.h"
#include "base/ful-table.h"

#include <math.h>
#include <string.h>

/* Names that need not be among the strings of the profile: -1, -2, … */
static const char *const own_names[] = {
  "Jank", "CompositorScreenshot", "IPCOut", "IPCIn", "SyncIPCOut", "SyncIPCIn",
};

#define COLUMN(member, type) { G_STRUCT_OFFSET (FulMarkerList, member), sizeof (type) }

static const struct { gsize offset, size; } columns[] = {
  COLUMN (start, double), COLUMN (end, double), COLUMN (name, gint32), COLUMN (category, FulCategoryIndex),
  COLUMN (thread, gint32), COLUMN (begin_row, gint32), COLUMN (end_row, gint32), COLUMN (kind, guint8),
  COLUMN (incomplete, guint8),
};

#define N_COLUMNS G_N_ELEMENTS (columns)
#define CELLS(list, column) G_STRUCT_MEMBER (gpointer, list, columns[column].offset)

static void
clear (gpointer data)
{
  FulMarkerList *self = data;

  g_clear_object (&self->profile);
  g_clear_pointer (&self->ipc, ful_ipc_table_unref);
  g_clear_pointer (&self->schemas, ful_marker_schemas_unref);
  for (guint i = 0; i < N_COLUMNS; i++)
    g_free (CELLS (self, i));
}

/**
 * ful_marker_list_new:
 * @capacity: number of markers to reserve memory for
 *
 * Memory that is not written to costs nothing, so @capacity may be generous.
 *
 * Returns: (transfer full): a list without markers
 */
FulMarkerList *
ful_marker_list_new (FulProfile  *profile,
                     FulIpcTable *ipc,
                     guint        capacity)
{
  FulMarkerList *self = g_atomic_rc_box_new0 (FulMarkerList);

  self->profile = g_object_ref (profile);
  self->ipc = ful_ipc_table_ref (ipc);
  for (guint i = 0; i < N_COLUMNS; i++)
    CELLS (self, i) = g_malloc_n (MAX (capacity, 1), columns[i].size);

  return self;
}

/* The markers that start before one that is ahead of them, ordered; NULL if it was cancelled. */
static FulRadixEntry *
list_late (const FulMarkerList *self,
           guint                n_late,
           GCancellable        *cancellable)
{
  g_autofree FulRadixEntry *late = g_new (FulRadixEntry, n_late);
  double latest = -INFINITY;
  guint n = 0;

  for (guint i = 0; i < self->n_markers; i++)
    {
      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      if (self->start[i] < latest)
        late[n++] = (FulRadixEntry) { ful_radix_key (self->start[i]), (gint32) i };
      else
        latest = self->start[i];
    }

  return ful_radix_sort (late, n_late, cancellable) ? g_steal_pointer (&late) : NULL;
}

/* All markers by their start, equal ones as they are: the late ones among the others. NULL if it was cancelled. */
static gint32 *
order_markers (const FulMarkerList *self,
               guint                n_late,
               GCancellable        *cancellable)
{
  g_autofree FulRadixEntry *late = list_late (self, n_late, cancellable);
  g_autofree gint32 *order = NULL;
  double latest = -INFINITY;
  guint next_late = 0, n = 0;

  if (late == NULL)
    return NULL;

  order = g_new (gint32, self->n_markers);
  for (guint i = 0; i < self->n_markers; i++)
    {
      guint64 key;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      if (self->start[i] < latest)
        continue;
      latest = self->start[i];
      key = ful_radix_key (latest);
      while (next_late < n_late && late[next_late].key < key)
        order[n++] = late[next_late++].row;
      order[n++] = (gint32) i;
    }
  while (next_late < n_late)
    order[n++] = late[next_late++].row;

  return g_steal_pointer (&order);
}

#define GATHER(type) \
  for (guint i = begin; i < end; i++) \
    ((type *) to)[i] = ((const type *) column)[order[i]]

static void
gather (gconstpointer  column,
        gsize          size,
        const gint32  *order,
        guint          begin,
        guint          end,
        gpointer       to)
{
  if (size == sizeof (guint64))
    GATHER (guint64);
  else if (size == sizeof (guint32))
    GATHER (guint32);
  else
    GATHER (guint8);
}

/* Puts all columns in order, unless it is cancelled. */
static void
reorder (FulMarkerList *self,
         guint          n_late,
         GCancellable  *cancellable)
{
  guint n = self->n_markers;
  g_autofree gint32 *order = order_markers (self, n_late, cancellable);
  g_autofree gpointer scratch = order ? g_malloc_n (n, sizeof (double)) : NULL;

  for (guint c = 0; order && c < N_COLUMNS; c++)
    {
      for (guint i = 0; i < n; i += FUL_CANCEL_CHECK_ROWS)
        {
          if (g_cancellable_is_cancelled (cancellable))
            return;
          gather (CELLS (self, c), columns[c].size, order, i, MIN (i + FUL_CANCEL_CHECK_ROWS, n), scratch);
        }
      memcpy (CELLS (self, c), scratch, n * columns[c].size);
    }
}

static guint
count_late (const FulMarkerList *self)
{
  double latest = -INFINITY;
  guint n = 0;

  for (guint i = 0; i < self->n_markers; i++)
    {
      n += self->start[i] < latest;
      latest = MAX (latest, self->start[i]);
    }

  return n;
}

/**
 * ful_marker_list_finish:
 * @self: a list that only the caller has
 * @cancellable: (nullable): checked every few thousand markers
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Sorts the markers by start, stably, and frees unused memory. O(markers); markers
 * out of order, few in most profiles, cost more.
 *
 * Returns: %FALSE if it was cancelled; @self is of no use then
 */
gboolean
ful_marker_list_finish (FulMarkerList  *self,
                        GCancellable   *cancellable,
                        GError        **error)
{
  guint n_late = count_late (self);

  if (n_late > 0)
    reorder (self, n_late, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;

  for (guint c = 0; c < N_COLUMNS; c++)
    CELLS (self, c) = g_realloc_n (CELLS (self, c), MAX (self->n_markers, 1), columns[c].size);

  return TRUE;
}

/**
 * ful_marker_list_derive:
 * @threads: a thread set
 * @cache: (nullable): of its profile
 * @cancellable: (nullable): checked every few thousand markers
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Raw markers without a required time are omitted, and IPC markers if others of the
 * same message have more information.
 *
 * Returns: (transfer full): all markers of the threads, of whatever time
 */
FulMarkerList *
ful_marker_list_derive (FulThreadSet    *threads,
                        FulDeriveCache  *cache,
                        GCancellable    *cancellable,
                        GError         **error)
{
  g_autoptr(FulIpcTable) ipc = ful_ipc_table_derive (threads->profile, cache, cancellable, error);
  g_autofree char *threads_key = ful_thread_set_get_key (threads);
  g_autofree char *key = NULL;
  FulMarkerList *self;
  gsize size_bytes = 0;

  if (ipc == NULL)
    return NULL;

  /* Messages have steps in other threads. */
  key = g_strdup_printf ("%s %" G_GUINT64_FORMAT, threads_key, ipc->n_rows == 0 ? 0 : threads->profile->thread_serial);
  self = ful_derive_cache_lookup (cache, FUL_STAGE_MARKERS, key);
  if (self)
    return self;

  self = ful_marker_join (threads, ipc, cancellable, error);
  if (self == NULL)
    return NULL;

  self->schemas = ful_marker_schemas_derive (threads->profile, cache);
  for (guint i = 0; i < N_COLUMNS; i++)
    size_bytes += self->n_markers * columns[i].size;
  ful_derive_cache_insert (cache, FUL_STAGE_MARKERS, key, self, size_bytes,
                           (GDestroyNotify) ful_marker_list_unref);

  return self;
}

FulMarkerList *
ful_marker_list_ref (FulMarkerList *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_marker_list_unref (FulMarkerList *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * ful_marker_list_get_name:
 *
 * Returns: (transfer none): the name of a marker; lives as long as @self
 */
const char *
ful_marker_list_get_name (const FulMarkerList *self,
                          guint                marker)
{
  gint32 name = self->name[marker];

  return name < 0 ? own_names[-1 - name] : ful_profile_get_string (self->profile, name);
}

static gint32
get_row_type (const FulMarkerList *self,
              guint                marker,
              gint32               row)
{
  FulThread *thread = ful_profile_get_thread (self->profile, (guint) self->thread[marker]);

  return row == FUL_NONE ? FUL_NONE : (gint32) ful_packed_int_get (&thread->markers->payload_type, (guint) row);
}

/**
 * ful_marker_list_get_type:
 *
 * Returns: (transfer none) (nullable): the type of the payload, which names a schema; lives as long as @self
 */
const char *
ful_marker_list_get_type (const FulMarkerList *self,
                          guint                marker)
{
  gint32 type;

  if (self->kind[marker] == FUL_MARKER_KIND_JANK)
    return "Jank";

  type = get_row_type (self, marker, self->end_row[marker]);
  if (type == FUL_NONE)
    type = get_row_type (self, marker, self->begin_row[marker]);

  return type == FUL_NONE ? NULL : ful_string_table_get (self->profile->texts, type);
}

/**
 * ful_marker_list_get_schema:
 *
 * Returns: (transfer none) (nullable): the schema of the marker's payload; lives as long as @self
 */
const FulMarkerSchema *
ful_marker_list_get_schema (const FulMarkerList *self,
                            guint                marker)
{
  return ful_marker_schemas_find (self->schemas, ful_marker_list_get_type (self, marker));
}

/**
 * ful_marker_list_read_payload:
 * @reader: gets the members that it reads
 *
 * About 10 ns a byte of the payload.
 */
void
ful_marker_list_read_payload (const FulMarkerList *self,
                              guint                marker,
                              FulPayloadReader    *reader)
{
  FulThread *thread = ful_profile_get_thread (self->profile, (guint) self->thread[marker]);
  gint32 begin = self->begin_row[marker], end = self->end_row[marker];
  FulMarkerKind kind = self->kind[marker];

  ful_payload_reader_clear (reader);
  if (begin != FUL_NONE && (kind != FUL_MARKER_KIND_NETWORK || end == FUL_NONE))
    ful_payload_reader_read_row (reader, thread, begin);
  if (end != FUL_NONE && kind != FUL_MARKER_KIND_SCREENSHOT)
    ful_payload_reader_read_row (reader, thread, end);
  if (kind == FUL_MARKER_KIND_IPC)
    ful_ipc_table_put_texts (self->ipc, ful_ipc_table_lookup (self->ipc, (guint) self->thread[marker], (guint) begin),
                             reader);
}

/* Markers about files that another thread used are recorded there as well. */
static gboolean
is_of_other_thread (const FulMarkerList *list,
                    guint                marker,
                    FulPayloadReader    *reader)
{
  ful_marker_list_read_payload (list, marker, reader);

  return ful_payload_reader_get (reader, 0) != NULL;
}

/**
 * ful_marker_list_filter_by_location:
 * @list: markers
 * @markers: (element-type guint): some of them
 * @location: one location
 *
 * The schema of a marker has its locations; table and chart show markers without a
 * schema too (markers.md 3.1). Payloads are read for %FUL_MARKER_LOCATION_FILE_IO only.
 *
 * Returns: (transfer full) (element-type guint): those that are shown there
 */
GArray *
ful_marker_list_filter_by_location (const FulMarkerList *list,
                                    const GArray        *markers,
                                    FulMarkerLocation    location)
{
  const char *key = "threadId";
  g_autoptr(FulPayloadReader) reader = ful_payload_reader_new (&key, 1);
  GArray *shown = g_array_sized_new (FALSE, FALSE, sizeof (guint), markers->len);
  const FulMarkerSchema *schema = NULL;
  const char *last_type = NULL;

  for (guint i = 0; i < markers->len; i++)
    {
      guint marker = g_array_index (markers, guint, i);
      const char *type = ful_marker_list_get_type (list, marker);
      gboolean is_shown;

      /* Texts of types are interned, and often the same in a row. */
      if (i == 0 || type != last_type)
        schema = ful_marker_schemas_find (list->schemas, type);
      last_type = type;
      is_shown = schema ? (schema->locations & location) != 0
                        : (location & (FUL_MARKER_LOCATION_CHART | FUL_MARKER_LOCATION_TABLE)) != 0;
      if (location == FUL_MARKER_LOCATION_FILE_IO && g_strcmp0 (type, "FileIO") == 0)
        is_shown = !is_of_other_thread (list, marker, reader);
      if (is_shown)
        g_array_append_val (shown, marker);
    }

  return shown;
}
