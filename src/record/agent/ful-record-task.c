/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Threads, as /proc shows them: some 20 µs each. */

#include "config.h"

#include "ful-record-task.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE_BYTES 512

/* Threads of a process that are read at most. */
#define MAX_TASKS 65536

static gboolean
read_line (gint32      pid,
           gint32      tid,
           const char *name,
           char       *line)
{
  char path[64];
  gssize n;
  int file;

  snprintf (path, sizeof path, "/proc/%d/task/%d/%s", pid, tid, name);
  file = open (path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return FALSE;
  n = read (file, line, LINE_BYTES - 1);
  close (file);
  line[MAX (n, 0)] = '\0';

  return n > 0;
}

/* CPU times in clock ticks. @fields: after the name; @out_ns: (out) (array fixed-size=2): of the thread, and of children */
static void
get_ticks (const char *fields,
           guint64    *out_ns)
{
  guint64 tick = 1000000000 / (guint64) sysconf (_SC_CLK_TCK), times[4] = { 0 };

  sscanf (fields, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %"
          G_GUINT64_FORMAT, &times[0], &times[1], &times[2], &times[3]);
  out_ns[0] = (times[0] + times[1]) * tick;
  out_ns[1] = (times[2] + times[3]) * tick;
}

/* Returns: whether it is there */
gboolean
ful_record_task_read (FulRecordTask *self,
                      gint32         pid,
                      gint32         tid)
{
  char line[LINE_BYTES], times[LINE_BYTES];
  const char *name, *fields;
  guint64 ticks[2];

  if (!read_line (pid, tid, "stat", line) || (name = strchr (line, '(')) == NULL || (fields = strrchr (name, ')')) == NULL ||
      strlen (fields) < 3)
    return FALSE;

  g_strlcpy (self->name, name + 1, MIN ((gsize) (fields - name), sizeof self->name));
  self->parent = (gint32) strtol (fields + 3, NULL, 10);
  self->can_run = fields[2] == 'R';
  self->is_dead = fields[2] == 'Z' || fields[2] == 'X';
  get_ticks (fields + 1, ticks);
  self->children_ns = ticks[1];
  /* Read later: what it ran in between counts. */
  self->cpu_ns = ticks[0];   /* the kernel may have no better */
  self->delay_ns = self->n_switches = 0;
  if (read_line (pid, tid, "schedstat", times))
    sscanf (times, "%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, &self->cpu_ns, &self->delay_ns, &self->n_switches);

  return TRUE;
}

/* Returns: (transfer full): set of the numbers of threads; empty if there is no such process */
GHashTable *
ful_record_task_list (gint32 pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/task", pid);
  g_autoptr(GDir) folder = g_dir_open (path, 0, NULL);
  GHashTable *tids = g_hash_table_new (NULL, NULL);

  for (const char *name; folder && g_hash_table_size (tids) < MAX_TASKS && (name = g_dir_read_name (folder)); )
    g_hash_table_add (tids, GINT_TO_POINTER ((int) g_ascii_strtoll (name, NULL, 10)));

  return tids;
}
