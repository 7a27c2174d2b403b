/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What records would have said of a process that runs already: from /proc. */

#include "config.h"

#include "ful-record-attach.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Lines of /proc/PID/maps; as many as a process may have. */
#define MAX_BYTES (16u << 20)

static char *
read_file (const char *path)
{
  FILE *file = fopen (path, "re");
  GString *text;
  char piece[4096];
  gsize n;

  if (file == NULL)
    return NULL;

  text = g_string_new (NULL);
  while (text->len < MAX_BYTES && (n = fread (piece, 1, sizeof piece, file)) > 0)
    g_string_append_len (text, piece, (gssize) n);
  fclose (file);

  return g_string_free (text, FALSE);
}

/* Returns: (transfer full) (nullable): the lines of /proc/PID/maps */
char *
ful_record_dup_maps (gint32 pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/maps", pid);

  return read_file (path);
}

/**
 * ful_record_read_maps:
 * @processes: gets the maps of code of @pid
 * @text: lines of /proc/PID/maps
 * @get_lib: row of the file of a map, or %FUL_NONE
 */
void
ful_record_read_maps (FulPerfProcesses *processes,
                      gint32            pid,
                      const char       *text,
                      FulLibIndex     (*get_lib) (gint32            pid,
                                                  const FulPerfMap *map,
                                                  const char       *path,
                                                  gpointer          user_data),
                      gpointer          user_data)
{
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i]; i++)
    {
      FulPerfMap map = { 0 };
      char permissions[5];
      int place = 0;

      if (sscanf (lines[i], "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %*s %*s %n", &map.start, &map.end, permissions, &map.offset,
                  &place) < 4 || permissions[2] != 'x')
        continue;
      map.lib = get_lib (pid, &map, lines[i] + place, user_data);
      ful_perf_processes_add_map (processes, pid, &map);
    }
}

/* The same of a process that runs. */
void
ful_record_read_process (FulPerfProcesses *processes,
                         gint32            pid,
                         FulLibIndex     (*get_lib) (gint32            pid,
                                                     const FulPerfMap *map,
                                                     const char       *path,
                                                     gpointer          user_data),
                         gpointer          user_data)
{
  g_autofree char *text = ful_record_dup_maps (pid);

  if (text)
    ful_record_read_maps (processes, pid, text, get_lib, user_data);
}

/* The name of a thread that runs. */
void
ful_record_read_name (FulPerfThread *thread)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/task/%d/comm", thread->process->pid, thread->tid);
  g_autofree char *name = read_file (path);

  if (name)
    ful_perf_thread_set_name (thread, g_strchomp (name));
}
