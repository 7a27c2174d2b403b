/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Of changes that come while a file is written the last one is written next. A file that
 * is no file of notes is kept under another name before it is replaced. */

#include "config.h"

#include "ful-notes.h"

#include "ful-job.h"
#include "io/ful-file-replace.h"
#include "io/ful-json-document.h"

#include <glib/gi18n-lib.h>

struct _FulNotes
{
  GObject       parent_instance;

  GFile        *beside;      /* (nullable): file beside the profile */
  GFile        *fallback;    /* file in the state directory */
  GPtrArray    *notes;       /* FulNote */
  gboolean      loaded;
  gboolean      writing;
  gboolean      dirty;       /* changed since the write that runs began */
};

G_DEFINE_FINAL_TYPE (FulNotes, ful_notes, G_TYPE_OBJECT)

enum
{
  CHANGED,
  FAILED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

typedef struct
{
  GFile *beside;
  GFile *fallback;
  char  *text;       /* (nullable): to be written */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_object (&job->beside);
  g_object_unref (job->fallback);
  g_free (job->text);
  g_free (job);
}

static Job *
job_new (FulNotes *self)
{
  Job *job = g_new0 (Job, 1);

  g_set_object (&job->beside, self->beside);
  job->fallback = g_object_ref (self->fallback);

  return job;
}

/* NULL without an error if there is no such file. */
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

static void
load_worker (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  Job *job = task_data;
  GError *error = NULL;
  GPtrArray *notes = job->beside ? read_file (job->beside, &error) : NULL;

  if (notes == NULL && error == NULL)
    notes = read_file (job->fallback, &error);
  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, notes, (GDestroyNotify) g_ptr_array_unref);
}

static gboolean
write_text (GOutputStream  *stream,
            gpointer        text,
            GCancellable   *cancellable,
            GError        **error)
{
  return g_output_stream_write_all (stream, text, strlen (text), NULL, cancellable, error);
}

/* Somebody else's file is not lost. */
static gboolean
keep_foreign (GFile   *file,
              GError **error)
{
  g_autoptr(GPtrArray) notes = NULL;
  g_autoptr(GError) read_error = NULL;
  g_autoptr(GFile) kept = NULL;
  g_autofree char *uri = NULL;
  g_autofree char *kept_uri = NULL;

  notes = read_file (file, &read_error);
  if (read_error == NULL)
    return TRUE;

  uri = g_file_get_uri (file);
  kept_uri = g_strconcat (uri, "~", NULL);
  kept = g_file_new_for_uri (kept_uri);

  return g_file_move (file, kept, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, error);
}

static gboolean
write_file (GFile       *file,
            const char  *text,
            GError     **error)
{
  return keep_foreign (file, error) && ful_file_replace (file, write_text, (gpointer) text, NULL, error);
}

