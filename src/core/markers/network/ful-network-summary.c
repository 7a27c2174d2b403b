/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-network-summary.h"
#include "ful-network-request.h"

#include "base/ful-hash.h"

#include <math.h>
#include <string.h>

static void
clear_group (gpointer data)
{
  g_free (((FulNetworkGroup *) data)->name);
}

static int
compare_groups (gconstpointer a,
                gconstpointer b)
{
  const FulNetworkGroup *x = a, *y = b;

  if (x->duration != y->duration)
    return x->duration > y->duration ? -1 : 1;

  return strcmp (x->name, y->name);
}

static char *
dup_host (const char *url)
{
  g_autoptr(GUri) uri = g_uri_parse (url, G_URI_FLAGS_NONE, NULL);
  const char *host = uri ? g_uri_get_host (uri) : NULL;

  if (!host)
    return g_strdup ("");

  return g_uri_get_port (uri) < 0 ? g_strdup (host) : g_strdup_printf ("%s:%d", host, g_uri_get_port (uri));
}

/**
 * ful_network_summarize:
 * @markers: (element-type guint): requests of @list
 *
 * O(requests), with the cost of reading each.
 *
 * Returns: (transfer full) (element-type FulNetworkGroup): the groups, the one of the longest duration first
 */
GArray *
ful_network_summarize (const FulMarkerList *list,
                       const GArray        *markers,
                       FulNetworkSummaryBy  by)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (FulNetworkGroup));
  g_autoptr(FulPayloadReader) reader = ful_network_payload_reader_new ();
  g_autoptr(GHashTable) places = g_hash_table_new (ful_hash_text, g_str_equal);

  g_array_set_clear_func (groups, clear_group);
  for (guint i = 0; i < markers->len; i++)
    {
      guint marker = g_array_index (markers, guint, i);
      g_autoptr(FulNetworkRequest) request = ful_network_request_new (list, marker, reader);
      g_autofree char *name = by == FUL_NETWORK_BY_HOST ? dup_host (request->url) : g_strdup (request->mime_type ? request->mime_type : "");
      double duration = list->end[marker] - list->start[marker];
      gpointer place;
      FulNetworkGroup *group;

      if (!g_hash_table_lookup_extended (places, name, NULL, &place))
        {
          FulNetworkGroup added = { .name = g_steal_pointer (&name) };

          place = GUINT_TO_POINTER (groups->len);
          g_array_append_val (groups, added);
          g_hash_table_insert (places, added.name, place);
        }
      group = &g_array_index (groups, FulNetworkGroup, GPOINTER_TO_UINT (place));
      group->n_requests++;
      group->size_bytes += isnan (request->size_bytes) ? 0 : request->size_bytes;
      group->duration += isfinite (duration) && duration > 0 ? duration : 0;
    }
  g_array_sort (groups, compare_groups);

  return groups;
}
