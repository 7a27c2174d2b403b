/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Samples of perf.data → stacks of frames in libraries (formats.md 12). */

#include "config.h"

#include "ful-perf-stacks.h"

#include "base/ful-plain-file.h"
#include "import/common/ful-import-libs.h"
#include "perf/ful-perf-records.h"

#include <glib/gi18n-lib.h>

/* A copy ends where a page does that is not there. */
#define PAGE_BYTES 4096

/* Values in call chains from here on say where the next addresses are. */
#define FIRST_CONTEXT ((guint64) -4095)
#define CONTEXT_KERNEL ((guint64) -128)
#define CONTEXT_USER ((guint64) -512)

/* In place of a library in @locations. */
#define GENERATED (-2)

static gboolean
find_place_cb (guint64         address,
               FulUnwindPlace *out,
               gpointer        user_data)
{
  FulPerfStacks *self = user_data;
  const FulPerfMap *map = ful_perf_maps_find (self->maps, address);

  if (map == NULL)
    return FALSE;

  *out = (FulUnwindPlace) { FUL_NONE, address };
  if (map->lib != FUL_NONE && ful_perf_libs_get_elf_path (self->libs, map->lib))
    *out = (FulUnwindPlace) { map->lib, ful_perf_libs_get_address (self->libs, map->lib, address - map->start + map->offset) };

  return TRUE;
}

static int
open_file_cb (gint32   file,
              gpointer user_data)
{
  FulPerfStacks *self = user_data;
  FulPlainFileStatus status;

  return ful_plain_file_open (ful_perf_libs_get_elf_path (self->libs, file), TRUE, &status);
}

static gsize
read_code_cb (guint64  address,
              guint8  *to,
              gsize    n,
              gpointer user_data)
{
  FulPerfStacks *self = user_data;

  return self->code_funcs ? self->code_funcs->read_code (self->pid, address, to, n, self->code) : 0;
}

static const FulUnwindFuncs unwind_funcs = { find_place_cb, open_file_cb, read_code_cb };

void
ful_perf_stacks_init (FulPerfStacks   *self,
                      FulImportTables *tables,
                      FulPerfLibs     *libs,
                      FulPerfMaps     *kernel,
                      GCancellable    *cancellable)
{
  *self = (FulPerfStacks) {
    .tables = tables,
    .libs = libs,
    .kernel = kernel,
    .locations = ful_interner_new (4),
    .frames = g_array_new (FALSE, FALSE, sizeof (FulFrameIndex)),
    .stack = g_array_new (FALSE, FALSE, sizeof (FulFrameIndex)),
    .addresses = g_array_new (FALSE, FALSE, sizeof (guint64)),
  };
  ful_unwinder_init (&self->unwinder, &unwind_funcs, self, cancellable);
  ful_perf_jit_init (&self->jit, cancellable);
}

void
ful_perf_stacks_clear (FulPerfStacks *self)
{
  ful_unwinder_clear (&self->unwinder);
  ful_perf_jit_clear (&self->jit);
  ful_interner_free (self->locations);
  g_array_unref (self->frames);
  g_array_unref (self->stack);
  g_array_unref (self->addresses);
}

/* The tables are empty again: frames get new rows. */
void
ful_perf_stacks_forget (FulPerfStacks *self)
{
  ful_interner_free (self->locations);
  self->locations = ful_interner_new (4);
  g_array_set_size (self->frames, 0);
}

static FulFrameIndex
add_frame (FulPerfStacks *self,
           FulLibIndex    lib,
           guint64        address,
           gint32         category)
{
  FulImportFrame frame = FUL_IMPORT_FRAME (ful_import_lib_add_func (self->tables, lib, address), category);

  frame.lib = lib;
  if (lib != FUL_NONE)
    frame.address = ful_import_address (address);

  return ful_import_tables_frame (self->tables, &frame);
}

