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
#include <unistd.h>

/* Of the environment; a preloaded library that is named later is not seen. */
#define MAX_ENVIRONMENT (256u << 10)

static int
open_file (gint32      pid,
           const char *name)
{
  char path[64];

  snprintf (path, sizeof path, "/proc/%d/%s", pid, name);

  return open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
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

/* Returns: whether the environment that the program began with names the agent */
static gboolean
is_named (gint32 pid)
{
  g_autofree char *text = g_malloc (MAX_ENVIRONMENT + 1);
  int file = open_file (pid, "environ");
  gsize n = 0;
  gssize n_read;

  if (file < 0)
    return FALSE;
  while (n < MAX_ENVIRONMENT && (n_read = read (file, text + n, MAX_ENVIRONMENT - n)) > 0)
    n += (gsize) n_read;
  close (file);
  text[n] = '\0';
  for (gsize at = 0; at < n; at += strlen (text + at) + 1)
    if (strstr (text + at, FUL_RECORD_AGENT_FILE))
      return TRUE;

  return FALSE;
}

/**
 * ful_record_missing_find:
 * @maps: (nullable): what code it has, lines of /proc/PID/maps; %NULL: that cannot be read
 * @has_ring: whether an agent in it has written
 *
 * Returns: why no agent samples the process @pid; %FUL_RECORD_MISSING_NONE also if it has ended
 */
FulRecordMissing
ful_record_missing_find (gint32      pid,
                         const char *maps,
                         gboolean    has_ring)
{
  gboolean is_static;
  int file;

  if (maps == NULL || *maps == '\0')
    return is_refused (pid) ? FUL_RECORD_MISSING_RIGHTS : FUL_RECORD_MISSING_NONE;
  if (strstr (maps, FUL_RECORD_AGENT_FILE))
    return has_ring ? FUL_RECORD_MISSING_NONE : FUL_RECORD_MISSING_ROOM;

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
    [FUL_RECORD_MISSING_OTHER] = N_("the library was not loaded"),
  };

  return reasons[missing];
}
