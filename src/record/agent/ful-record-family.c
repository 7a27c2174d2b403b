/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Processes that no agent says (record.md 8): /proc says whose children they are. Of each process of the machine that is asked
 * once. */

#include "config.h"

#include "ful-record-family.h"

#include "ful-record-task.h"

/* Between two looks: a process that has not said anything at the second one has no agent. */
#define LOOK_NS 100000000

void
ful_record_family_init (FulRecordFamily *self)
{
  *self = (FulRecordFamily) { .strangers = g_hash_table_new (NULL, NULL), .seen = g_hash_table_new_full (NULL, NULL, NULL, g_free) };
}

void
ful_record_family_clear (FulRecordFamily *self)
{
  g_clear_pointer (&self->strangers, g_hash_table_unref);
  g_clear_pointer (&self->seen, g_hash_table_unref);
}

/* What @pid is, which is not known: put into one of the sets, or among @children if it is seen again. */
static void
judge (FulRecordFamily *self,
       GHashTable      *known,
       gint32           pid,
       guint64          now,
       GHashTable      *strangers,
       GHashTable      *seen,
       GArray          *children)
{
  const FulRecordChild *before = g_hash_table_lookup (self->seen, GINT_TO_POINTER (pid));
  FulRecordTask task;
  gpointer parent;

  if (!ful_record_task_read (&task, pid, pid) || task.is_dead)
    return;
  parent = GINT_TO_POINTER (task.parent);
  if (before)
    g_array_append_val (children, *before);
  else if (pid == self->program || g_hash_table_contains (known, parent) || g_hash_table_contains (self->seen, parent) ||
           g_hash_table_contains (seen, parent))
    {
      FulRecordChild child = { pid, task.parent, now, task.cpu_ns };

      g_hash_table_insert (seen, GINT_TO_POINTER (pid), g_memdup2 (&child, sizeof child));
    }
  else
    g_hash_table_add (strangers, GINT_TO_POINTER (pid));
}

/**
 * ful_record_family_look:
 * @known: set of processes of the program that are known
 * @now: ns; looks only some times a second
 * @children: (element-type FulRecordChild): gets others that come from it
 */
void
ful_record_family_look (FulRecordFamily *self,
                        GHashTable      *known,
                        guint64          now,
                        GArray          *children)
{
  GHashTable *strangers, *seen;
  g_autoptr(GDir) folder = NULL;

  if (now < self->looked + LOOK_NS || (folder = g_dir_open ("/proc", 0, NULL)) == NULL)
    return;

  self->looked = now;
  strangers = g_hash_table_new (NULL, NULL);
  seen = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (const char *name; (name = g_dir_read_name (folder)); )
    {
      gint32 pid = (gint32) g_ascii_strtoll (name, NULL, 10);

      if (pid <= 0 || g_hash_table_contains (known, GINT_TO_POINTER (pid)))
        continue;
      if (g_hash_table_contains (self->strangers, GINT_TO_POINTER (pid)))
        g_hash_table_add (strangers, GINT_TO_POINTER (pid));
      else
        judge (self, known, pid, now, strangers, seen, children);
    }
  ful_record_family_clear (self);
  self->strangers = strangers;
  self->seen = seen;
}
