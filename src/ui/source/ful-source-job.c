/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-source-job.h"

#include "source/ful-assembly-jumps.h"
#include "source/ful-source-server.h"
#include "source/ful-source-text.h"
#include "tree/samples/ful-hits.h"

/* What is missing here may be known to a symbol server on this machine. */
static void
ask_server (FulSourceJob *job,
            GCancellable *cancellable)
{
  FulProfile *profile = job->thread->profile;
  g_autofree char *server = NULL;
  g_autofree char *text = ful_source_server_load (profile, job->costs->source, ful_profile_get_shown_frames (profile),
                                                  (const char *const *) job->places, &server, cancellable, NULL);

  if (text == NULL)
    return;

  g_clear_error (&job->missing);
  g_clear_pointer (&job->path, g_free);
  job->lines = ful_source_text_split (text);
}

gboolean
ful_source_job_compute (gpointer       data,
                        GCancellable  *cancellable,
                        GError       **error)
{
  FulSourceJob *job = data;
  g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (job->thread, job->preview);

  job->costs = ful_annotation_new (job->thread->stacks, rows, job->func, cancellable, error);
  if (job->costs == NULL)
    return FALSE;

  if (job->costs->source != FUL_NONE && job->costs->source != job->known)
    job->lines = ful_source_text_load (job->thread->profile, job->costs->source, (const char *const *) job->maps,
                                       (const char *const *) job->folders, &job->path, &job->missing);
  if (job->missing)
    ask_server (job, cancellable);

  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

void
ful_source_job_free (gpointer data)
{
  FulSourceJob *job = data;

  ful_derived_thread_unref (job->thread);
  g_free (job->preview);
  g_strfreev (job->maps);
  g_strfreev (job->folders);
  g_strfreev (job->places);
  g_clear_pointer (&job->costs, ful_annotation_free);
  g_clear_pointer (&job->lines, g_ptr_array_unref);
  g_free (job->path);
  g_clear_error (&job->missing);
  g_free (job);
}

gboolean
ful_assembly_job_compute (gpointer       data,
                          GCancellable  *cancellable,
                          GError       **error)
{
  FulAssemblyJob *job = data;
  FulFilteredStacks *stacks = job->thread->stacks;
  FulProfile *profile = job->thread->profile;
  g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (job->thread, job->preview);
  g_autofree gint64 *values = NULL;

  if (job->assembly == NULL)
    {
      job->assembly = ful_assembly_read (profile, job->symbol, ful_profile_get_shown_frames (profile), job->profile_path,
                                         (const char *const *) job->places, cancellable, error);
      if (job->assembly == NULL)
        return FALSE;
      job->jumps = ful_assembly_lay_out_jumps (job->assembly);
    }

  values = ful_hits_list_addresses (stacks, job->symbol);
  ful_assembly_find_all (job->assembly, values, stacks->frames->table.n_rows);
  job->costs = ful_hits_new (stacks, rows, values, cancellable, error);

  return job->costs != NULL;
}

void
ful_assembly_job_free (gpointer data)
{
  FulAssemblyJob *job = data;

  ful_derived_thread_unref (job->thread);
  g_free (job->preview);
  g_free (job->profile_path);
  g_strfreev (job->places);
  g_clear_pointer (&job->assembly, ful_assembly_unref);
  g_clear_pointer (&job->jumps, g_array_unref);
  g_clear_pointer (&job->costs, g_array_unref);
  g_free (job);
}
