/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Processes in containers, as /proc shows them. */

#include "config.h"

#include "ful-record-process.h"

#include <string.h>
#include <sys/stat.h>

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