/* Code that a runtime has named; the file with the names stands for its library, as in the output of perf script. */
static FulFrameIndex
get_generated_frame (FulPerfStacks  *self,
                     FulStringIndex  name,
                     gint32          category)
{
  guint i = ful_interner_intern (self->locations, (gint32[]) { GENERATED, self->pid, name, category });

  if (i == self->frames->len)
    {
      g_autofree char *file = g_strdup_printf ("perf-%d.map", self->pid);
      FulImportFunc func = FUL_IMPORT_FUNC (name);
      FulImportFrame frame;
      FulFrameIndex row;

      func.resource = ful_import_tables_lib_resource (self->tables, ful_import_tables_string (self->tables, file, -1));
      frame = FUL_IMPORT_FRAME (ful_import_tables_func (self->tables, &func), category);
      row = ful_import_tables_frame (self->tables, &frame);
      g_array_append_val (self->frames, row);
    }

  return g_array_index (self->frames, FulFrameIndex, i);
}

static const char *
find_name (FulPerfStacks *self,
           guint64        ip)
{
  return self->code_funcs ? self->code_funcs->find_name (self->pid, ip, self->code) : ful_perf_jit_find (&self->jit, self->pid, ip);
}

/* @ip: for callers, within the call */
static FulFrameIndex
get_frame (FulPerfStacks *self,
           FulPerfMaps   *maps,
           guint64        ip,
           guint          mode)
{
  gboolean is_kernel = mode == FUL_PERF_MODE_KERNEL || (mode != FUL_PERF_MODE_USER && ip > G_MAXINT64);
  const FulPerfMap *map = ful_perf_maps_find (is_kernel ? self->kernel : maps, ip);
  gint32 category = is_kernel ? FUL_PERF_CATEGORY_KERNEL : self->stack->len == 0 ? self->leaf_category : FUL_PERF_CATEGORY_USER;
  FulLibIndex lib = map ? map->lib : FUL_NONE;
  guint64 address = lib == FUL_NONE ? ip : ful_perf_libs_get_address (self->libs, lib, ip - map->start + map->offset);
  const char *name = map && lib == FUL_NONE && !is_kernel ? find_name (self, ip) : NULL;
  guint i;

  if (name)
    return get_generated_frame (self, ful_import_tables_string (self->tables, name, -1), category);

  i = ful_interner_intern (self->locations, (gint32[]) { lib, (gint32) (address >> 32), (gint32) address, category });

  if (i == self->frames->len)
    {
      FulFrameIndex frame = add_frame (self, lib, address, category);

      g_array_append_val (self->frames, frame);
    }

  return g_array_index (self->frames, FulFrameIndex, i);
}

static void
push_frame (FulPerfStacks *self,
            FulPerfMaps   *maps,
            guint64        ip,
            guint          mode)
{
  /* A caller is where its call is, not where that returns to. */
  FulFrameIndex frame = get_frame (self, maps, self->stack->len > 0 && ip > 0 ? ip - 1 : ip, mode);

  g_array_append_val (self->stack, frame);
}

/* The calls that the machine has recorded: where the last one led to, and where all are from. */
static void
push_branches (FulPerfStacks *self,
               FulPerfMaps   *maps,
               FulPerfSample *sample)
{
  for (guint64 i = 0; i < sample->n_branches; i++)
    {
      guint64 from = ful_cursor_u64 (&sample->branches);
      guint64 to = ful_cursor_u64 (&sample->branches);
      FulFrameIndex frame;

      ful_cursor_skip (&sample->branches, 8);
      if (i == 0)
        {
          frame = get_frame (self, maps, to, FUL_PERF_MODE_USER);
          g_array_append_val (self->stack, frame);
        }
      frame = get_frame (self, maps, from, FUL_PERF_MODE_USER);
      g_array_append_val (self->stack, frame);
    }
}

/* The callers in the program, from the memory that was recorded instead of them. Returns: where they end */
static FulUnwindEnd
push_unwound (FulPerfStacks            *self,
              FulPerfMaps              *maps,
              const FulUnwindRegisters *registers,
              gconstpointer             memory,
              gsize                     n)
{
  FulUnwindEnd end;

  g_array_set_size (self->addresses, 0);
  end = ful_unwinder_run (&self->unwinder, registers, memory, n, self->addresses);
  self->is_truncated = end != FUL_UNWIND_WHOLE;
  for (guint i = 0; i < self->addresses->len; i++)
    {
      FulFrameIndex frame = get_frame (self, maps, g_array_index (self->addresses, guint64, i), FUL_PERF_MODE_USER);

      g_array_append_val (self->stack, frame);
    }

  return end;
}

