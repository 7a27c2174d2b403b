/* SPDX-License-Identifier: GPL-3.0-or-later */

/* /proc → the processes of this user that a person may want to record: not ourselves, nor recorders, which have the names of what
 * they record in their command lines. A process that ends meanwhile is left out. */

#include "config.h"

#include "ful-live-processes.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define RECORDER "fulgens-record"

/* Of a command line; some have a whole class path. */
#define MAX_COMMAND_BYTES 4000

/* Returns: (transfer full) (nullable): the contents, with @n bytes */
static char *
read_file (gint32      pid,
           const char *name,
           gsize      *n)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/%s", pid, name);
  char *text = NULL;

  return g_file_get_contents (path, &text, n, NULL) ? text : NULL;
}

/* Returns: the number in the line "@key:" of @status, or 0 */
static guint
find_number (const char *status,
             const char *key)
{
  g_autofree char *begin = g_strdup_printf ("\n%s:", key);
  const char *found = strstr (status, begin);

  return found ? (guint) g_ascii_strtoull (found + strlen (begin), NULL, 10) : 0;
}

/* Returns: (transfer full) (nullable): NULL if it is gone, of the kernel, or has no memory any more */
static FulLiveProcess *
read_process (gint32 pid)
{
  gsize n_command = 0, n;
  g_autofree char *status = read_file (pid, "status", &n);
  g_autofree char *name = read_file (pid, "comm", &n);
  g_autofree char *command = read_file (pid, "cmdline", &n_command);
  FulLiveProcess *self;

  if (name && g_str_equal (g_strchomp (name), RECORDER))
    return NULL;
  if (status == NULL || name == NULL || command == NULL || n_command == 0 || strstr (status, "\nVmSize:") == NULL)
    return NULL;

  n_command = MIN (n_command, MAX_COMMAND_BYTES);
  for (gsize i = 0; i < n_command; i++)
    if (command[i] == '\0')
      command[i] = ' ';
  self = g_new (FulLiveProcess, 1);
  self->pid = pid;
  self->n_threads = find_number (status, "Threads");
  self->name = g_utf8_make_valid (name, -1);
  self->command = g_strchomp (g_utf8_make_valid (command, (gssize) n_command));

  return self;
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const FulLiveProcess *x = *(FulLiveProcess *const *) a, *y = *(FulLiveProcess *const *) b;
  int order = g_ascii_strcasecmp (x->name, y->name);

  return order != 0 ? order : (x->pid > y->pid) - (x->pid < y->pid);
}

static gboolean
is_own (gint32 pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d", pid);
  struct stat status;

  return stat (path, &status) == 0 && status.st_uid == geteuid ();
}

/**
 * ful_live_processes_list:
 * @error: there is no /proc, or cancelled
 *
 * Reads some files of each process: to be called in a thread.
 *
 * Returns: (transfer full) (element-type FulLiveProcess): the processes of this user by name, but this one and recorders
 */
GPtrArray *
ful_live_processes_list (GCancellable  *cancellable,
                         GError       **error)
{
  g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_live_process_free);
  g_autoptr(GDir) dir = g_dir_open ("/proc", 0, error);

  if (dir == NULL)
    return NULL;
  for (const char *name; (name = g_dir_read_name (dir)); )
    {
      guint64 pid;
      FulLiveProcess *process;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (!g_ascii_string_to_unsigned (name, 10, 1, G_MAXINT32, &pid, NULL) || (gint32) pid == getpid () || !is_own ((gint32) pid))
        continue;
      process = read_process ((gint32) pid);
      if (process)
        g_ptr_array_add (found, process);
    }
  g_ptr_array_sort (found, compare);

  return g_steal_pointer (&found);
}
