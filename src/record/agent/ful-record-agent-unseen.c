/* SPDX-License-Identifier: GPL-3.0-or-later */

/* CPU time of processes that nobody has seen (record.md 8): without an agent, and gone before /proc was looked at. The system adds
 * the time of a child to that of the children of its parent as that asks for its status. What is more there than is known of
 * children is of such ones, and of what others did after their last word. */

#include "config.h"

#include "ful-record-agent-process.h"

#include "ful-record-agent-thread.h"

#include <string.h>

/* Returns: CPU time of its children that is known, or does not count */
static guint64
get_known (const FulRecordAgentProcess *self,
           const FulRecordAgentTargets *to)
{
  return self->reaped_ns + self->unseen_ns + self->skipped_ns + *to->orphans_ns;
}

/* Returns: (nullable): one that has not ended */
static FulPerfThread *
get_thread (const FulRecordAgentProcess *self)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (!((FulRecordAgentThread *) value)->has_ended)
      return ((FulRecordAgentThread *) value)->thread;

  return NULL;
}

/**
 * ful_record_agent_process_find_unseen:
 * @children_ns: CPU time of its children that have ended, and of theirs, as the system says
 *
 * What was so some rounds ago counts: then all is known of those that had ended.
 */
void
ful_record_agent_process_find_unseen (FulRecordAgentProcess       *self,
                                      const FulRecordAgentTargets *to,
                                      guint64                      children_ns,
                                      guint64                      now)
{
  guint64 before = self->children_ns[0], known = get_known (self, to), unseen;
  FulPerfThread *thread = get_thread (self);

  memmove (self->children_ns, self->children_ns + 1, sizeof self->children_ns - sizeof *self->children_ns);
  self->children_ns[G_N_ELEMENTS (self->children_ns) - 1] = children_ns;
  if (before < known + FUL_RECORD_MIN_UNSEEN_NS || thread == NULL)
    return;

  unseen = before - known;
  self->unseen_ns += unseen;
  *to->unseen_ns += unseen;
  ful_record_threads_add_cpu_of_process (to->threads, thread, unseen, now);
}

/* What they used so far does not count. */
void
ful_record_agent_process_skip_unseen (FulRecordAgentProcess *self,
                                      guint64                children_ns)
{
  guint64 known = self->reaped_ns + self->unseen_ns + self->skipped_ns;

  self->skipped_ns += children_ns > known ? children_ns - known : 0;
}

/**
 * ful_record_agent_process_reap:
 * @parent: (nullable): of @self, which has ended; %NULL: it is not known, as nobody has seen it, or it has ended
 */
void
ful_record_agent_process_reap (FulRecordAgentProcess       *self,
                               const FulRecordAgentTargets *to,
                               FulRecordAgentProcess       *parent)
{
  *(parent ? &parent->reaped_ns : to->orphans_ns) += self->ended_ns + self->reaped_ns + self->unseen_ns;
  *to->known_ns += self->ended_ns + self->skipped_ns;
}