/* Returns: whether there is something to unwind, and what does it */
static gboolean
can_unwind (FulPerfStacks       *self,
            const FulPerfSample *sample)
{
  return sample->registers_mask != 0 && !sample->stack.is_big_endian && ful_unwinder_can_run (&self->unwinder);
}

static void
push_user_stack (FulPerfStacks       *self,
                 FulPerfMaps         *maps,
                 const FulPerfSample *sample)
{
  FulUnwindRegisters registers;
  FulUnwindEnd end;

  if (!can_unwind (self, sample))
    {
      self->n_without_callers++;
      return;
    }
  if (!ful_unwind_registers_read (&registers, sample->registers_mask, sample->registers))
    return;

  end = push_unwound (self, maps, &registers, sample->stack.p, sample->stack.n);
  self->n_short += end == FUL_UNWIND_SHORT;
  self->n_cut += end == FUL_UNWIND_SHORT && self->n_copied > 0 && sample->stack.n + PAGE_BYTES > self->n_copied;
  self->n_lost += end == FUL_UNWIND_LOST;
}

/* Returns: the number of frames in the program */
static guint
push_chain (FulPerfStacks *self,
            FulPerfMaps   *maps,
            FulPerfSample *sample,
            guint          mode)
{
  guint n_user = 0;

  for (guint64 i = 0; i < sample->n_chain; i++)
    {
      guint64 ip = ful_cursor_u64 (&sample->chain);

      if (ip == CONTEXT_USER && sample->n_branches > 0)
        break;
      if (ip < FIRST_CONTEXT)
        {
          push_frame (self, maps, ip, mode);
          n_user += mode == FUL_PERF_MODE_USER;
        }
      else
        mode = ip == CONTEXT_KERNEL ? FUL_PERF_MODE_KERNEL : ip == CONTEXT_USER ? FUL_PERF_MODE_USER : 0;
    }

  return n_user;
}

static void
begin_stack (FulPerfStacks *self,
             gint32         pid,
             FulPerfMaps   *maps,
             gint32         leaf_category)
{
  self->pid = pid;
  self->maps = maps;
  self->leaf_category = leaf_category;
  self->is_truncated = FALSE;
  g_array_set_size (self->stack, 0);
}

static FulStackIndex
end_stack (FulPerfStacks *self)
{
  FulStackIndex stack = FUL_NONE;

  if (self->is_truncated && self->marks_truncated && self->stack->len > 0)
    {
      FulImportFunc func = FUL_IMPORT_FUNC (ful_import_tables_string (self->tables, "(truncated)", -1));
      FulImportFrame frame = FUL_IMPORT_FRAME (ful_import_tables_func (self->tables, &func), FUL_PERF_CATEGORY_USER);

      stack = ful_import_tables_stack (self->tables, stack, ful_import_tables_frame (self->tables, &frame));
    }
  for (guint i = self->stack->len; i-- > 0; )
    stack = ful_import_tables_stack (self->tables, stack, g_array_index (self->stack, FulFrameIndex, i));

  return stack;
}

/**
 * ful_perf_stacks_read:
 * @sample: a sample; what it has of its stack is gone through
 * @misc: of its record
 * @maps: of its process
 *
 * Returns: its stack: the call chain; of the program also recorded branches, or what memory says; at least where it ran
 */
FulStackIndex
ful_perf_stacks_read (FulPerfStacks *self,
                      FulPerfSample *sample,
                      guint16        misc,
                      FulPerfMaps   *maps)
{
  begin_stack (self, sample->pid, maps, FUL_PERF_CATEGORY_USER);
  self->has_frame_pointers |= push_chain (self, maps, sample, misc & FUL_PERF_MISC_MODE) > 1;
  push_branches (self, maps, sample);
  if (sample->has_user_stack)
    push_user_stack (self, maps, sample);
  if (self->stack->len == 0)
    push_frame (self, maps, sample->ip, misc & FUL_PERF_MISC_MODE);

  return end_stack (self);
}

/**
 * ful_perf_stacks_read_program:
 * @sample: a sample of an event in the kernel, such as a switch, without the call chain of that
 * @leaf_category: of its innermost frame
 *
 * Like ful_perf_stacks_read(), and does not count what is not whole.
 *
 * Returns: where the program is; %FUL_NONE if the sample does not say
 */