static void
save_worker (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  Job *job = task_data;
  g_autoptr(GFile) folder = g_file_get_parent (job->fallback);
  GError *error = NULL;

  if (job->beside && write_file (job->beside, job->text, NULL))
    {
      /* Not in two places. */
      g_file_delete (job->fallback, NULL, NULL);
      g_task_return_boolean (task, TRUE);
      return;
    }

  g_file_make_directory_with_parents (folder, NULL, NULL);
  if (write_file (job->fallback, job->text, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
fail (FulNotes     *self,
      const GError *error)
{
  g_signal_emit (self, signals[FAILED], 0, error->message);
}

static void save (FulNotes *self);

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(FulNotes) self = user_data;
  g_autoptr(GError) error = NULL;

  self->writing = FALSE;
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    fail (self, error);
  if (self->dirty)
    save (self);
}

static void
save (FulNotes *self)
{
  g_autofree char *text = NULL;
  Job *job;

  self->dirty = TRUE;
  if (self->writing || !self->loaded)
    return;

  self->dirty = FALSE;
  text = ful_notes_write (self->notes);
  if (strlen (text) > FUL_JSON_TEXT_BYTES)
    {
      g_signal_emit (self, signals[FAILED], 0, _("The notes are longer than 1 MB; the last change was not saved"));
      return;
    }

  self->writing = TRUE;
  job = job_new (self);
  job->text = g_steal_pointer (&text);
  ful_job_start (NULL, save_worker, job, job_free, saved_cb, g_object_ref (self));
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(FulNotes) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) notes = g_task_propagate_pointer (G_TASK (result), &error);

  self->loaded = TRUE;
  if (error)
    fail (self, error);
  /* Notes that were made meanwhile come after them. */
  for (guint i = 0; notes && i < notes->len; i++)
    g_ptr_array_insert (self->notes, (int) i, ful_note_ref (g_ptr_array_index (notes, i)));
  if (notes)
    g_signal_emit (self, signals[CHANGED], 0);
  if (self->dirty)
    save (self);
}

static void
ful_notes_finalize (GObject *object)
{
  FulNotes *self = FUL_NOTES (object);

  g_clear_object (&self->beside);
  g_clear_object (&self->fallback);
  g_ptr_array_unref (self->notes);

  G_OBJECT_CLASS (ful_notes_parent_class)->finalize (object);
}

static void
ful_notes_class_init (FulNotesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ful_notes_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                  NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ful_notes_init (FulNotes *self)
{
  self->notes = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_note_unref);
}

/**
 * ful_notes_new:
 * @profile: file of the profile
 *
 * Begins to read its notes.
 *
 * Returns: (transfer full): the notes
 */
FulNotes *
ful_notes_new (GFile *profile)
{
  FulNotes *self = g_object_new (FUL_TYPE_NOTES, NULL);
  g_autofree char *uri = g_file_get_uri (profile);
  g_autofree char *beside = g_strconcat (uri, ".fulgens-notes.json", NULL);
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, uri, -1);
  g_autofree char *name = g_strconcat (sum, ".json", NULL);

  self->beside = g_file_new_for_uri (beside);
  self->fallback = g_file_new_build_filename (g_get_user_state_dir (), "fulgens", "notes", name, NULL);
  ful_job_start (NULL, load_worker, job_new (self), job_free, loaded_cb, g_object_ref (self));

  return self;
}

/**
 * ful_notes_get_all:
 *
 * Returns: (transfer none) (element-type FulNote): all notes, until the next change
 */
const GPtrArray *
ful_notes_get_all (FulNotes *self)
{
  g_return_val_if_fail (FUL_IS_NOTES (self), NULL);

  return self->notes;
}

static void
change (FulNotes *self)
{
  save (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * ful_notes_add:
 * @note: (transfer full): comes after those there are
 */
void
ful_notes_add (FulNotes *self,
               FulNote  *note)
{
  g_return_if_fail (FUL_IS_NOTES (self));

  g_ptr_array_add (self->notes, note);
  change (self);
}

/**
 * ful_notes_replace:
 * @at: number of a note
 * @note: (transfer full): takes its place
 */
void
ful_notes_replace (FulNotes *self,
                   guint     at,
                   FulNote  *note)
{
  g_return_if_fail (FUL_IS_NOTES (self));
  g_return_if_fail (at < self->notes->len);

  ful_note_unref (g_ptr_array_index (self->notes, at));
  g_ptr_array_index (self->notes, at) = note;
  change (self);
}

/**
 * ful_notes_remove:
 * @at: number of a note
 */
void
ful_notes_remove (FulNotes *self,
                  guint     at)
{
  g_return_if_fail (FUL_IS_NOTES (self));
  g_return_if_fail (at < self->notes->len);

  g_ptr_array_remove_index (self->notes, at);
  change (self);
}

/**
 * ful_notes_get_busy:
 *
 * Returns: whether notes are being read or written
 */
gboolean
ful_notes_get_busy (FulNotes *self)
{
  g_return_val_if_fail (FUL_IS_NOTES (self), FALSE);

  return !self->loaded || self->writing;
}
