/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The files of notes: beside the profile or, if that cannot be written, in the state directory. Before a write the file is
 * read again, for what another process wrote. A file that has no notes is renamed before it is replaced. All block. */

#include "config.h"

#include "ful-notes-store.h"

#include "ful-folder-lock.h"

#include "base/ful-error.h"
#include "io/bytes/ful-file-replace.h"
#include "io/json/ful-json-document.h"

#include <glib/gi18n-lib.h>
#include <unistd.h>

/**
 * ful_notes_store_find:
 * @profile: file of a profile
 * @out_beside: (out) (transfer full): the file beside it
 * @out_fallback: (out) (transfer full): the file in the state directory
 */
void
ful_notes_store_find (GFile  *profile,
                      GFile **out_beside,
                      GFile **out_fallback)
{
  g_autofree char *uri = g_file_get_uri (profile);
  g_autofree char *beside = g_strconcat (uri, ".fulgens-notes.json", NULL);
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, uri, -1);
  g_autofree char *name = g_strconcat (sum, ".json", NULL);

  *out_beside = g_file_new_for_uri (beside);
  *out_fallback = g_file_new_build_filename (g_get_user_state_dir (), "fulgens", "notes", name, NULL);
}

/* NULL without an error if the file does not exist. */
static GPtrArray *
read_file (GFile   *file,
           GError **error)
{
  g_autoptr(GError) io_error = NULL;
  g_autoptr(GFileInputStream) stream = g_file_read (file, NULL, &io_error);
  g_autofree char *text = NULL;
  gsize length;
  guint n_bad;

  if (stream)
    text = ful_json_load_text (G_INPUT_STREAM (stream), &length, NULL, &io_error);
  if (text)
    return ful_notes_read (text, length, &n_bad, error);
  if (!g_error_matches (io_error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND) &&
      !g_error_matches (io_error, G_IO_ERROR, G_IO_ERROR_NOT_DIRECTORY))
    g_propagate_error (error, g_steal_pointer (&io_error));

  return NULL;
}

/**
 * ful_notes_store_load:
 * @error: as of ful_notes_read(), and of reading files
 *
 * Returns: (transfer full) (nullable) (element-type FulNote): the notes; %NULL without an error if there are none
 */
GPtrArray *
ful_notes_store_load (GFile   *beside,
                      GFile   *fallback,
                      GError **error)
{
  g_autoptr(GError) own_error = NULL;
  GPtrArray *notes = read_file (beside, &own_error);

  if (notes == NULL && own_error == NULL)
    return read_file (fallback, error);
  if (own_error)
    g_propagate_error (error, g_steal_pointer (&own_error));

  return notes;
}

static int
lock_folder (GFile *file)
{
  g_autoptr(GFile) folder = g_file_get_parent (file);
  const char *path = folder ? g_file_peek_path (folder) : NULL;

  return path ? ful_folder_lock (path) : -1;
}

/* Keeps a file of another program. */
static gboolean
keep_foreign (GFile   *file,
              GError **error)
{
  g_autoptr(GFile) kept = NULL;
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *kept_uri = g_strconcat (uri, "~", NULL);

  kept = g_file_new_for_uri (kept_uri);

  return g_file_move (file, kept, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, error);
}

/* Returns: (transfer full) (nullable): the current content of the file */
static GPtrArray *
write_file (GFile            *file,
            const GPtrArray  *base,
            const GPtrArray  *notes,
            GError          **error)
{
  g_autoptr(GError) read_error = NULL;
  g_autoptr(GPtrArray) theirs = read_file (file, &read_error);
  g_autoptr(GPtrArray) merged = NULL;
  g_autoptr(FulFileReplace) to = NULL;
  g_autofree char *text = NULL;
  guint n_bad;

  if (read_error && !keep_foreign (file, error))
    return NULL;

  merged = theirs ? ful_notes_merge (base, notes, theirs) : NULL;
  text = ful_notes_write (merged ? merged : notes);
  if (strlen (text) > FUL_JSON_TEXT_BYTES)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_TOO_LARGE,
                           _("The notes are longer than 1 MB; the last change was not saved"));
      return NULL;
    }

  /* As it will be read by the next one that merges. */
  to = ful_file_replace_begin (file, NULL, error);
  if (to == NULL || !g_output_stream_write_all (to->stream, text, strlen (text), NULL, NULL, error) ||
      !ful_file_replace_finish (to, NULL, error))
    return NULL;

  return ful_notes_read (text, strlen (text), &n_bad, error);
}

/**
 * ful_notes_store_save:
 * @base: (element-type FulNote): the content when it was last read or written
 * @notes: (element-type FulNote): the notes now
 * @error: %FUL_ERROR_TOO_LARGE, and of files
 *
 * Merges @notes with what another process wrote meanwhile.
 *
 * Returns: (transfer full) (nullable) (element-type FulNote): what is stored now
 */
GPtrArray *
ful_notes_store_save (GFile            *beside,
                      GFile            *fallback,
                      const GPtrArray  *base,
                      const GPtrArray  *notes,
                      GError          **error)
{
  g_autoptr(GFile) folder = g_file_get_parent (fallback);
  g_autoptr(GError) own_error = NULL;
  int lock = lock_folder (beside);
  GPtrArray *written = write_file (beside, base, notes, &own_error);

  if (lock >= 0)
    close (lock);
  if (written)
    {
      g_file_delete (fallback, NULL, NULL);   /* not in two places */
      return written;
    }
  if (g_error_matches (own_error, FUL_ERROR, FUL_ERROR_TOO_LARGE))
    {
      g_propagate_error (error, g_steal_pointer (&own_error));
      return NULL;
    }
  g_file_make_directory_with_parents (folder, NULL, NULL);

  return write_file (fallback, base, notes, error);
}
