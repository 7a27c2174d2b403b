/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Processes without an agent (record.md 8): why the dynamic linker has loaded none, or it does not sample. */

#include "config.h"

#include "ful-record-agent-missing.h"

#include "ful-record-preload.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

/* Of the environment; a preloaded library that is named later is not seen. */
#define MAX_ENVIRONMENT (256u << 10)
#define MAX_AUXILIARY 64
#define MAX_STATUS 1024

/* Of the numbers after the name in /proc/PID/stat, that of where the environment ends. */
#define ENVIRONMENT_END 48

static int
open_file (gint32      pid,
           const char *name)
{
  char path[64];

  snprintf (path, sizeof path, "/proc/%d/%s", pid, name);

  return open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

/* Returns: bytes of a file of /proc that were read, at most @n_max */
static gsize
read_file (gint32      pid,
           const char *name,
           char       *to,
           gsize       n_max)
{
  int file = open_file (pid, name);
  gsize n = 0;
  gssize n_read;

  if (file < 0)
    return 0;
  while (n < n_max && (n_read = read (file, to + n, n_max - n)) > 0)
    n += (gsize) n_read;
  close (file);

  return n;
}

/* Returns: whether its memory is none of our business, as that of a program with rights of its own */
static gboolean
is_refused (gint32 pid)
{
  int file = open_file (pid, "maps");

  if (file >= 0)
    close (file);

  return file < 0 && (errno == EACCES || errno == EPERM);
}

/* Returns: (transfer full) (nullable): value of a variable of the environment that the program began with */
static char *
dup_variable (gint32      pid,
              const char *name)
{
  g_autofree char *text = g_malloc (MAX_ENVIRONMENT + 1);
  gsize n = read_file (pid, "environ", text, MAX_ENVIRONMENT), n_name = strlen (name);

  text[n] = '\0';
  for (gsize at = 0; at < n; at += strlen (text + at) + 1)
    if (strncmp (text + at, name, n_name) == 0 && text[at + n_name] == '=')
      return g_strdup (text + at + n_name + 1);

  return NULL;
}

/* Returns: whether the environment that the program began with names the agent */
static gboolean
is_named (gint32 pid)
{
  g_autofree char *preload = dup_variable (pid, "LD_PRELOAD");

  return preload && strstr (preload, FUL_RECORD_AGENT_FILE);
}

/* Returns: what the agent in it says of its program, see fulgens-agent-ring.c; 0 if that cannot be known */
static guint64
get_image (gint32 pid)
{
  guint64 image = 0;
  gulong entries[2 * MAX_AUXILIARY];
  gsize n = read_file (pid, "auxv", (char *) entries, sizeof entries) / sizeof *entries;

  for (gsize i = 0; i + 1 < n; i += 2)
    if (entries[i] == AT_RANDOM || entries[i] == AT_SYSINFO_EHDR)
      image ^= entries[i + 1];

  return image;
}

/* Returns: whether the process has the rights of another user than this one; root may do what it wants */
static gboolean
is_of_other (gint32 pid)
{
  char text[MAX_STATUS + 1];
  guint effective;
  const char *line;

  text[read_file (pid, "status", text, MAX_STATUS)] = '\0';
  line = strstr (text, "\nUid:");

  return line && sscanf (line, "\nUid: %*u %u", &effective) == 1 && effective != 0 && effective != geteuid ();
}

/* Why an agent that was loaded has no ring. */
static FulRecordMissing
find_ringless (gint32                       pid,
               const FulRecordMissingFacts *facts)
{
  g_autofree char *folder = dup_variable (pid, "FULGENS_MARKERS");

  if (folder == NULL)
    return FUL_RECORD_MISSING_ENVIRONMENT;
  if (strcmp (folder, facts->folder) != 0)
    return FUL_RECORD_MISSING_RECORDER;
  if (is_of_other (pid))
    return FUL_RECORD_MISSING_ACCESS;

  return facts->has_room ? FUL_RECORD_MISSING_CLONE : FUL_RECORD_MISSING_ROOM;
}

/**
 * ful_record_missing_is_starting:
 *
 * Returns: whether the kernel has not yet given the program in the process @pid an environment, as while it executes another
 * one; also if it has ended, or its memory is none of our business
 */
gboolean
ful_record_missing_is_starting (gint32 pid)
{
  char text[MAX_STATUS + 1];
  const char *at;

  text[read_file (pid, "stat", text, MAX_STATUS)] = '\0';
  at = strrchr (text, ')');
  for (guint i = 0; at && i <= ENVIRONMENT_END; i++)
    at = strchr (at + 1, ' ');

  return at == NULL || g_ascii_strtoull (at, NULL, 10) == 0;
}

/**
 * ful_record_missing_find:
 * @maps: (nullable): what code it has, lines of /proc/PID/maps; %NULL: that cannot be read
 * @facts: what is known of agents
 *
 * Returns: why no agent samples the process @pid; %FUL_RECORD_MISSING_NONE also if it has ended
 */
FulRecordMissing
ful_record_missing_find (gint32                       pid,
                         const char                  *maps,
                         const FulRecordMissingFacts *facts)
{
  guint64 image;
  gboolean is_static;
  int file;

  if (maps == NULL || *maps == '\0')
    return is_refused (pid) ? FUL_RECORD_MISSING_RIGHTS : FUL_RECORD_MISSING_NONE;
  if (strstr (maps, FUL_RECORD_AGENT_FILE))
    {
      image = facts->image != 0 ? get_image (pid) : 0;

      return facts->image != 0 && (image == 0 || image == facts->image) ? FUL_RECORD_MISSING_NONE : find_ringless (pid, facts);
    }

  file = open_file (pid, "exe");
  if (file < 0)
    return FUL_RECORD_MISSING_NONE;
  is_static = ful_record_preload_is_static (file);
  close (file);

  return is_static ? FUL_RECORD_MISSING_STATIC : is_named (pid) ? FUL_RECORD_MISSING_OTHER : FUL_RECORD_MISSING_ENVIRONMENT;
}

/* Returns: (transfer none): to be translated; a part of a sentence */
const char *
ful_record_missing_get_reason (FulRecordMissing missing)
{
  static const char *const reasons[FUL_RECORD_N_MISSING] = {
    [FUL_RECORD_MISSING_STATIC] = N_("linked statically"),
    [FUL_RECORD_MISSING_RIGHTS] = N_("with rights of its own"),
    [FUL_RECORD_MISSING_ENVIRONMENT] = N_("its environment was cleared"),
    [FUL_RECORD_MISSING_ROOM] = N_("no room for samples in the folder of temporary files"),
    [FUL_RECORD_MISSING_ACCESS] = N_("as another user, who may not write samples"),
    [FUL_RECORD_MISSING_RECORDER] = N_("sampled by another recorder"),
    [FUL_RECORD_MISSING_CLONE] = N_("made without fork(), or it does not reach the folder of samples"),
    [FUL_RECORD_MISSING_SIGNALS] = N_("the signals of its timers do not arrive"),
    [FUL_RECORD_MISSING_OTHER] = N_("the library was not loaded"),
    [FUL_RECORD_MISSING_EARLY] = N_("it had ended before the library began, as where libraries are missing"),
  };

  return reasons[missing];
}
