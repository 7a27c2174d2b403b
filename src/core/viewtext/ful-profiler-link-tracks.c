/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tracks in links (transforms.md 7.2): lists of numbers, for local tracks one for each
 * process. Until version 5 numbers were decimal with dashes between them. */

#include "config.h"

#include "ful-profiler-link-private.h"

#include "base/ful-hash.h"

#include <string.h>

static gboolean
read_numbers (const char *text,
              guint       version,
              GArray     *numbers)
{
  g_auto(GStrv) parts = NULL;

  if (version >= 6)
    return ful_link_read_numbers (text, numbers);

  parts = g_strsplit (text, "-", -1);
  for (guint i = 0; parts[i]; i++)
    {
      guint64 number;
      gint32 value;

      if (!g_ascii_string_to_unsigned (parts[i], 10, 0, G_MAXINT32, &number, NULL))
        continue;
      if (numbers->len >= FUL_LINK_MAX_NUMBERS)
        return FALSE;
      value = (gint32) number;
      g_array_append_val (numbers, value);
    }

  return TRUE;
}

/* "PID-numbers" joined by "~" */
static gboolean
read_processes (const char  *text,
                guint        version,
                GHashTable **out_processes)
{
  g_auto(GStrv) parts = g_strsplit (text, "~", -1);
  gsize n_numbers = 0;

  *out_processes = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  for (guint i = 0; parts[i]; i++)
    {
      const char *dash = version >= 6 ? strrchr (parts[i], '-') : strchr (parts[i], '-');
      g_autoptr(GArray) numbers = g_array_new (FALSE, FALSE, sizeof (gint32));

      if (dash == NULL)
        continue;
      if (!read_numbers (dash + 1, version, numbers) || (n_numbers += numbers->len) > FUL_LINK_MAX_NUMBERS)
        return FALSE;
      g_hash_table_replace (*out_processes, g_strndup (parts[i], (gsize) (dash - parts[i])), g_steal_pointer (&numbers));
    }

  return TRUE;
}

static gboolean
read_list (GHashTable  *query,
           const char  *name,
           guint        version,
           GArray     **out_numbers)
{
  const char *text = g_hash_table_lookup (query, name);

  if (text == NULL)
    return TRUE;

  *out_numbers = g_array_new (FALSE, FALSE, sizeof (gint32));

  return read_numbers (text, version, *out_numbers);
}

static gboolean
read_map (GHashTable  *query,
          const char  *name,
          guint        version,
          GHashTable **out_processes)
{
  const char *text = g_hash_table_lookup (query, name);

  return text == NULL || read_processes (text, version, out_processes);
}

/**
 * ful_link_read_tracks:
 * @query: the parameters of a link
 * @version: of the link
 * @out_tracks: (out) (nullable): its tracks; %NULL if it has none
 *
 * Returns: %FALSE if it has more numbers than the limit
 */
gboolean
ful_link_read_tracks (GHashTable      *query,
                      guint            version,
                      FulTrackLayout **out_tracks)
{
  g_autoptr(FulTrackLayout) tracks = ful_track_layout_new ();

  if (!read_list (query, "globalTrackOrder", version, &tracks->global_order) ||
      !read_list (query, "hiddenGlobalTracks", version, &tracks->hidden_globals) ||
      !read_map (query, "localTrackOrderByPid", version, &tracks->local_orders) ||
      !read_map (query, "hiddenLocalTracksByPid", version, &tracks->hidden_locals))
    return FALSE;

  tracks->has_hidden = tracks->hidden_globals || tracks->hidden_locals;
  tracks->is_old = version < 16;
  *out_tracks = tracks->has_hidden || tracks->global_order || tracks->local_orders ? g_steal_pointer (&tracks) : NULL;

  return TRUE;
}
