/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A folder, or a zip archive if the name says so. Each file of a folder, and the archive as a whole, takes its place when it is complete.
 * Of a folder that is not finished the files that were not there before go again. */

#include "config.h"

#include "ful-tour-files.h"

#include "io/bytes/ful-file-replace.h"

#include <archive.h>
#include <archive_entry.h>
#include <glib/gi18n-lib.h>
#include <string.h>

struct _FulTourFiles
{
  GFile          *folder;    /* of an archive NULL, as are the next two */
  GPtrArray      *made;      /* (element-type GFile): what was not there before, the folder too */
  gboolean        is_finished;

  FulFileReplace *replace;   /* of a folder NULL, as are the next two */
  struct archive *archive;
  char           *inside;    /* the folder in the archive */
  GError         *error;     /* (nullable): why the archive cannot be written */
  GCancellable   *cancellable;
};

/**
 * ful_tour_files_is_zip:
 *
 * Returns: whether the name is that of a zip archive
 */
gboolean
ful_tour_files_is_zip (GFile *to)
{
  g_autofree char *name = g_file_get_basename (to);

  return name && g_str_has_suffix (name, ".zip");
}

static la_ssize_t
write_cb (struct archive *archive,
          void           *user_data,
          const void     *bytes,
          size_t          n)
{
  FulTourFiles *self = user_data;

  if (!self->error && g_output_stream_write_all (self->replace->stream, bytes, n, NULL, self->cancellable, &self->error))
    return (la_ssize_t) n;
  archive_set_error (archive, EIO, "%s", self->error->message);

  return -1;
}

/* Moves the reason to @error. Returns: %FALSE */
static gboolean
fail (FulTourFiles  *self,
      GError       **error)
{
  if (self->error)
    g_propagate_error (error, g_steal_pointer (&self->error));
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _("The archive cannot be written: %s"), archive_error_string (self->archive));

  return FALSE;
}

static gboolean
begin_zip (FulTourFiles  *self,
           GFile         *to,
           GCancellable  *cancellable,
           GError       **error)
{
  g_autofree char *name = g_file_get_basename (to);

  self->inside = g_strndup (name, strlen (name) - strlen (".zip"));
  self->replace = ful_file_replace_begin (to, cancellable, error);
  if (self->replace == NULL)
    return FALSE;

  self->archive = archive_write_new ();
  archive_write_set_format_zip (self->archive);
  archive_write_set_bytes_in_last_block (self->archive, 1);
  /* A name that is not of the locale's characters is written as it is. */
  archive_write_set_options (self->archive, "hdrcharset=UTF-8");

  return archive_write_open (self->archive, self, NULL, write_cb, NULL) == ARCHIVE_OK || fail (self, error);
}

/**
 * ful_tour_files_new:
 * @to: a folder, which is made if it does not exist; or a file whose name ends in ".zip"
 *
 * Returns: (transfer full) (nullable): no files yet
 */
FulTourFiles *
ful_tour_files_new (GFile         *to,
                    GCancellable  *cancellable,
                    GError       **error)
{
  g_autoptr(FulTourFiles) self = g_new0 (FulTourFiles, 1);
  g_autoptr(GError) made = NULL;

  if (ful_tour_files_is_zip (to))
    return begin_zip (self, to, cancellable, error) ? g_steal_pointer (&self) : NULL;

  self->folder = g_object_ref (to);
  self->made = g_ptr_array_new_with_free_func (g_object_unref);
  if (g_file_make_directory_with_parents (to, cancellable, &made))
    {
      g_ptr_array_add (self->made, g_object_ref (to));
    }
  else if (!g_error_matches (made, G_IO_ERROR, G_IO_ERROR_EXISTS))
    {
      g_propagate_error (error, g_steal_pointer (&made));
      return NULL;
    }

  return g_steal_pointer (&self);
}

static gboolean
save (FulTourFiles  *self,
      const char    *name,
      GBytes        *content,
      GCancellable  *cancellable,
      GError       **error)
{
  g_autoptr(GFile) file = g_file_get_child (self->folder, name);
  gboolean is_there = g_file_query_exists (file, NULL);
  g_autoptr(FulFileReplace) to = ful_file_replace_begin (file, cancellable, error);

  if (to == NULL ||
      !g_output_stream_write_all (to->stream, g_bytes_get_data (content, NULL), g_bytes_get_size (content), NULL, cancellable, error) ||
      !ful_file_replace_finish (to, cancellable, error))
    return FALSE;
  if (!is_there)
    g_ptr_array_add (self->made, g_steal_pointer (&file));

  return TRUE;
}

static gboolean
pack (FulTourFiles  *self,
      const char    *name,
      GBytes        *content,
      GError       **error)
{
  struct archive_entry *entry = archive_entry_new ();
  g_autofree char *path = g_build_filename (self->inside, name, NULL);
  gsize n = g_bytes_get_size (content);
  gboolean ok;

  archive_entry_set_pathname_utf8 (entry, path);
  archive_entry_set_size (entry, (la_int64_t) n);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  archive_entry_set_mtime (entry, g_get_real_time () / G_USEC_PER_SEC, 0);
  ok = archive_write_header (self->archive, entry) == ARCHIVE_OK &&
       archive_write_data (self->archive, g_bytes_get_data (content, NULL), n) == (la_ssize_t) n;
  archive_entry_free (entry);

  return ok || fail (self, error);
}

/**
 * ful_tour_files_add:
 * @name: of the file, without folders
 */
gboolean
ful_tour_files_add (FulTourFiles  *self,
                    const char    *name,
                    GBytes        *content,
                    GCancellable  *cancellable,
                    GError       **error)
{
  self->cancellable = cancellable;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;

  return self->folder ? save (self, name, content, cancellable, error) : pack (self, name, content, error);
}

/**
 * ful_tour_files_finish:
 *
 * Puts an archive in its place; the files of a folder stay.
 */
gboolean
ful_tour_files_finish (FulTourFiles  *self,
                       GCancellable  *cancellable,
                       GError       **error)
{
  if (self->folder)
    return self->is_finished = TRUE;

  self->cancellable = cancellable;
  if (archive_write_close (self->archive) != ARCHIVE_OK)
    return fail (self, error);

  return ful_file_replace_finish (self->replace, cancellable, error);
}

void
ful_tour_files_free (FulTourFiles *self)
{
  if (self->archive)
    archive_write_free (self->archive);
  for (guint i = self->made && !self->is_finished ? self->made->len : 0; i > 0; i--)
    g_file_delete (g_ptr_array_index (self->made, i - 1), NULL, NULL);
  g_clear_pointer (&self->made, g_ptr_array_unref);
  g_clear_pointer (&self->replace, ful_file_replace_free);
  g_clear_object (&self->folder);
  g_clear_error (&self->error);
  g_free (self->inside);
  g_free (self);
}
