/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The kernel that runs as a library: its addresses count from _text, as in perf.data, and its build id lets the names be found
 * (symbols.md 7.2). */

#include "config.h"

#include "ful-record-kernel.h"

#include "base/ful-cursor.h"
#include "base/ful-types.h"
#include "perf/ful-perf-maps.h"
#include "perf/ful-perf-records.h"

#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NOTES "/sys/kernel/notes"
#define SYMBOLS "/proc/kallsyms"

/* Where its code ends at last: there are no other addresses of code before modules begin. The kernel makes each line of the
 * list when it is read, and the symbol of the end, near the last one, costs more than a short recording. */
#ifdef __x86_64__
# define MAX_SIZE (G_GUINT64_CONSTANT (256) << 20)
# define MODULES G_GUINT64_CONSTANT (0xffffffffc0000000)
#endif

/* Returns: whether the kernel shows where its code is */
static gboolean
find_code (guint64 *out_start,
           guint64 *out_end)
{
  FILE *file = fopen (SYMBOLS, "re");
  char line[512];

  *out_start = *out_end = 0;
  while (file && *out_end == 0 && fgets (line, sizeof line, file))
    {
      const char *name = strlen (line) > 19 ? line + 19 : "";   /* 16 digits, a letter, spaces */
      guint64 address = g_ascii_strtoull (line, NULL, 16);

      if (g_str_equal (name, "_text\n"))
        {
          if (address == 0)
            break;   /* not to this user */
          *out_start = address;
#ifdef MODULES
          *out_end = MIN (address + MAX_SIZE, MODULES);
#endif
        }
      else if (g_str_equal (name, "_etext\n"))
        *out_end = address;
    }
  if (file)
    fclose (file);

  return *out_start != 0 && *out_end > *out_start;
}

static void
set_build_id (FulPerfLibs *libs)
{
  g_autofree char *notes = NULL;
  FulCursor at = { NULL };

  if (!g_file_get_contents (NOTES, &notes, &at.n, NULL))
    return;

  at.p = (const guint8 *) notes;
  while (at.n > 0 && !at.failed)
    {
      guint32 n_name = ful_cursor_u32 (&at), n = ful_cursor_u32 (&at), type = ful_cursor_u32 (&at);
      const guint8 *name = ful_cursor_skip (&at, (n_name + 3) & ~3u);
      const guint8 *id = ful_cursor_skip (&at, (n + 3) & ~3u);

      if (name && id && type == NT_GNU_BUILD_ID && n_name == 4 && memcmp (name, ELF_NOTE_GNU, 4) == 0)
        {
          ful_perf_libs_set_build_id (libs, FUL_PERF_KERNEL, id, n);
          return;
        }
    }
}

/**
 * ful_record_add_kernel:
 * @processes: whose kernel gets the map
 *
 * Does nothing where the kernel does not show its addresses.
 */
void
ful_record_add_kernel (FulPerfProcesses *processes,
                       FulPerfLibs      *libs)
{
  FulPerfMap map = { 0 };

  if (!find_code (&map.start, &map.end))
    return;

  set_build_id (libs);
  map.lib = ful_perf_libs_get (libs, FUL_PERF_KERNEL);
  ful_perf_processes_add_map (processes, -1, &map);
}
