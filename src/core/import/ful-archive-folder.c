/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The files below a folder, as members of an archive. */

#include "config.h"

#include "ful-archive-private.h"

#include <math.h>
#include <string.h>

/* Folders below so many are left out. */
#define MAX_DEPTH 16

typedef struct
{
  GFile *folder;
  char  *path;      /* from the folder that is listed, with a "/" at its end, or "" */
  guint  depth;
} Folder;

static void
list_entry (GPtrArray    *members,
            GQueue       *folders,
            const Folder *folder,
            GFileInfo    *info,
            GFile        *file,
            GCancellable *cancellable)
{
  g_autofree char *path = g_strconcat (folder->path, g_file_info_get_display_name (info), NULL);

  if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY && folder->depth < MAX_DEPTH)
    {
      Folder *inner = g_new (Folder, 1);

      *inner = (Folder) { g_object_ref (file), g_strconcat (path, "/", NULL), folder->depth + 1 };
      g_queue_push_tail (folders, inner);
    }
  else if (g_file_info_get_file_type (info) == G_FILE_TYPE_REGULAR)
    {
      g_autoptr(GFileInputStream) stream = g_file_read (file, cancellable, NULL);

      g_autoptr(GDateTime) modified = g_file_info_get_modification_date_time (info);

      if (stream)
        ful_archive_add_member (members, path, file, (guint64) g_file_info_get_size (info),
                                modified ? (double) g_date_time_to_unix (modified) * 1000 : NAN,
                                ful_archive_get_format (G_INPUT_STREAM (stream), path, cancellable));
    }
}

/* File systems have an order of their own. */
static int
compare_members (gconstpointer a,
                 gconstpointer b)
{
  return strcmp ((*(FulMember *const *) a)->path, (*(FulMember *const *) b)->path);
}

/* The files below a folder, level by level. Symbolic links are not followed: they may lead out of it, or round. */
GPtrArray *
ful_archive_list_folder (GFile         *file,
                         GCancellable  *cancellable,
                         GError       **error)
{
  g_autoptr(GPtrArray) members = ful_archive_members_new ();
  GQueue folders = G_QUEUE_INIT;
  Folder *folder = g_new (Folder, 1);
  guint n_entries = 0;
  gboolean failed = FALSE;

  *folder = (Folder) { g_object_ref (file), g_strdup (""), 0 };
  g_queue_push_tail (&folders, folder);
  while ((folder = g_queue_pop_head (&folders)))
    {
      g_autoptr(GFileEnumerator) entries = NULL;
      GFileInfo *info;
      GFile *child;

      if (!failed && n_entries < FUL_ARCHIVE_MAX_ENTRIES)
        {
          entries = g_file_enumerate_children (folder->folder, G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_STANDARD_TYPE ","
                                               G_FILE_ATTRIBUTE_STANDARD_DISPLAY_NAME "," G_FILE_ATTRIBUTE_STANDARD_SIZE,
                                               G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, cancellable, folder->depth == 0 ? error : NULL);
          failed = entries == NULL && folder->depth == 0;
        }
      while (entries && n_entries++ < FUL_ARCHIVE_MAX_ENTRIES &&
             g_file_enumerator_iterate (entries, &info, &child, cancellable, NULL) && info)
        list_entry (members, &folders, folder, info, child, cancellable);
      g_object_unref (folder->folder);
      g_free (folder->path);
      g_free (folder);
    }
  if (failed || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  g_ptr_array_sort (members, compare_members);

  return g_steal_pointer (&members);
}
