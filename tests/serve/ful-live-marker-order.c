/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The order in which markers are sent: when they end.
 *
 * Readers join starts and ends, requests and screenshots in the order of the stream, and list markers with one
 * start in it, so among these the order of the profile is kept: a marker waits for those before it. */

#include "config.h"

#include "ful-live-script.h"

#include "base/ful-radix-sort.h"
#include "base/ful-string-table.h"
#include "base/ful-table.h"
#include "model/ful-profile.h"
#include "model/ful-thread-tables.h"

#define KEY_SIGN (G_GUINT64_CONSTANT (1) << 63)

/* Returns: when the marker is sent */
gint64
ful_live_script_get_due (const FulRadixEntry *marker)
{
  return (gint64) (marker->key ^ KEY_SIGN);
}

/* Whether readers join markers of this kind in the order of the stream. */
static gboolean
is_joined (FulProfile           *profile,
           const FulMarkerTable *markers,
           guint                 row)
{
  static const char *const types[] = { "Network", "CompositorScreenshot", "IPC" };
  gint64 type = ful_packed_int_get (&markers->payload_type, row);

  if (markers->phase[row] >= FUL_MARKER_PHASE_INTERVAL_START)
    return TRUE;
  for (guint i = 0; type >= 0 && i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (ful_string_table_get (profile->texts, (FulStringIndex) type), types[i]))
      return TRUE;

  return FALSE;
}

GArray *
ful_live_script_order_markers (FulLiveScript *self,
                               FulThread     *thread)
{
  const FulMarkerTable *markers = thread->markers;
  guint n_rows = markers->table.n_rows;
  GArray *order = g_array_sized_new (FALSE, FALSE, sizeof (FulRadixEntry), n_rows);
  g_autofree gint64 *due = g_new (gint64, n_rows);
  gint64 last_joined = G_MININT64;
  FulRadixEntry *entries;

  for (guint i = 0; i < n_rows; i++)
    {
      FulRadixEntry entry = { .row = (gint32) i };
      gint64 start, end;

      if (!ful_live_script_get_marker_times (markers, i, &start, &end))
        {
          ful_live_script_omit (self, FUL_LIVE_OMITTED_TIME);
          continue;
        }
      due[i] = MAX (start, end);
      if (is_joined (self->profile, markers, i))
        due[i] = last_joined = MAX (last_joined, due[i]);
      entry.key = (guint64) start ^ KEY_SIGN;
      g_array_append_val (order, entry);
    }

  entries = (FulRadixEntry *) order->data;
  ful_radix_sort (entries, order->len, NULL);
  for (guint i = 1; i < order->len; i++)
    if (entries[i].key == entries[i - 1].key)
      due[entries[i].row] = MAX (due[entries[i].row], due[entries[i - 1].row]);

  g_array_set_size (order, 0);
  for (guint i = 0; i < n_rows; i++)
    {
      FulRadixEntry entry = { .row = (gint32) i };
      gint64 start, end;

      if (!ful_live_script_get_marker_times (markers, i, &start, &end))
        continue;
      entry.key = (guint64) due[i] ^ KEY_SIGN;
      g_array_append_val (order, entry);
    }
  ful_radix_sort ((FulRadixEntry *) order->data, order->len, NULL);

  return order;
}
