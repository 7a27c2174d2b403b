/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What code a process has mapped when it begins: it may be gone before the recorder could look. Later maps the recorder
 * reads itself. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "fulgens-agent-maps.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAX_BYTES (1u << 20)    /* of /proc/self/maps */
#define MAX_RECORD 8192u        /* of lines */

static size_t
read_maps (char *to)
{
  int file = open ("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  size_t n = 0;
  ssize_t n_read;

  if (file < 0)
    return 0;
  while (n < MAX_BYTES && (n_read = read (file, to + n, MAX_BYTES - n)) > 0)
    n += (size_t) n_read;
  close (file);

  return n;
}

/* Moves the lines of code to the begin. Returns: their bytes */
static size_t
keep_code (char   *text,
           size_t  n)
{
  size_t kept = 0;

  for (size_t at = 0; at < n; )
    {
      const char *end = memchr (text + at, '\n', n - at);
      size_t n_line = end ? (size_t) (end - (text + at)) + 1 : n - at;
      const char *permissions = memchr (text + at, ' ', n_line);

      if (permissions && permissions + 3 < text + at + n_line && permissions[3] == 'x')
        {
          memmove (text + kept, text + at, n_line);
          kept += n_line;
        }
      at += n_line;
    }

  return kept;
}

static void
write_lines (FulgensRing *ring,
             const char  *text,
             uint32_t     n_text,
             int          is_first)
{
  uint32_t n = ((uint32_t) sizeof (FulgensRecord) + n_text + 7) & ~7u;
  FulgensRecord *record = fulgens_agent_ring_take (ring, n);

  if (record == NULL)
    return;
  memset (record, 0, sizeof *record);
  record->kind = FULGENS_RECORD_MAPS;
  record->flags = is_first ? 0 : FULGENS_RECORD_CONTINUES;
  record->tid = (int32_t) getpid ();
  record->parent = (int32_t) getppid ();
  record->time = fulgens_agent_now ();
  record->cpu_ns = fulgens_agent_clock (CLOCK_THREAD_CPUTIME_ID);
  record->n_data = n_text;
  memcpy (record + 1, text, n_text);
  fulgens_agent_ring_put (record, n);
}

/* Also in a child after fork(). */
void
fulgens_agent_write_maps (FulgensRing *ring)
{
  char *text = mmap (NULL, MAX_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  size_t n = text != MAP_FAILED ? keep_code (text, read_maps (text)) : 0;

  for (size_t at = 0; at < n; )
    {
      size_t n_piece = n - at;

      if (n_piece > MAX_RECORD)
        for (n_piece = MAX_RECORD; n_piece > 1 && text[at + n_piece - 1] != '\n'; n_piece--)
          ;
      write_lines (ring, text + at, (uint32_t) n_piece, at == 0);
      at += n_piece;
    }
  if (text != MAP_FAILED)
    munmap (text, MAX_BYTES);
}
