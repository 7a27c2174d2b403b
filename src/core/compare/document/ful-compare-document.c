/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A comparison in a tab. Runs are read once, in a job that its end stops; another divisor needs a job on the runs alone. The
 * last answer is kept until the next one is ready. */

#include "config.h"

#include "ful-compare-document.h"

#include "ful-compared-part.h"

#include "base/ful-job.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _FulCompareDocument
{
  GObject           parent_instance;

  GPtrArray        *parts[FUL_N_SIDES];
  FulPer            per;
  FulComparedTable  table;
  FulComparedRuns  *runs;      /* (nullable) */
  FulCompareAnswer *answer;    /* (nullable) */
  GError           *error;     /* (nullable) */
  int              *n_read;    /* of the job that reads; a reference counted box, atomic */
  FulJob           *job;       /* (nullable) */
};

G_DEFINE_FINAL_TYPE (FulCompareDocument, ful_compare_document, G_TYPE_OBJECT)

static guint changed_signal;

typedef struct
{
  GPtrArray        *parts[FUL_N_SIDES];
  int              *n_read;
  FulPer            per;
  FulComparedRuns  *runs;      /* (nullable): to be read */
  FulCompareAnswer *answer;    /* (nullable): the result */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_ptr_array_unref (job->parts[side]);
  g_atomic_rc_box_release (job->n_read);
  g_clear_pointer (&job->runs, ful_compared_runs_unref);
  g_clear_pointer (&job->answer, ful_compare_answer_unref);
  g_free (job);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Job *job = data;

  if (job->runs == NULL)
    job->runs = ful_compared_runs_read (job->parts, job->n_read, cancellable, error);
  if (job->runs)
    job->answer = ful_compare_answer_new (job->runs, job->per, cancellable, error);

  return job->answer != NULL;
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulCompareDocument *self = owner;
  Job *job = data;

  g_clear_error (&self->error);
  if (error)
    {
      self->error = g_error_copy (error);
      g_clear_pointer (&self->answer, ful_compare_answer_unref);
    }
  else
    {
      g_clear_pointer (&self->answer, ful_compare_answer_unref);
      self->answer = g_steal_pointer (&job->answer);
    }
  if (self->runs == NULL && job->runs)
    self->runs = g_steal_pointer (&job->runs);
  g_signal_emit (self, changed_signal, 0);
}

static void
start (FulCompareDocument *self)
{
  Job *job = g_new0 (Job, 1);

  for (guint side = 0; side < FUL_N_SIDES; side++)
    job->parts[side] = g_ptr_array_ref (self->parts[side]);
  job->n_read = g_atomic_rc_box_acquire (self->n_read);
  job->per = self->per;
  job->runs = self->runs ? ful_compared_runs_ref (self->runs) : NULL;
  ful_job_start_blocking (&self->job, compute, job, job_free, ready_cb, self);
  g_signal_emit (self, changed_signal, 0);
}

static void
ful_compare_document_dispose (GObject *object)
{
  FulCompareDocument *self = FUL_COMPARE_DOCUMENT (object);

  ful_job_stop (&self->job);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_clear_pointer (&self->parts[side], g_ptr_array_unref);
  g_clear_pointer (&self->runs, ful_compared_runs_unref);
  g_clear_pointer (&self->answer, ful_compare_answer_unref);
  g_clear_pointer (&self->n_read, g_atomic_rc_box_release);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (ful_compare_document_parent_class)->dispose (object);
}

