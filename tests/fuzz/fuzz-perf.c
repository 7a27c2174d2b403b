/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What programs tell perf about code that they make: 0: a perf map, 1: a jitdump, 2: code at a return address. Files are read
 * as they grow, cut at any place: the end is that of a whole one. */

#include "ful-fuzz.h"

#include "perf/ful-perf-jitdump.h"
#include "perf/ful-perf-names.h"
#include "unwind/ful-unwind-frame.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define N_ADDRESSES 64
#define STACK 0x7000
#define N_WORDS 16

/* Some addresses, of the bytes themselves and of a few lines of a map. */
static guint64
make_address (const uint8_t *data,
              size_t         size,
              guint          i)
{
  guint64 address = i;

  if (i >= N_ADDRESSES / 2 && size >= sizeof address)
    memcpy (&address, data + (i * 7) % (size - sizeof address + 1), sizeof address);

  return address;
}

static void
write_file (const char    *path,
            const char    *mode,
            const uint8_t *data,
            size_t         size)
{
  FILE *file = g_fopen (path, mode);

  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (data, 1, size, file), ==, size);
  fclose (file);
}

static char *
make_path (void)
{
  g_autofree char *name = g_strdup_printf ("jit-%d.dump", (int) getpid ());

  return g_build_filename (g_get_tmp_dir (), name, NULL);
}

G_GNUC_UNUSED static void
check_names (const uint8_t *data,
             size_t         size)
{
  g_autofree char *path = make_path ();
  size_t cut = size > 0 ? data[0] % (size + 1) : 0;
  g_autoptr(FulPerfNames) grown = ful_perf_names_new (path), whole = ful_perf_names_new (path);

  write_file (path, "wb", data, cut);
  ful_perf_names_read (grown, FALSE, NULL);
  write_file (path, "ab", data + cut, size - cut);
  ful_perf_names_read (grown, FALSE, NULL);
  ful_perf_names_read (grown, TRUE, NULL);
  ful_perf_names_read (whole, TRUE, NULL);
  for (guint i = 0; i < N_ADDRESSES; i++)
    {
      const char *name = ful_perf_names_find (whole, make_address (data, size, i));

      g_assert_cmpstr (name, ==, ful_perf_names_find (grown, make_address (data, size, i)));
      g_assert_true (name == NULL || g_utf8_validate (name, -1, NULL));
    }
  g_unlink (path);
}

G_GNUC_UNUSED static void
check_dump (const uint8_t *data,
            size_t         size)
{
  g_autofree char *path = make_path ();
  size_t cut = size > 0 ? data[size - 1] % (size + 1) : 0;
  g_autoptr(FulPerfJitdump) grown = ful_perf_jitdump_new (path), whole = ful_perf_jitdump_new (path);

  write_file (path, "wb", data, cut);
  ful_perf_jitdump_read (grown, G_MAXUINT64);
  write_file (path, "ab", data + cut, size - cut);
  ful_perf_jitdump_read (grown, G_MAXUINT64);
  ful_perf_jitdump_read (whole, G_MAXUINT64);
  for (guint i = 0; i < N_ADDRESSES; i++)
    {
      guint64 offset = 0, other_offset = 0, address = make_address (data, size, i);
      const FulPerfJitCode *code = ful_perf_jitdump_find (whole, address, &offset);
      const FulPerfJitCode *other = ful_perf_jitdump_find (grown, address, &other_offset);

      g_assert_cmpint (code == NULL, ==, other == NULL);
      if (code == NULL)
        continue;
      g_assert_cmpuint (offset, <, code->size);
      g_assert_cmpuint (offset, ==, other_offset);
      g_assert_cmpstr (code->name, ==, other->name);
      g_assert_true (g_utf8_validate (code->name, -1, NULL));
      g_assert_true (code->bytes == NULL || g_bytes_get_size (code->bytes) == code->size);
    }
  g_unlink (path);
}

/* The memory of the stack ends somewhere in what the code may take of it. */
G_GNUC_UNUSED static void
check_epilogue (const uint8_t *data,
                size_t         size)
{
  guint64 memory[N_WORDS], sp = 0, new_sp = 0;
  FulUnwindFrame frame = { .stack = (const guint8 *) memory, .n_stack = sizeof memory, .stack_at = STACK };
  FulUnwindRegisters before;
  g_autofree guint8 *code = g_memdup2 (data, size);

  for (guint i = 0; i < N_WORDS; i++)
    memory[i] = STACK + 8 * i;
  frame.registers.machine = &ful_unwind_x86_64;
  ful_unwind_registers_set (&frame.registers, 7, STACK + (size > 0 ? data[size - 1] : 0));
  before = frame.registers;
  if (!ful_unwind_frame_apply_epilogue (&frame, code, size))
    {
      g_assert_cmpmem (&frame.registers, sizeof before, &before, sizeof before);
      return;
    }
  /* A frame above the last one, within the memory. */
  g_assert_true (ful_unwind_registers_get (&before, 7, &sp) && ful_unwind_registers_get (&frame.registers, 7, &new_sp));
  g_assert_cmpuint (new_sp, >, sp);
  g_assert_cmpuint (new_sp, <=, STACK + sizeof memory);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
#if FUL_FUZZ_KIND == 0
  check_names (data, size);
#elif FUL_FUZZ_KIND == 1
  check_dump (data, size);
#else
  check_epilogue (data, size);
#endif

  return 0;
}
