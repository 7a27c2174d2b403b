/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What code a process has: its maps as they change, and whether the agent is among it (record.md 8). */

#include "config.h"

#include "ful-record-agent-missing.h"
#include "ful-record-agent-process.h"
#include "ful-record-agent-thread.h"

#include "base/ful-hash.h"
#include "system/ful-record-attach.h"

/* Without a record of a process before it is looked whether it has an agent: while it runs, and else. */
#define MIN_UNHEARD_NS 40000000
#define MAX_UNHEARD_NS 2000000000

/* Counts it among the processes without an agent, or no more. */
void
ful_record_agent_process_set_missing (FulRecordAgentProcess       *self,
                                      const FulRecordAgentTargets *to,
                                      FulRecordMissing             missing)
{
  to->n_missing[self->missing]--;
  to->n_missing[missing]++;
  self->missing = missing;
}

/* As libraries are loaded, and code is made. */
void
ful_record_agent_process_read_maps (FulRecordAgentProcess       *self,
                                    const FulRecordAgentTargets *to,
                                    guint64                      now)
{
  g_autofree char *text = ful_record_dup_maps (self->pid);
  guint hash = text ? ful_hash_text (text) : 0;

  self->maps_read = now;
  self->has_samples = FALSE;
  if (text == NULL || *text == '\0' || hash == self->maps_hash)
    return;

  self->maps_hash = hash;
  ful_perf_processes_exec (to->processes, self->pid);
  ful_record_read_maps (to->processes, self->pid, text, to->get_lib, to->user_data);
}

/* Another program may be executed in it, which has no agent. */
void
ful_record_agent_process_look (FulRecordAgentProcess       *self,
                               const FulRecordAgentTargets *to,
                               guint64                      now)
{
  FulRecordAgentThread *thread = g_hash_table_lookup (self->threads, GINT_TO_POINTER (self->pid));
  guint64 unheard = self->runs_unheard ? MIN_UNHEARD_NS : MAX_UNHEARD_NS;
  g_autofree char *text = NULL;
  FulRecordMissing missing;
  gboolean runs_unheard, is_starting;

  if (self->missing != FUL_RECORD_MISSING_NONE || thread == NULL || thread->has_ended || now <= MAX (self->heard, self->looked) + unheard)
    return;

  self->looked = now;
  runs_unheard = self->runs_unheard;
  self->runs_unheard = FALSE;
  is_starting = ful_record_missing_is_starting (self->pid);
  text = ful_record_dup_maps (self->pid);
  missing = ful_record_missing_find (self->pid, text, &(FulRecordMissingFacts) { self->image, to->folder, to->has_room });
  if (missing == FUL_RECORD_MISSING_NONE && runs_unheard && text && *text)
    missing = FUL_RECORD_MISSING_SIGNALS;
  if (missing == FUL_RECORD_MISSING_NONE || (missing == FUL_RECORD_MISSING_ENVIRONMENT && is_starting))
    return;

  ful_record_agent_process_set_missing (self, to, missing);
  to->forget (self->pid, to->user_data);
  ful_record_agent_process_read_maps (self, to, now);
  ful_record_read_name (thread->thread);
  ful_record_threads_rename (to->threads, thread->thread, now);
}
