/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Processes in containers, as /proc shows them. */

#include "config.h"

#include "ful-record-process.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns: whether @name of /proc/PID is the same file as our own, or that of a process that has ended */
static gboolean
has_ours (gint32      pid,
          const char *name)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/%s", pid, name);
  g_autofree char *own = g_strconcat ("/proc/self/", name, NULL);
  struct stat other, ours;

  return stat (path, &other) != 0 || (stat (own, &ours) == 0 && other.st_dev == ours.st_dev && other.st_ino == ours.st_ino);
}

/* Whether its paths are ours, too; also of a process that has ended. */
gboolean
ful_record_process_has_our_files (gint32 pid)
{
  return has_ours (pid, "root") && has_ours (pid, "ns/mnt");
}

/* Returns: the number that the process knows itself by, which is another one in a namespace */
gint32
ful_record_process_get_inner_pid (gint32 pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/status", pid);
  g_autofree char *text = NULL;
  const char *line, *end;

  if (!g_file_get_contents (path, &text, NULL, NULL) || (line = strstr (text, "\nNSpid:")) == NULL)
    return pid;

  end = line + 1 + strcspn (line + 1, "\n");
  while (end > line && g_ascii_isdigit (end[-1]))
    end--;

  return (gint32) g_ascii_strtoll (end, NULL, 10);
}

/* Returns: the number of the process that the thread is of; @tid if that is not known */
gint32
ful_record_process_get_leader (gint32 tid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/status", tid);
  g_autofree char *text = NULL;
  const char *line = NULL;

  if (g_file_get_contents (path, &text, NULL, NULL))
    line = strstr (text, "\nTgid:");

  return line ? (gint32) g_ascii_strtoll (line + strlen ("\nTgid:"), NULL, 10) : tid;
}

/**
 * ful_record_process_get_all_cpu:
 * @out_children_ns: (out) (optional): of its children that have ended, and of theirs, once it has asked for their status
 *
 * Returns: CPU time in ns of all threads of a process, also of those that have ended, in steps of some ms; 0: not known
 */
guint64
ful_record_process_get_all_cpu (gint32   pid,
                                guint64 *out_children_ns)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", pid);
  g_autofree char *text = NULL;
  guint64 tick_ns = 1000000000 / (guint64) sysconf (_SC_CLK_TCK);
  const char *rest;
  unsigned long user = 0, system = 0;
  long of_children[2] = { 0, 0 };

  /* A name may have any characters. */
  if (g_file_get_contents (path, &text, NULL, NULL) && (rest = strrchr (text, ')')) != NULL)
    sscanf (rest + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld", &user, &system, &of_children[0], &of_children[1]);
  if (out_children_ns)
    *out_children_ns = ((guint64) of_children[0] + (guint64) of_children[1]) * tick_ns;

  return ((guint64) user + system) * tick_ns;
}

/* @out_ns: (out): CPU time that the thread has used. Returns: whether the system says it */
gboolean
ful_record_process_get_cpu (gint32   pid,
                            gint32   tid,
                            guint64 *out_ns)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/task/%d/schedstat", pid, tid);
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  *out_ns = g_ascii_strtoull (text, NULL, 10);

  return *out_ns > 0;
}

/* Returns: ns; CPU time of children of the recorder that have ended, and of theirs */
guint64
ful_record_process_get_children_cpu (void)
{
  struct rusage usage;

  getrusage (RUSAGE_CHILDREN, &usage);

  return ((guint64) usage.ru_utime.tv_sec + (guint64) usage.ru_stime.tv_sec) * 1000000000 +
         ((guint64) usage.ru_utime.tv_usec + (guint64) usage.ru_stime.tv_usec) * 1000;
}
