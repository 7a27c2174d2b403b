/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How large a file with a part of a profile would be, from the rows that are kept (sanitize.md 6). What a row costs was measured on
 * files of many kinds, which were written as .json.gz; nothing is written here. */

#include "config.h"

#include "ful-size-estimate.h"

#include "base/ful-table.h"

#include <math.h>
#include <string.h>

/* Bytes of a compressed file. */
#define BYTES_PER_SAMPLE 6.3
#define BYTES_PER_MARKER 3.3
#define BYTES_PER_PAYLOAD_BYTE 0.16
#define BYTES_PER_COUNTER_SAMPLE 12.5
#define BYTES_PER_ALLOCATION 6.5
#define BYTES_PER_STACK 6.1
#define BYTES_PER_STRING_BYTE 0.28
#define BYTES_PER_PICTURE_BYTE 0.5
#define BYTES_OF_FRAME 1500.0

typedef struct
{
  const FulSelection *selection;
  FulProfile         *profile;
  gint64              picture_type;
  guint8             *is_used;      /* for each stack */
  double              bytes;
  guint               n_pictures;   /* of the profile */
  guint               n_kept_pictures;
} Estimate;

/* Returns: how many rows are kept, whose stacks are marked */
static guint
add_rows (Estimate            *self,
          const double        *time,
          const FulStackIndex *stack,
          guint                n_rows)
{
  FulTimeRange range = self->selection->range;
  guint n = 0;

  for (guint i = 0; i < n_rows; i++)
    {
      if (self->selection->has_range && !(time[i] >= range.start && time[i] < range.end))
        continue;
      n++;
      if (stack && stack[i] != FUL_NONE)
        self->is_used[stack[i]] = TRUE;
    }

  return n;
}

/* Returns: the type of markers with a picture, or G_MAXINT64 */
static gint64
find_picture_type (FulProfile *profile)
{
  for (guint i = 0; i < profile->n_texts; i++)
    if (g_str_equal (ful_string_table_get (profile->texts, (FulStringIndex) i), "CompositorScreenshot"))
      return i;

  return G_MAXINT64;
}

/* Starts and ends that are recorded apart count each for itself. */
static void
add_markers (Estimate  *self,
             FulThread *thread,
             gboolean   is_kept)
{
  const FulMarkerTable *markers = thread->markers;
  FulTimeRange range = self->selection->range;

  for (guint i = 0; i < markers->table.n_rows; i++)
    {
      double start = markers->start_time[i], end = markers->end_time[i];
      gboolean is_shot = ful_packed_int_get (&markers->payload_type, i) == self->picture_type;

      self->n_pictures += is_shot;
      if (!is_kept || (self->selection->has_range &&
                       ((isnan (start) ? end : start) >= range.end || (isnan (end) ? start : end) < range.start)))
        continue;
      if (is_shot && (self->selection->removals & FUL_REMOVE_SCREENSHOTS))
        continue;
      self->n_kept_pictures += is_shot;
      self->bytes += BYTES_PER_MARKER + BYTES_PER_PAYLOAD_BYTE * (double) ful_packed_int_get (&markers->payload_length, i);
    }
}

static void
add_thread (Estimate  *self,
            FulThread *thread)
{
  const FulAllocationTable *allocations[] = { thread->js_allocations, thread->native_allocations };

  self->bytes += BYTES_PER_SAMPLE * add_rows (self, thread->samples->time, thread->samples->stack, thread->samples->table.n_rows);
  for (guint i = 0; i < G_N_ELEMENTS (allocations); i++)
    if (allocations[i])
      self->bytes += BYTES_PER_ALLOCATION * add_rows (self, allocations[i]->time, allocations[i]->stack, allocations[i]->table.n_rows);
}

static gboolean
has_number (GArray *numbers,
            guint   number)
{
  for (guint i = 0; numbers && i < numbers->len; i++)
    if (g_array_index (numbers, guint, i) == number)
      return TRUE;

  return numbers == NULL;
}

static void
add_counters (Estimate *self)
{
  for (guint i = 0; i < self->profile->counters->len; i++)
    {
      const FulCounter *counter = g_ptr_array_index (self->profile->counters, i);

      if (has_number (self->selection->counters, i))
        self->bytes += BYTES_PER_COUNTER_SAMPLE * add_rows (self, counter->samples->time, NULL, counter->samples->table.n_rows);
    }
}

/* Stacks that are left with what calls them, and as large a part of the names. Pictures are strings, too. */
static void
add_tables (Estimate *self)
{
  const FulStackTable *stacks = self->profile->stacks;
  double n_used = 0, strings = 0, pictures = 0, share;

  for (guint i = stacks->table.n_rows; i-- > 0; )
    {
      n_used += self->is_used[i];
      if (self->is_used[i] && stacks->prefix[i] != FUL_NONE)
        self->is_used[stacks->prefix[i]] = TRUE;
    }
  for (guint i = 0; i < self->profile->n_strings; i++)
    {
      const char *text = ful_string_table_get (self->profile->strings, (FulStringIndex) i);

      *(g_str_has_prefix (text, "data:image") ? &pictures : &strings) += (double) strlen (text);
    }
  share = stacks->table.n_rows > 0 ? n_used / stacks->table.n_rows : 1;
  self->bytes += BYTES_PER_STACK * n_used + BYTES_PER_STRING_BYTE * strings * share;
  if (self->n_pictures > 0)
    self->bytes += BYTES_PER_PICTURE_BYTE * pictures * self->n_kept_pictures / self->n_pictures;
}

/**
 * ful_size_estimate:
 * @selection: a part of @profile
 * @cancellable: (nullable): checked before each thread
 *
 * O(rows + bytes of strings).
 *
 * Returns: bytes of a .json.gz of that part, mostly within a fifth; those of what was read before it was cancelled
 */
double
ful_size_estimate (const FulSelection *selection,
                   FulProfile         *profile,
                   GCancellable       *cancellable)
{
  Estimate self = { selection, profile, find_picture_type (profile), g_new0 (guint8, profile->stacks->table.n_rows + 1), BYTES_OF_FRAME };
  g_autofree guint8 *is_kept = g_new0 (guint8, profile->threads->len + 1);

  for (guint i = 0; selection->threads && i < selection->threads->len; i++)
    if (g_array_index (selection->threads, guint, i) < profile->threads->len)
      is_kept[g_array_index (selection->threads, guint, i)] = TRUE;
  for (guint i = 0; i < profile->threads->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      FulThread *thread = ful_profile_get_thread (profile, i);
      gboolean keeps = selection->threads == NULL || is_kept[i];

      if (keeps)
        add_thread (&self, thread);
      add_markers (&self, thread, keeps);
    }
  add_counters (&self);
  add_tables (&self);
  g_free (self.is_used);

  return self.bytes;
}
