/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A process has one list for a file, shared by all tabs that show it. Changes during a write
 * are written together after it. What another process wrote meanwhile is merged. The application does not end before all changes are written. */

#include "config.h"

#include "ful-notes.h"

#include "ful-notes-store.h"

#include "base/ful-hash.h"

struct _FulNotes
{
  GObject       parent_instance;

  GFile        *beside;      /* file beside the profile */
  GFile        *fallback;    /* file in the state directory */
  char         *uri;         /* of the profile */
  GPtrArray    *notes;       /* FulNote */
  GPtrArray    *written;     /* FulNote: the known content of the file */
  GApplication *held;        /* (nullable): while something is to be written */
  GPtrArray    *before;      /* GPtrArray of FulNote: the lists before the last changes, the newest last */
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

#define UNDO_MAX 50

static GHashTable *lists;    /* URI of a profile → FulNotes, which removes itself */

typedef struct
{
  GFile     *beside;
  GFile     *fallback;
  GPtrArray *notes;      /* (nullable): to be written */
  GPtrArray *written;    /* the content when it was last read or written */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->beside);
  g_object_unref (job->fallback);
  g_clear_pointer (&job->notes, g_ptr_array_unref);
  g_clear_pointer (&job->written, g_ptr_array_unref);
  g_free (job);
}

static GPtrArray *
copy_notes (const GPtrArray *notes)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_note_unref);

  for (guint i = 0; i < notes->len; i++)
    g_ptr_array_add (copy, ful_note_ref (g_ptr_array_index (notes, i)));

  return copy;
}

static Job *
job_new (FulNotes *self)
{
  Job *job = g_new0 (Job, 1);

  job->beside = g_object_ref (self->beside);
  job->fallback = g_object_ref (self->fallback);

  return job;
}

/* The list is kept alive until its job ends, so that all changes are written. */
static void
start_job (FulNotes            *self,
           GTaskThreadFunc      worker,
           Job                 *job,
           GAsyncReadyCallback  ready)
{
  g_autoptr(GTask) task = g_task_new (NULL, NULL, ready, g_object_ref (self));

  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, worker);
}

static void
load_worker (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  Job *job = task_data;
  GError *error = NULL;
  GPtrArray *notes = ful_notes_store_load (job->beside, job->fallback, &error);

  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, notes, (GDestroyNotify) g_ptr_array_unref);
}

static void
save_worker (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  Job *job = task_data;
  GError *error = NULL;
  GPtrArray *written = ful_notes_store_save (job->beside, job->fallback, job->written, job->notes, &error);

  if (written)
    g_task_return_pointer (task, written, (GDestroyNotify) g_ptr_array_unref);
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

/* Holds the application while there are changes to write. */
static void
update_hold (FulNotes *self)
{
  gboolean is_needed = self->dirty || self->writing;

  if (is_needed && self->held == NULL && g_application_get_default ())
    {
      self->held = g_object_ref (g_application_get_default ());
      g_application_hold (self->held);
    }
  else if (!is_needed && self->held)
    {
      g_application_release (self->held);
      g_clear_object (&self->held);
    }
}

/* The file contains @written now; keeps changes since @sent. */
static void
take_written (FulNotes        *self,
              const GPtrArray *sent,
              GPtrArray       *written)
{
  g_autoptr(GPtrArray) notes = ful_notes_merge (sent, self->notes, written);

  g_ptr_array_unref (self->written);
  self->written = g_ptr_array_ref (written);
  if (ful_notes_equal (notes, self->notes))
    return;

  g_ptr_array_unref (self->notes);
  self->notes = g_steal_pointer (&notes);
  g_ptr_array_set_size (self->before, 0);   /* an undo would remove what others wrote */
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(FulNotes) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) written = g_task_propagate_pointer (G_TASK (result), &error);
  Job *job = g_task_get_task_data (G_TASK (result));

  self->writing = FALSE;
  if (error)
    fail (self, error);
  else
    take_written (self, job->notes, written);
  if (self->dirty)
    save (self);
  update_hold (self);
}

static void
save (FulNotes *self)
{
  Job *job;

  self->dirty = TRUE;
  update_hold (self);
  if (self->writing || !self->loaded)
    return;

  self->dirty = FALSE;
  self->writing = TRUE;
  job = job_new (self);
  job->notes = copy_notes (self->notes);
  job->written = g_ptr_array_ref (self->written);
  start_job (self, save_worker, job, saved_cb);
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
  if (notes)
    {
      g_ptr_array_unref (self->written);
      self->written = copy_notes (notes);
      /* Notes that were added meanwhile come after them. */
      for (guint i = 0; i < notes->len; i++)
        g_ptr_array_insert (self->notes, (int) i, ful_note_ref (g_ptr_array_index (notes, i)));
      ful_notes_sort_steps (self->notes);
      g_ptr_array_set_size (self->before, 0);
      g_signal_emit (self, signals[CHANGED], 0);
    }
  if (self->dirty)
    save (self);
}

