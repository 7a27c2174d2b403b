/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What records would have said of a process that runs already: from /proc. */

#include "config.h"

#include "ful-record-attach.h"

#include "base/ful-plain-file.h"
#include "symbolizer/ful-elf-id.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* Returns: (transfer full) (nullable): the build id of a file */
static GBytes *
read_build_id (const char *path)
{
  struct stat status;
  int file = ful_plain_file_open (path, 0, &status);
  GBytes *build_id = NULL;

  if (file < 0)
    return NULL;
  if (!ful_elf_id_read (file, &build_id))
    build_id = NULL;
  close (file);

  return build_id;
}

/**
 * ful_record_read_process:
 * @processes: gets the maps of code of @pid
 * @get_lib: as #FulPerfProcessFuncs
 */
void
ful_record_read_process (FulPerfProcesses *processes,
                         gint32            pid,
                         FulLibIndex     (*get_lib) (const char   *path,
                                                     const guint8 *build_id,
                                                     gsize         n,
                                                     gpointer      user_data),
                         gpointer          user_data)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/maps", pid);
  g_autofree char *text = read_file (path);
  g_auto(GStrv) lines = text ? g_strsplit (text, "\n", -1) : NULL;

  for (guint i = 0; lines && lines[i]; i++)
    {
      g_autoptr(GBytes) build_id = NULL;
      FulPerfMap map = { 0 };
      const guint8 *id;
      gsize n_id = 0;
      char permissions[5];
      int place = 0;

      if (sscanf (lines[i], "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %*s %*s %n", &map.start, &map.end, permissions, &map.offset,
                  &place) < 4 || permissions[2] != 'x')
        continue;
      build_id = lines[i][place] == '/' ? read_build_id (lines[i] + place) : NULL;
      id = build_id ? g_bytes_get_data (build_id, &n_id) : NULL;
      map.lib = get_lib (lines[i] + place, id, n_id, user_data);
      ful_perf_processes_add_map (processes, pid, &map);
    }
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