FulStackIndex
ful_perf_stacks_read_program (FulPerfStacks *self,
                              FulPerfSample *sample,
                              FulPerfMaps   *maps,
                              gint32         leaf_category)
{
  FulUnwindRegisters registers;

  begin_stack (self, sample->pid, maps, leaf_category);
  push_chain (self, maps, sample, FUL_PERF_MODE_USER);
  if (sample->has_user_stack && can_unwind (self, sample) &&
      ful_unwind_registers_read (&registers, sample->registers_mask, sample->registers))
    push_unwound (self, maps, &registers, sample->stack.p, sample->stack.n);

  return end_stack (self);
}

/**
 * ful_perf_stacks_unwind:
 * @pid: of a process; @maps likewise
 * @registers: of a thread, as far as they are known
 * @memory: from where its stack pointer is
 * @n: bytes of it
 * @leaf_category: of its innermost frame
 *
 * Returns: its stack; %FUL_NONE if it runs no code that is known
 */
FulStackIndex
ful_perf_stacks_unwind (FulPerfStacks            *self,
                        gint32                    pid,
                        FulPerfMaps              *maps,
                        const FulUnwindRegisters *registers,
                        gconstpointer             memory,
                        gsize                     n,
                        gint32                    leaf_category)
{
  begin_stack (self, pid, maps, leaf_category);
  if (ful_unwinder_can_run (&self->unwinder))
    push_unwound (self, maps, registers, memory, n);

  return end_stack (self);
}

/**
 * ful_perf_stacks_is_one_function:
 * @a: an address in @lib, of a frame; @b likewise
 *
 * Returns: whether both are known to be of one function: one row of its call frame information is for both
 */
gboolean
ful_perf_stacks_is_one_function (FulPerfStacks *self,
                                 FulLibIndex    lib,
                                 guint64        a,
                                 guint64        b)
{
  const FulUnwindFileRow *row;
  guint64 end;

  if (ful_perf_libs_get_elf_path (self->libs, lib) == NULL || !ful_unwinder_can_run (&self->unwinder))
    return FALSE;

  row = ful_unwind_rows_find (&self->unwinder.rows, lib, a);
  if (row == NULL || row->row.machine == 0)
    return FALSE;
  end = row->row.end;
  row = ful_unwind_rows_find (&self->unwinder.rows, lib, b);

  return row && row->row.machine != 0 && row->row.end == end;
}

/**
 * ful_perf_stacks_log:
 * @log: gets an entry for each reason why callers are missing
 */
void
ful_perf_stacks_log (FulPerfStacks *self,
                     FulImportLog  *log)
{
  /* Also in perf report: the caller of code without them is not in the chain. */
  if (self->has_frame_pointers)
    ful_import_log_add (log, FUL_SEVERITY_INFO, "perf.data", -1, -1,
                        _("callers were found by frame pointers: where a function has none, its caller is missing; "
                          "--call-graph dwarf records that one, too"));
  if (self->n_without_callers > 0)
    ful_import_log_add (log, FUL_SEVERITY_DATA_LOSS, "perf.data", -1, -1,
                        ngettext ("callers of %u sample are missing: they were recorded as memory of the stack "
                                  "(--call-graph dwarf), which could not be unwound",
                                  "callers of %u samples are missing: they were recorded as memory of the stack "
                                  "(--call-graph dwarf), which could not be unwound", self->n_without_callers),
                        self->n_without_callers);
  if (self->n_short > 0)
    ful_import_log_add (log, FUL_SEVERITY_DATA_LOSS, "perf.data", -1, -1,
                        ngettext ("callers of %u sample end where the recorded memory of its stack does; "
                                  "--call-graph dwarf,65528 records more",
                                  "callers of %u samples end where the recorded memory of their stack does; "
                                  "--call-graph dwarf,65528 records more", self->n_short),
                        self->n_short);
  if (self->n_lost > 0)
    ful_import_log_add (log, FUL_SEVERITY_DATA_LOSS, "perf.data", -1, -1,
                        ngettext ("callers of %u sample end in code whose library is not here, or says nothing about its "
                                  "frames",
                                  "callers of %u samples end in code whose library is not here, or says nothing about its "
                                  "frames", self->n_lost),
                        self->n_lost);
}
