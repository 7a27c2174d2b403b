/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A Firefox without a socket writes its capture to the folder of downloads once it gets the signal SIGUSR2. The name
 * does not say when the file is complete: it is once it has not grown between two looks, and can be read. */

#include "config.h"

#include "ful-live-firefox-folder.h"

#include "base/ful-hash.h"
#include "live/ful-live-channel.h"

#include "import/ful-loader.h"

#include <glib/gi18n-lib.h>

#define LOOK_MS 500

/* Returns: (transfer full) (nullable): size and time of a file that may be a profile */
static char *
dup_stamp (const char *path)
{
  static const char attributes[] = G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_SIZE ","
                                   G_FILE_ATTRIBUTE_TIME_MODIFIED "," G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC;
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GFileInfo) info = g_file_query_info (file, attributes, G_FILE_QUERY_INFO_NONE, NULL, NULL);

  if (info == NULL || g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR)
    return NULL;

  return g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GUINT64_FORMAT ".%u", (gint64) g_file_info_get_size (info),
                          g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED),
                          g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC));
}

/* Returns: (transfer full): for each file that may be a profile its size and time */
static GHashTable *
list_files (const char *folder)
{
  GHashTable *files = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, g_free);
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      char *stamp = g_str_has_suffix (name, ".json") || g_str_has_suffix (name, ".json.gz") ? dup_stamp (path) : NULL;

      if (stamp)
        g_hash_table_insert (files, g_steal_pointer (&path), stamp);
    }

  return files;
}

static FulProfile *
load (const char *path)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);

  return ful_loader_load_file (file, FUL_LOAD_ACCEPT_NEWER, NULL, NULL, NULL);
}

/**
 * ful_live_firefox_watch:
 * @self: to post statuses
 * @folder: path of a folder
 * @error: %G_IO_ERROR_CANCELLED: the user leaves
 *
 * Waits for a profile that is not in the folder yet, or has changed. Sends no signal.
 *
 * Returns: (transfer full) (nullable): the profile
 */
FulProfile *
ful_live_firefox_watch (FulFirefox  *self,
                        const char  *folder,
                        GError     **error)
{
  g_autoptr(GHashTable) known = list_files (folder);    /* those that are no captures, as they are */
  g_autoptr(GHashTable) last = list_files (folder);

  while (!ful_live_channel_wait_for_leave (self->channel, LOOK_MS))
    {
      g_autoptr(GHashTable) now = list_files (folder);
      GHashTableIter iter;
      gpointer path, stamp;

      if (g_get_monotonic_time () >= self->status_due)
        ful_firefox_post_status (self);
      g_hash_table_iter_init (&iter, now);
      while (g_hash_table_iter_next (&iter, &path, &stamp))
        {
          FulProfile *profile;

          if (g_strcmp0 (g_hash_table_lookup (last, path), stamp) != 0 || g_strcmp0 (g_hash_table_lookup (known, path), stamp) == 0)
            continue;
          profile = load (path);
          if (profile)
            return profile;
          g_hash_table_insert (known, g_strdup (path), g_strdup (stamp));
        }
      g_hash_table_unref (last);
      last = g_steal_pointer (&now);
    }
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("Cancelled"));

  return NULL;
}
