/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Processes and threads by the numbers that they have in a namespace. A look costs as much as there are processes, or threads
 * of one, so there are few: what says the numbers may say any. */

#include "config.h"

#include "ful-record-inner-process.h"

#include "system/ful-record-process.h"

#include <sys/stat.h>

#define MAX_TRIES 3
#define MAX_TIDS 4096

/* Returns: the namespace of the number of @pid, or of us for 0; 0 if it cannot be seen */
static guint64
get_namespace (gint32 pid)
{
  g_autofree char *path = pid != 0 ? g_strdup_printf ("/proc/%d/ns/pid", pid) : g_strdup ("/proc/self/ns/pid");
  struct stat status;

  return stat (path, &status) == 0 ? (guint64) status.st_ino : 0;
}

/* Returns: the number in @folder whose process or thread, of @pid_namespace if that is not 0, knows itself as @inner; or 0 */
static gint32
find (const char *folder,
      guint64     pid_namespace,
      gint32      inner)
{
  g_autoptr(GDir) numbers = g_dir_open (folder, 0, NULL);

  for (const char *name; numbers && (name = g_dir_read_name (numbers)); )
    {
      gint32 pid = (gint32) g_ascii_strtoll (name, NULL, 10);

      if (pid > 0 && (pid_namespace == 0 || get_namespace (pid) == pid_namespace) &&
          ful_record_process_get_inner_pid (pid) == inner)
        return pid;
    }

  return 0;
}

/**
 * ful_record_inner_process_init:
 * @pid_namespace: in which @inner counts; 0: ours
 * @inner: the number of the process
 */
void
ful_record_inner_process_init (FulRecordInnerProcess *self,
                               guint64                pid_namespace,
                               gint32                 inner)
{
  gboolean is_ours = pid_namespace == 0 || pid_namespace == get_namespace (0);

  *self = (FulRecordInnerProcess) { .pid = is_ours ? inner : 0, .pid_namespace = pid_namespace, .inner = inner };
  if (!is_ours)
    self->tids = g_hash_table_new (NULL, NULL);
}

void
ful_record_inner_process_clear (FulRecordInnerProcess *self)
{
  g_clear_pointer (&self->tids, g_hash_table_unref);
}

/* Looks for it, if it was not found. */
void
ful_record_inner_process_look (FulRecordInnerProcess *self)
{
  if (self->pid == 0 && self->n_tries++ < MAX_TRIES)
    self->pid = find ("/proc", self->pid_namespace, self->inner);
}

/* Returns: our number for the thread that the process knows as @tid, or 0 */
gint32
ful_record_inner_process_find_tid (FulRecordInnerProcess *self,
                                   gint32                 tid)
{
  g_autofree char *folder = NULL;
  gpointer found;

  if (self->tids == NULL)
    return tid;
  if (tid == self->inner)
    return self->pid;
  if (g_hash_table_lookup_extended (self->tids, GINT_TO_POINTER (tid), NULL, &found))
    return GPOINTER_TO_INT (found);
  if (self->pid == 0 || g_hash_table_size (self->tids) >= MAX_TIDS)
    return 0;

  folder = g_strdup_printf ("/proc/%d/task", self->pid);
  found = GINT_TO_POINTER (find (folder, 0, tid));
  g_hash_table_insert (self->tids, GINT_TO_POINTER (tid), found);

  return GPOINTER_TO_INT (found);
}
