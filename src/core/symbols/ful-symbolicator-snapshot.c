/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The job that makes a snapshot of the symbols so far: the first at once, a later one when four times the cost of the last
 * has passed, so that views have time to follow (symbols.md 3). */

#include "config.h"

#include "ful-symbolicator-private.h"

#include "ful-symbolicate.h"

#include "model/ful-import-log.h"

#include <glib/gi18n-lib.h>

/* ms between snapshots that are cheap to make. */
#define LEAST_PAUSE 250

typedef struct
{
  FulProfile        *recorded;
  FulProfile        *last;
  FulSymbolResults **results;     /* for each library, or NULL */
  guint              n_found;     /* libraries with symbols */
  gboolean           is_complete;
  FulImportLog      *log;
  gint64             cost;        /* result: µs */
  FulProfile        *snapshot;    /* result */
} SnapshotJob;

static void
snapshot_job_free (gpointer data)
{
  SnapshotJob *job = data;

  for (guint i = 0; i < job->recorded->libs->len; i++)
    g_clear_pointer (&job->results[i], ful_symbol_results_unref);
  g_free (job->results);
  g_object_unref (job->recorded);
  g_object_unref (job->last);
  ful_import_log_unref (job->log);
  g_clear_object (&job->snapshot);
  g_free (job);
}

/* Without any symbols the log is all that is new. */
static gboolean
make_snapshot (gpointer       data,
               GCancellable  *cancellable,
               GError       **error)
{
  SnapshotJob *job = data;
  gint64 start = g_get_monotonic_time ();

  if (job->n_found > 0)
    {
      job->snapshot = ful_symbolicate (job->recorded, job->results, job->last, job->log, cancellable, error);
      if (job->snapshot == NULL)
        return FALSE;
    }
  else
    {
      job->snapshot = ful_profile_new_snapshot (job->recorded);
      ful_import_log_unref (job->snapshot->log);
      job->snapshot->log = ful_import_log_ref (job->log);
    }

  /* What is saved before the end is looked up again. */
  if (!job->is_complete)
    job->snapshot->symbolicated = job->recorded->symbolicated;
  job->cost = g_get_monotonic_time () - start;

  return TRUE;
}

static void
snapshot_ready_cb (gpointer      owner,
                   gpointer      data,
                   const GError *error)
{
  FulSymbolicator *self = owner;
  SnapshotJob *job = data;

  if (error == NULL)
    {
      self->cost = job->cost;
      g_set_object (&self->last, job->snapshot);
      g_signal_emit (self, ful_symbolicator_signals[FUL_SYMBOLICATOR_SNAPSHOT], 0, job->snapshot);
    }
  ful_symbolicator_queue_snapshot (self);
  g_signal_emit (self, ful_symbolicator_signals[FUL_SYMBOLICATOR_CHANGED], 0);
}

/**
 * ful_lib_symbols_get_reason:
 *
 * Returns: (nullable): why there are no symbols of @lib; %NULL if there are some
 */
const char *
ful_lib_symbols_get_reason (const FulLib        *lib,
                            const FulLibSymbols *symbols)
{
  if (symbols->n_found > 0)
    return NULL;
  if (*lib->debug_name == '\0' || *lib->breakpad_id == '\0')
    return _("The profile does not say which version of the library it is");
  if (symbols->attempts->len == 0)
    return _("No file with symbols");

  return ((FulSymbolAttempt *) g_ptr_array_index (symbols->attempts, symbols->attempts->len - 1))->result;
}

static void
start_snapshot (FulSymbolicator *self)
{
  SnapshotJob *job = g_new0 (SnapshotJob, 1);

  job->recorded = g_object_ref (self->recorded);
  job->last = g_object_ref (self->last);
  job->results = g_new0 (FulSymbolResults *, self->recorded->libs->len + 1);
  job->is_complete = self->order && self->n_done == self->order->len;
  job->log = ful_import_log_copy (self->recorded->log);
  for (guint i = 0; i < self->recorded->libs->len; i++)
    {
      const FulLib *lib = g_ptr_array_index (self->recorded->libs, i);
      const FulLibSymbols *symbols = self->symbols[i];
      const char *reason = symbols ? ful_lib_symbols_get_reason (lib, symbols) : NULL;
      g_autofree char *where = g_strdup_printf ("libs[%u]", i);

      if (reason)
        ful_import_log_add (job->log, FUL_SEVERITY_INFO, where, -1, -1, _("No symbols for %s: %s"), lib->name, reason);
      if (symbols && symbols->n_found > 0)
        {
          job->results[i] = ful_symbol_results_ref (symbols->results);
          job->n_found++;
        }
    }

  self->has_news = FALSE;
  ful_job_start (&self->snapshot, make_snapshot, job, snapshot_job_free, snapshot_ready_cb, self);
}

static gboolean
pause_over_cb (gpointer user_data)
{
  FulSymbolicator *self = user_data;

  self->pause_id = 0;
  if (self->has_news && self->snapshot == NULL)
    start_snapshot (self);

  return G_SOURCE_REMOVE;
}

/* After the last library there is no pause. */
void
ful_symbolicator_queue_snapshot (FulSymbolicator *self)
{
  if (!self->has_news || self->snapshot)
    return;

  if (self->job && self->last != self->recorded)
    {
      if (self->pause_id == 0)
        self->pause_id = g_timeout_add ((guint) MAX (LEAST_PAUSE, self->cost * 4 / 1000), pause_over_cb, self);
      return;
    }
  g_clear_handle_id (&self->pause_id, g_source_remove);
  start_snapshot (self);
}