static void
ful_compare_document_class_init (FulCompareDocumentClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_compare_document_dispose;

  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_compare_document_init (FulCompareDocument *self)
{
  self->n_read = g_atomic_rc_box_new0 (int);
}

/**
 * ful_compare_document_new:
 * @parts: (element-type FulComparedPart): of each side, at least one
 *
 * Returns: (transfer full): a comparison that was not begun, see ful_compare_document_read()
 */
FulCompareDocument *
ful_compare_document_new (GPtrArray *const parts[FUL_N_SIDES])
{
  FulCompareDocument *self = g_object_new (FUL_TYPE_COMPARE_DOCUMENT, NULL);

  for (guint side = 0; side < FUL_N_SIDES; side++)
    self->parts[side] = g_ptr_array_ref (parts[side]);

  return self;
}

/**
 * ful_compare_document_read:
 *
 * Reads all parts, also those that were read before.
 */
void
ful_compare_document_read (FulCompareDocument *self)
{
  g_clear_pointer (&self->runs, ful_compared_runs_unref);
  g_atomic_rc_box_release (self->n_read);
  self->n_read = g_atomic_rc_box_new0 (int);
  start (self);
}

/**
 * ful_compare_document_get_parts:
 *
 * Returns: (transfer none) (element-type FulComparedPart): what the runs of @side are read from
 */
GPtrArray *
ful_compare_document_get_parts (FulCompareDocument *self,
                                FulSide             side)
{
  return self->parts[side];
}

/**
 * ful_compare_document_dup_name:
 *
 * Returns: (transfer full): name of the runs of @side: of one, or of the first and the last of several
 */
char *
ful_compare_document_dup_name (FulCompareDocument *self,
                               FulSide             side)
{
  GPtrArray *parts = self->parts[side];
  const FulComparedPart *first = parts->pdata[0], *last = parts->pdata[parts->len - 1];

  return parts->len == 1 ? g_strdup (first->name) : g_strdup_printf ("%s … %s", first->name, last->name);
}

/**
 * ful_compare_document_get_answer:
 *
 * Returns: (transfer none) (nullable): the last answer
 */
FulCompareAnswer *
ful_compare_document_get_answer (FulCompareDocument *self)
{
  return self->answer;
}

/**
 * ful_compare_document_get_error:
 *
 * Returns: (transfer none) (nullable): why there is no answer
 */
const GError *
ful_compare_document_get_error (FulCompareDocument *self)
{
  return self->error;
}

gboolean
ful_compare_document_is_busy (FulCompareDocument *self)
{
  return self->job != NULL;
}

/**
 * ful_compare_document_get_n_read:
 * @out_n: (out): number of runs
 *
 * Returns: how many of them were read
 */
guint
ful_compare_document_get_n_read (FulCompareDocument *self,
                                 guint              *out_n)
{
  *out_n = self->parts[FUL_BEFORE]->len + self->parts[FUL_AFTER]->len;

  return (guint) g_atomic_int_get (self->n_read);
}

/**
 * ful_compare_document_set_per:
 * @per: what values are divided by; no markers
 */
void
ful_compare_document_set_per (FulCompareDocument *self,
                              FulPer              per)
{
  if (self->per == per)
    return;

  self->per = per;
  if (self->runs)
    start (self);
}

FulPer
ful_compare_document_get_per (FulCompareDocument *self)
{
  return self->per;
}

/**
 * ful_compare_document_set_table:
 * @table: which values of functions are shown
 */
void
ful_compare_document_set_table (FulCompareDocument *self,
                                FulComparedTable    table)
{
  if (self->table == table)
    return;

  self->table = table;
  g_signal_emit (self, changed_signal, 0);
}

FulComparedTable
ful_compare_document_get_table (FulCompareDocument *self)
{
  return self->table;
}

/**
 * ful_compare_document_exchange:
 *
 * What was before is after now. Reads all parts again.
 */
void
ful_compare_document_exchange (FulCompareDocument *self)
{
  GPtrArray *before = self->parts[FUL_BEFORE];

  self->parts[FUL_BEFORE] = self->parts[FUL_AFTER];
  self->parts[FUL_AFTER] = before;
  ful_compare_document_read (self);
}

/**
 * ful_compare_document_dup_command:
 *
 * Returns: (transfer full) (nullable): a command line with the same answer; %NULL if a part is no local file
 */
char *
ful_compare_document_dup_command (FulCompareDocument *self)
{
  static const char *const pers[] = { "run", "wall", "cpu", "total" };
  g_autoptr(GString) command = g_string_new ("fulgens-query compare");

  if (self->table == FUL_COMPARED_TOTAL)
    g_string_append (command, " --measure=total");
  if (self->per != FUL_PER_RUN)
    g_string_append_printf (command, " --per=%s", pers[self->per]);
  if (self->runs && self->runs->is_named)
    g_string_append (command, " --symbols=auto");
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      if (side == FUL_AFTER)
        g_string_append (command, " :");
      for (guint i = 0; i < self->parts[side]->len; i++)
        {
          const FulComparedPart *part = g_ptr_array_index (self->parts[side], i);
          const char *path = part->file ? g_file_peek_path (part->file) : NULL;
          g_autofree char *quoted = path ? g_shell_quote (path) : NULL;

          if (quoted == NULL)
            return NULL;
          g_string_append_printf (command, " %s", quoted);
        }
    }

  return g_string_free (g_steal_pointer (&command), FALSE);
}
