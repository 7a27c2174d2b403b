/* SPDX-License-Identifier: GPL-3.0-or-later */

/* An ELF file, as fulgens-symbolizer reads it: symbols, frames, instructions and how to unwind. The results can be sent to
 * the parent. */

#define _GNU_SOURCE   /* memfd_create () */

#include "ful-fuzz.h"

#include "ful-elf-file.h"
#include "ful-elf-symbols.h"
#include "ful-unwind-file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

static int
open_none (FulSymbolMessage  message,
           const char       *name,
           const char       *build_id,
           guint32           crc)
{
  return -1;
}

static void
check (FulSymbolResults *results)
{
  g_autoptr(FulSymbolResults) owned = results;
  g_autoptr(GError) error = NULL;
  g_autoptr(FulSymbolResults) read = results ? ful_symbol_results_new_from_bytes (results->bytes, &error) : NULL;

  g_assert_no_error (error);
}

/* @file: (transfer full) */
static void
unwind (int            file,
        const guint64 *addresses,
        guint          n)
{
  g_autoptr(FulUnwindFile) unwinding = ful_unwind_file_open (file);
  FulUnwindOp ops[FUL_UNWIND_MAX_OPS];
  FulUnwindRow row;

  for (guint i = 0; i < n; i++)
    {
      ful_unwind_file_find (unwinding, addresses[i], &row, ops);
      g_assert_cmpuint (row.n_ops, <=, FUL_UNWIND_MAX_OPS);
      g_assert_true (row.start <= addresses[i] && (row.machine == 0 || addresses[i] < row.end));
    }
}

static char *
dup_id (int file)
{
  Elf *elf = elf_begin (file, ELF_C_READ_MMAP, NULL);
  char *id = elf && elf_kind (elf) == ELF_K_ELF ? ful_elf_dup_breakpad_id (elf) : g_strdup ("");

  if (elf)
    elf_end (elf);

  return id;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  int file = memfd_create ("elf", MFD_CLOEXEC);
  g_autofree char *id = NULL;
  g_autoptr(FulElfFile) elf = NULL;
  FulSymbolRefusal refusal;
  guint64 addresses[128];

  elf_version (EV_CURRENT);
  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    addresses[i] = i < 120 ? i * 2 : G_MAXUINT64 - (127 - i) * 8;
  if (file < 0 || write (file, data, size) != (ssize_t) size)
    g_error ("memfd");

  unwind (dup (file), addresses, G_N_ELEMENTS (addresses));
  id = dup_id (file);
  elf = ful_elf_file_open (file, id, open_none, &refusal);
  if (elf == NULL)
    return 0;
  check (ful_elf_file_name (elf, addresses, G_N_ELEMENTS (addresses), &refusal));
  check (ful_elf_file_disassemble (elf, (guint64[]) { 0, 200 }, FUL_SYMBOL_CODE, &refusal));
  check (ful_elf_file_disassemble (elf, (guint64[]) { 40, 41 }, FUL_SYMBOL_FUNCTION, &refusal));

  return 0;
}