static void
ful_notes_finalize (GObject *object)
{
  FulNotes *self = FUL_NOTES (object);

  g_hash_table_remove (lists, self->uri);
  g_free (self->uri);
  g_clear_object (&self->beside);
  g_clear_object (&self->fallback);
  g_ptr_array_unref (self->notes);
  g_ptr_array_unref (self->written);
  g_ptr_array_unref (self->before);

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
  self->written = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_note_unref);
  self->before = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
}

/**
 * ful_notes_new:
 * @profile: file of the profile
 *
 * Starts to read its notes, unless they are loaded already.
 *
 * Returns: (transfer full): the notes, one object for each file
 */
FulNotes *
ful_notes_new (GFile *profile)
{
  FulNotes *self;
  g_autofree char *uri = g_file_get_uri (profile);

  if (lists == NULL)
    lists = g_hash_table_new (ful_hash_text, g_str_equal);
  self = g_hash_table_lookup (lists, uri);
  if (self)
    return g_object_ref (self);

  self = g_object_new (FUL_TYPE_NOTES, NULL);
  self->uri = g_steal_pointer (&uri);
  g_hash_table_insert (lists, self->uri, self);
  ful_notes_store_find (profile, &self->beside, &self->fallback);
  start_job (self, load_worker, job_new (self), loaded_cb);

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

/* Before a change. */
static void
remember (FulNotes *self)
{
  g_ptr_array_add (self->before, copy_notes (self->notes));
  if (self->before->len > UNDO_MAX)
    g_ptr_array_remove_index (self->before, 0);
}

static void
change (FulNotes *self)
{
  save (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * ful_notes_add:
 * @note: (transfer full): the last step of the tour, or the last one of the others
 *
 * Returns: its number
 */
guint
ful_notes_add (FulNotes *self,
               FulNote  *note)
{
  guint at;

  g_return_val_if_fail (FUL_IS_NOTES (self), 0);

  remember (self);
  at = note->left_out ? self->notes->len : ful_notes_count_steps (self->notes);
  g_ptr_array_insert (self->notes, (int) at, note);
  change (self);

  return at;
}

/**
 * ful_notes_replace:
 * @at: number of a note
 * @note: (transfer full): the new note, a step of the tour if the old one is
 */
void
ful_notes_replace (FulNotes *self,
                   guint     at,
                   FulNote  *note)
{
  g_return_if_fail (FUL_IS_NOTES (self));
  g_return_if_fail (at < self->notes->len);

  remember (self);
  ful_note_unref (g_ptr_array_index (self->notes, at));
  g_ptr_array_index (self->notes, at) = note;
  change (self);
}

/**
 * ful_notes_move:
 * @at: number of a note
 * @to: its new number; steps of the tour stay first, whatever it is
 * @left_out: whether it is no step of the tour then
 *
 * Returns: its new number
 */
guint
ful_notes_move (FulNotes *self,
                guint     at,
                guint     to,
                gboolean  left_out)
{
  FulNote *note;
  guint found;

  g_return_val_if_fail (FUL_IS_NOTES (self), 0);
  g_return_val_if_fail (at < self->notes->len && to < self->notes->len, at);

  remember (self);
  note = ful_note_with_tour (g_ptr_array_index (self->notes, at), left_out);
  g_ptr_array_remove_index (self->notes, at);
  g_ptr_array_insert (self->notes, (int) to, note);
  ful_notes_sort_steps (self->notes);
  g_ptr_array_find (self->notes, note, &found);
  change (self);

  return found;
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

  remember (self);
  g_ptr_array_remove_index (self->notes, at);
  change (self);
}

/**
 * ful_notes_can_undo:
 *
 * Returns: whether there is a change that ful_notes_undo() reverts: one since the notes were read, or merged with those
 *   of another process
 */
gboolean
ful_notes_can_undo (FulNotes *self)
{
  g_return_val_if_fail (FUL_IS_NOTES (self), FALSE);

  return self->before->len > 0;
}

/**
 * ful_notes_undo:
 *
 * Reverts the last change, if there is one.
 */
void
ful_notes_undo (FulNotes *self)
{
  g_return_if_fail (FUL_IS_NOTES (self));

  if (self->before->len == 0)
    return;

  g_ptr_array_unref (self->notes);
  self->notes = g_ptr_array_steal_index (self->before, self->before->len - 1);
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
