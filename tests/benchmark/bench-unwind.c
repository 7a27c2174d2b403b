/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Callers in copies of stacks of this program: as the recorder finds them, and as libdw walks the same copies. Both have
 * to find the same addresses. x86-64 alone. */

#include "bench-report.h"

#include "base/ful-types.h"
#include "perf/ful-perf-elf.h"
#include "perf/ful-perf-maps.h"
#include "unwind/ful-unwinder.h"

#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#define MAX_STACK 32768
#define N_STACKS 64
#define N_ROUNDS 200       /* of all copies, in a batch */
#define N_BATCHES 7        /* the shortest counts: others were disturbed */

typedef struct
{
  FulUnwindRegisters registers;
  guint8             memory[MAX_STACK];
  gsize              n;
} Copy;

typedef struct
{
  FulPerfMaps *maps;
  GPtrArray   *paths;
  GPtrArray   *elfs;     /* (nullable) FulPerfElf */
} Program;

static Copy *copies;
static guint n_copies;

static __attribute__((noinline)) void
capture (void)
{
  static const struct { guint8 of_context, of_dwarf; } numbers[] = {
    { REG_RAX, 0 }, { REG_RDX, 1 }, { REG_RCX, 2 }, { REG_RBX, 3 }, { REG_RSI, 4 }, { REG_RDI, 5 }, { REG_RBP, 6 },
    { REG_RSP, 7 }, { REG_R8, 8 }, { REG_R9, 9 }, { REG_R10, 10 }, { REG_R11, 11 }, { REG_R12, 12 }, { REG_R13, 13 },
    { REG_R14, 14 }, { REG_R15, 15 }, { REG_RIP, 16 },
  };
  Copy *copy = &copies[n_copies++];
  int memory = open ("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  ucontext_t context;
  ssize_t n;

  getcontext (&context);
  copy->registers = (FulUnwindRegisters) { .machine = &ful_unwind_x86_64 };
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    ful_unwind_registers_set (&copy->registers, numbers[i].of_dwarf,
                              (guint64) context.uc_mcontext.gregs[numbers[i].of_context]);
  n = pread (memory, copy->memory, MAX_STACK, (off_t) copy->registers.values[7]);
  g_assert_cmpint (n, >, 0);
  copy->n = (gsize) n;
  close (memory);
}

static int
compare_and_capture (const void *a,
                     const void *b)
{
  if (n_copies < N_STACKS && *(const char *) a == 'c')
    capture ();

  return *(const char *) a - *(const char *) b;
}

static __attribute__((noinline)) guint
recurse (guint depth)
{
  char letters[] = "abcabc";
  guint sum = 1;

  if (depth > 0)
    sum = recurse (depth - 1) + 1;
  else
    qsort (letters, strlen (letters), 1, compare_and_capture);

  return sum + (guint) letters[depth % 6];
}

static void
free_elf (gpointer elf)
{
  if (elf)
    ful_perf_elf_free (elf);
}

static void
read_maps (Program *self)
{
  g_autofree char *text = NULL;
  g_auto(GStrv) lines = NULL;

  *self = (Program) { ful_perf_maps_new (), g_ptr_array_new_with_free_func (g_free), g_ptr_array_new_with_free_func (free_elf) };
  g_assert_true (g_file_get_contents ("/proc/self/maps", &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    {
      const char *path = strchr (lines[i], '/');
      FulPerfMap map;

      if (path == NULL || sscanf (lines[i], "%lx-%lx r-xp %lx", &map.start, &map.end, &map.offset) != 3)
        continue;
      map.lib = (FulLibIndex) self->paths->len;
      g_ptr_array_add (self->paths, g_strdup (path));
      g_ptr_array_add (self->elfs, ful_perf_elf_read (path));
      ful_perf_maps_add (self->maps, &map);
    }
}

static gboolean
find_place_cb (guint64         address,
               FulUnwindPlace *out,
               gpointer        user_data)
{
  Program *self = user_data;
  const FulPerfMap *map = ful_perf_maps_find (self->maps, address);
  const FulPerfElf *elf = map ? self->elfs->pdata[map->lib] : NULL;
  guint64 offset = map ? address - map->start + map->offset : 0;

  *out = (FulUnwindPlace) { FUL_NONE, address };
  for (guint i = 0; elf && i < elf->segments->len; i++)
    {
      const FulPerfSegment *segment = &g_array_index (elf->segments, FulPerfSegment, i);

      if (offset >= segment->offset && offset - segment->offset < segment->size)
        *out = (FulUnwindPlace) { map->lib, offset - segment->offset + segment->address };
    }

  return map != NULL;
}

static int
open_file_cb (gint32   file,
              gpointer user_data)
{
  return open (((Program *) user_data)->paths->pdata[file], O_RDONLY | O_CLOEXEC);
}

static const FulUnwindFuncs funcs = { find_place_cb, open_file_cb, NULL };

/* libdw. */
static pid_t
next_thread_cb (Dwfl  *dwfl G_GNUC_UNUSED,
                void  *argument,
                void **out_argument)
{
  if (*out_argument)
    return 0;
  *out_argument = argument;

  return getpid ();
}

static bool
read_memory_cb (Dwfl       *dwfl G_GNUC_UNUSED,
                Dwarf_Addr  address,
                Dwarf_Word *out,
                void       *argument)
{
  const Copy *copy = *(Copy **) argument;
  guint64 offset = address - copy->registers.values[7];

  if (address < copy->registers.values[7] || offset + sizeof *out > copy->n)
    return false;
  memcpy (out, copy->memory + offset, sizeof *out);

  return true;
}

static bool
set_registers_cb (Dwfl_Thread *thread,
                  void        *argument)
{
  const Copy *copy = *(Copy **) argument;

  return dwfl_thread_state_registers (thread, 0, 17, copy->registers.values);
}

static const Dwfl_Thread_Callbacks thread_callbacks = {
  .next_thread = next_thread_cb, .memory_read = read_memory_cb, .set_initial_registers = set_registers_cb,
};

static int
frame_cb (Dwfl_Frame *frame,
          void       *addresses)
{
  Dwarf_Addr pc;
  bool is_exact;

  if (!dwfl_frame_pc (frame, &pc, &is_exact))
    return DWARF_CB_ABORT;
  pc -= is_exact ? 0 : 1;
  if (pc != G_MAXUINT64)
    g_array_append_val ((GArray *) addresses, pc);

  return DWARF_CB_OK;
}

static Dwfl *
begin_dwfl (Copy **current)
{
  static const Dwfl_Callbacks callbacks = { .find_elf = dwfl_linux_proc_find_elf, .find_debuginfo = dwfl_standard_find_debuginfo };
  Dwfl *dwfl = dwfl_begin (&callbacks);

  dwfl_report_begin (dwfl);
  g_assert_cmpint (dwfl_linux_proc_report (dwfl, getpid ()), ==, 0);
  dwfl_report_end (dwfl, NULL, NULL);
  g_assert_true (dwfl_attach_state (dwfl, NULL, getpid (), &thread_callbacks, current));

  return dwfl;
}

/* Returns: µs a stack */
static double
measure_own (FulUnwinder *unwinder,
             GArray      *addresses)
{
  double start = bench_cpu_ms ();

  for (guint k = 0; k < N_ROUNDS; k++)
    for (guint i = 0; i < n_copies; i++)
      {
        g_array_set_size (addresses, 0);
        ful_unwinder_run (unwinder, &copies[i].registers, copies[i].memory, copies[i].n, addresses);
      }

  return (bench_cpu_ms () - start) * 1000 / N_ROUNDS / n_copies;
}

static double
measure_other (Dwfl    *dwfl,
               Copy   **current,
               GArray  *addresses)
{
  double start = bench_cpu_ms ();

  for (guint k = 0; k < N_ROUNDS / 10; k++)
    for (guint i = 0; i < n_copies; i++)
      {
        *current = &copies[i];
        g_array_set_size (addresses, 0);
        dwfl_getthread_frames (dwfl, getpid (), frame_cb, addresses);
      }

  return (bench_cpu_ms () - start) * 1000 / (N_ROUNDS / 10) / n_copies;
}

int
main (void)
{
  g_autoptr(GArray) own = g_array_new (FALSE, FALSE, sizeof (guint64)), other = g_array_new (FALSE, FALSE, sizeof (guint64));
  FulUnwinder unwinder;
  Copy *current = NULL;
  Program program;
  double own_us, other_us;
  guint n_frames = 0;
  Dwfl *dwfl;

  copies = g_new0 (Copy, N_STACKS + 1);
  for (guint depth = 1; n_copies < N_STACKS; depth = depth % 20 + 1)
    recurse (depth);

  read_maps (&program);
  ful_unwinder_init (&unwinder, &funcs, &program, NULL);
  dwfl = begin_dwfl (&current);
  if (!ful_unwinder_can_run (&unwinder))
    return 77;

  /* Files are read. */
  for (guint i = 0; i < n_copies; i++)
    {
      FulUnwindEnd end;

      current = &copies[i];
      g_array_set_size (own, 0);
      g_array_set_size (other, 0);
      end = ful_unwinder_run (&unwinder, &current->registers, current->memory, current->n, own);
      dwfl_getthread_frames (dwfl, getpid (), frame_cb, other);
      g_assert_cmpint (end, ==, FUL_UNWIND_WHOLE);
      g_assert_cmpmem (own->data, own->len * sizeof (guint64), other->data, other->len * sizeof (guint64));
      n_frames += own->len;
    }

  own_us = other_us = G_MAXDOUBLE;
  for (guint batch = 0; batch < N_BATCHES; batch++)
    {
      own_us = MIN (own_us, measure_own (&unwinder, own));
      other_us = MIN (other_us, measure_other (dwfl, &current, other));
    }

  g_print ("%u frames a stack; libdw %.2f us a stack\n", n_frames / n_copies, other_us);
  bench_report ("unwind a stack", own_us, "us", "64 copies of this program", 0);
  bench_report ("unwind, of libdw's time", own_us / other_us, "", "the same", 0.1);
  dwfl_end (dwfl);
  ful_unwinder_clear (&unwinder);
  ful_perf_maps_unref (program.maps);
  g_ptr_array_unref (program.paths);
  g_ptr_array_unref (program.elfs);
  g_free (copies);

  return own_us <= 0.1 * other_us ? 0 : 1;
}
