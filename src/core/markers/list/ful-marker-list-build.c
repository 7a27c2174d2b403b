/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Columns of a list of markers, and their order: by start, then as they were added. */

#include "config.h"

#include "ful-marker-list-private.h"

#include "base/ful-bisect.h"
#include "base/ful-radix-sort.h"
#include "base/ful-table.h"

#include <math.h>
#include <string.h>

#define COLUMN(member, type) { G_STRUCT_OFFSET (FulMarkerList, member), sizeof (type) }

static const struct { gsize offset, size; } columns[] = {
  COLUMN (start, double), COLUMN (end, double), COLUMN (name, gint32), COLUMN (category, FulCategoryIndex),
  COLUMN (thread, gint32), COLUMN (begin_row, gint32), COLUMN (end_row, gint32), COLUMN (kind, guint8),
  COLUMN (incomplete, guint8), COLUMN (open, guint8),
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
  g_clear_pointer (&self->join, ful_marker_join_state_free);
  for (guint i = 0; self->columns == NULL && i < N_COLUMNS; i++)
    g_free (CELLS (self, i));
  g_clear_pointer (&self->columns, ful_marker_list_unref);
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
 * ful_marker_list_get_size:
 *
 * Returns: in bytes
 */
gsize
ful_marker_list_get_size (const FulMarkerList *self)
{
  gsize size_bytes = 0;

  for (guint i = 0; i < N_COLUMNS; i++)
    size_bytes += self->n_markers * columns[i].size;

  return size_bytes;
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

/* Some markers of a list, one after the other. */
typedef struct
{
  const FulMarkerList *list;
  guint                begin;
  guint                n;
} Piece;

static void
add_piece (GArray              *pieces,
           const FulMarkerList *list,
           guint                begin,
           guint                end)
{
  Piece piece = { list, begin, end - begin };
  Piece *last = pieces->len > 0 ? &g_array_index (pieces, Piece, pieces->len - 1) : NULL;

  if (last && last->list == list && last->begin + last->n == begin)
    last->n += piece.n;
  else if (piece.n > 0)
    g_array_append_val (pieces, piece);
}

/* Those that are not open. */
static void
add_closed (GArray              *pieces,
            const FulMarkerList *list,
            guint                begin,
            guint                end)
{
  while (begin < end)
    {
      const guint8 *open = memchr (list->open + begin, TRUE, end - begin);
      guint to = open ? (guint) (open - list->open) : end;

      add_piece (pieces, list, begin, to);
      begin = to + 1;
    }
}

/* The order of markers with one start, as the join adds them: by thread, and janks last. */
static inline guint
get_rank (const FulMarkerList *list,
          guint                marker,
          const guint         *places)
{
  return list->kind[marker] == FUL_MARKER_KIND_JANK ? G_MAXUINT : places[list->thread[marker]];
}

/* The first marker of @list from @from on that comes after one of @other, which is newer than those of its rank. */
static guint
find_after (const FulMarkerList *list,
            guint                from,
            const FulMarkerList *other,
            guint                marker,
            const guint         *places)
{
  double start = other->start[marker];
  guint rank = get_rank (other, marker, places);
  guint step = 1;

#define IS_AFTER(i) (list->start[i] > start || (list->start[i] == start && get_rank (list, i, places) > rank))
  while (step < list->n_markers - from && !IS_AFTER (from + step))
    step *= 2;

  return FUL_BISECT (from + step / 2, MIN (from + step, list->n_markers), i, IS_AFTER (i));
#undef IS_AFTER
}

static GArray *
list_pieces (const FulMarkerList *before,
             const FulMarkerList *new_ones,
             FulThreadSet        *threads)
{
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  g_autofree guint *places = g_new0 (guint, threads->profile->threads->len);
  guint at = 0;

  for (guint i = 0; i < threads->n_threads; i++)
    places[threads->threads[i]] = i;
  for (guint i = 0; i < new_ones->n_markers; i++)
    {
      guint to = find_after (before, at, new_ones, i, places);

      add_closed (pieces, before, at, to);
      add_piece (pieces, new_ones, i, i + 1);
      at = to;
    }
  add_closed (pieces, before, at, before->n_markers);

  return pieces;
}

/* @owner: a list that has its columns itself. */
static FulMarkerList *
share_columns (FulMarkerList *owner,
               FulProfile    *profile,
               FulIpcTable   *ipc)
{
  FulMarkerList *self = g_atomic_rc_box_new0 (FulMarkerList);

  self->profile = g_object_ref (profile);
  self->ipc = ful_ipc_table_ref (ipc);
  self->n_markers = owner->n_markers;
  self->columns = ful_marker_list_ref (owner);
  for (guint c = 0; c < N_COLUMNS; c++)
    CELLS (self, c) = CELLS (owner, c);

  return self;
}

/**
 * ful_marker_list_merge:
 * @before: the list of an earlier snapshot
 * @new_ones: the markers of later rows, and those that are open now; finished
 * @threads: the threads of both
 * @cancellable: (nullable): checked now and then
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(markers), but a copy of memory for those of @before; if there is nothing new, it is shared.
 *
 * Returns: (transfer full): @new_ones and what is not open in @before, finished
 */
FulMarkerList *
ful_marker_list_merge (FulMarkerList  *before,
                       FulMarkerList  *new_ones,
                       FulThreadSet   *threads,
                       GCancellable   *cancellable,
                       GError        **error)
{
  g_autoptr(GArray) pieces = list_pieces (before, new_ones, threads);
  g_autoptr(FulMarkerList) self = NULL;
  guint n = 0;

  for (guint i = 0; i < pieces->len; i++)
    n += g_array_index (pieces, Piece, i).n;
  if (new_ones->n_markers == 0 && n == before->n_markers)
    return share_columns (before->columns ? before->columns : before, new_ones->profile, new_ones->ipc);

  self = ful_marker_list_new (new_ones->profile, new_ones->ipc, n);
  self->n_markers = n;
  for (guint c = 0; c < N_COLUMNS; c++)
    {
      char *to = CELLS (self, c);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      for (guint i = 0; i < pieces->len; i++)
        {
          const Piece *piece = &g_array_index (pieces, Piece, i);

          memcpy (to, (const char *) CELLS (piece->list, c) + piece->begin * columns[c].size,
                  piece->n * columns[c].size);
          to += piece->n * columns[c].size;
        }
    }

  return g_steal_pointer (&self);
}
