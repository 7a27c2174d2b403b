/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The stack of a thread that is blocked, without stopping it: /proc/PID/task/TID/syscall and process_vm_readv().
 * Costs some 20 µs. */

#define _GNU_SOURCE   /* process_vm_readv() */
#include "config.h"

#include "ful-record-blocked.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define PAGE_BYTES 4096u

/* A number, eight of 18 digits, and spaces. */
#define LINE_BYTES 256

#define MAX_PIECES 32

/* A thread that sleeps often and shortly may run at the first one. */
#define MAX_TRIES 3

/* Returns: a file, or -1 */
static int
open_line (gint32 pid,
           gint32 tid)
{
  char path[64];

  snprintf (path, sizeof path, "/proc/%d/task/%d/syscall", pid, tid);

  return open (path, O_RDONLY | O_CLOEXEC);
}

/* At offset 0, so that the kernel writes the line again. Returns: whether there is a line, without its line feed */
static gboolean
read_line (int   file,
           char *line)
{
  gssize n = pread (file, line, LINE_BYTES - 1, 0);

  line[MAX (n, 0)] = '\0';
  line[strcspn (line, "\n")] = '\0';

  return n > 0;
}

/* The last two numbers of a line are the stack pointer and the address that runs. Returns: whether there are two */
static gboolean
parse_line (const char         *line,
            FulUnwindRegisters *out)
{
  const char *pc = strrchr (line, ' ');
  const char *sp = pc;

  while (sp && sp > line && sp[-1] != ' ')
    sp--;
  if (sp == NULL || sp == line)
    return FALSE;

#if defined (__aarch64__)
  *out = (FulUnwindRegisters) { .machine = &ful_unwind_aarch64 };
#else
  *out = (FulUnwindRegisters) { .machine = &ful_unwind_x86_64 };
#endif
  ful_unwind_registers_set (out, out->machine->sp, strtoull (sp, NULL, 16));
  ful_unwind_registers_set (out, out->machine->pc, strtoull (pc, NULL, 16));

  return TRUE;
}

/* Reads up to the first page that is not there. */
static void
read_memory (gint32    pid,
             guint64   address,
             gsize     n,
             FulBytes *out)
{
  struct iovec pieces[MAX_PIECES], here;
  guint n_pieces = 0;
  gssize n_read;

  for (gsize done = 0; done < n && n_pieces < MAX_PIECES; n_pieces++)
    {
      gsize n_piece = MIN (PAGE_BYTES - (address + done) % PAGE_BYTES, n - done);

      pieces[n_pieces] = (struct iovec) { (void *) (guintptr) (address + done), n_piece };
      done += n_piece;
    }
  out->n = 0;
  ful_bytes_reserve (out, n);
  here = (struct iovec) { out->data, n };
  n_read = process_vm_readv (pid, &here, 1, pieces, n_pieces, 0);
  out->n = (gsize) MAX (n_read, 0);
}

/**
 * ful_record_blocked_is_running:
 *
 * Returns: whether the thread runs, or waits for a CPU alone; %FALSE also where that cannot be read
 */
gboolean
ful_record_blocked_is_running (gint32 pid,
                               gint32 tid)
{
  char line[LINE_BYTES];
  int file = open_line (pid, tid);
  gboolean is_running = file >= 0 && read_line (file, line) && g_str_equal (line, "running");

  if (file >= 0)
    close (file);

  return is_running;
}

/**
 * ful_record_blocked_read:
 * @n_stack: bytes of the stack that are wanted
 * @out_registers: (out): the stack pointer and the address that runs
 * @out_memory: gets the stack from there on
 *
 * Returns: whether the thread is blocked, was at the same place before and after its memory was read, and that is
 *   permitted
 */
gboolean
ful_record_blocked_read (gint32              pid,
                         gint32              tid,
                         gsize               n_stack,
                         FulUnwindRegisters *out_registers,
                         FulBytes           *out_memory)
{
  char before[LINE_BYTES], after[LINE_BYTES];
  int file = open_line (pid, tid);
  gboolean is_still = FALSE;

  if (file < 0)
    return FALSE;

  for (guint i = 0; i < MAX_TRIES && !is_still; i++)
    {
      is_still = read_line (file, before) && parse_line (before, out_registers);
      if (is_still)
        read_memory (pid, out_registers->values[out_registers->machine->sp], n_stack, out_memory);
      is_still = is_still && read_line (file, after) && g_str_equal (before, after);
    }
  close (file);

  return is_still;
}

/**
 * ful_record_blocked_touch:
 * @n: bytes
 *
 * Reads memory for nothing. Pages that the program has not used yet, such as those of a large array, are there then, and the kernel
 * copies what is above them, too.
 */
void
ful_record_blocked_touch (gint32  pid,
                          guint64 address,
                          gsize   n)
{
  FulBytes memory = { 0 };

  read_memory (pid, address, n, &memory);
  ful_bytes_clear (&memory);
}
