/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Callers from the memory of a stack: this program records itself, and asks the compiler's library who called. */

#include "ful-test-files.h"
#include "ful-test-perf.h"

#include "symbolizer/ful-symbolizer.h"
#include "model/ful-import-log.h"
#include "model/ful-profile.h"
#include "perf/ful-perf-records.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#define USER 2
#define IN_KERNEL ((guint64) -128)
#define SAMPLE_FIELDS (1 | 2 | 4 | 1 << 5 | 1 << 12 | 1 << 13)   /* ip, thread, time, chain, registers, memory */
#define X86_REGISTERS 0xff01ff
#define MAX_STACK 60000
#define MAX_CALLERS 100

/* A recording in a pipe; all fields of samples are of the kernel's numbers. */
static FulTestPerf
begin_pipe (guint64 registers_mask)
{
  FulTestPerf self = { g_byte_array_new (), FALSE };

  ful_test_perf_put (&self, "PERFILE2", 8);
  ful_test_perf_put_u64 (&self, 16);
  ful_test_perf_begin (&self, FUL_PERF_RECORD_ATTR, 0);
  ful_test_perf_put_u32 (&self, 1);
  ful_test_perf_put_u32 (&self, 96);
  ful_test_perf_put_u64 (&self, 0);
  ful_test_perf_put_u64 (&self, 500);
  ful_test_perf_put_u64 (&self, SAMPLE_FIELDS);
  ful_test_perf_put_u64 (&self, 0);
  ful_test_perf_put_u64 (&self, G_GUINT64_CONSTANT (1) << 10);
  for (guint i = 0; i < 4; i++)
    ful_test_perf_put_u64 (&self, 0);
  ful_test_perf_put_u64 (&self, registers_mask);
  ful_test_perf_put_u64 (&self, 0);
  ful_test_perf_put_u64 (&self, 77);
  ful_test_perf_end (&self);

  return self;
}

static void
add_map (FulTestPerf *self,
         guint64      start,
         guint64      end,
         guint64      offset,
         const char  *path)
{
  char padded[1024] = { 0 };

  g_strlcpy (padded, path, sizeof padded);
  ful_test_perf_begin (self, FUL_PERF_RECORD_MMAP, USER);
  ful_test_perf_put_u32 (self, 7);
  ful_test_perf_put_u32 (self, 7);
  ful_test_perf_put_u64 (self, start);
  ful_test_perf_put_u64 (self, end - start);
  ful_test_perf_put_u64 (self, offset);
  ful_test_perf_put (self, padded, (strlen (padded) + 8) & ~(gsize) 7);
  ful_test_perf_end (self);
}

/* What the kernel writes of a thread: @n bytes of memory, of which @used are the stack. */
static void
add_sample (FulTestPerf   *self,
            guint          n_registers,
            const guint64 *registers,
            gsize          n,
            gsize          used,
            gconstpointer  memory)
{
  static guint64 time;

  ful_test_perf_begin (self, FUL_PERF_RECORD_SAMPLE, USER);
  ful_test_perf_put_u64 (self, 0x1010);
  ful_test_perf_put_u32 (self, 7);
  ful_test_perf_put_u32 (self, 7);
  ful_test_perf_put_u64 (self, ++time * 1000000);
  ful_test_perf_put_u64 (self, 2);
  ful_test_perf_put_u64 (self, IN_KERNEL);
  ful_test_perf_put_u64 (self, 0xffffffff81000123);
  ful_test_perf_put_u64 (self, n_registers ? 2 : 0);
  for (guint i = 0; i < n_registers; i++)
    ful_test_perf_put_u64 (self, registers[i]);
  ful_test_perf_put_u64 (self, n);
  if (n > 0)
    {
      ful_test_perf_put (self, memory, n);
      ful_test_perf_put_u64 (self, used);
    }
  ful_test_perf_end (self);
}

static FulProfile *
load_sound (FulTestPerf *self)
{
  g_autoptr(GError) error = NULL;
  FulProfile *profile = ful_test_load (self->bytes->data, self->bytes->len, &error);

  g_assert_no_error (error);
  g_byte_array_unref (self->bytes);

  return profile;
}

/* Whether there is an entry of the log with @part. */
static gboolean
has_logged (FulProfile *profile,
            const char *part)
{
  for (guint i = 0; i < ful_import_log_get_n_records (profile->log); i++)
    if (strstr (ful_import_log_get (profile->log, i)->message, part))
      return TRUE;

  return FALSE;
}

static void
assert_stack (FulProfile *profile,
              guint       sample,
              const char *expected)
{
  g_autofree char *text = ful_test_stack_text (profile, 0, sample);

  g_assert_cmpstr (text, ==, expected);
}

#ifdef __x86_64__
/* What @capture leaves. */
static struct
{
  guint64 registers[17];
  char    memory[MAX_STACK];
  gsize   n;
  guint64 callers[MAX_CALLERS];   /* in the code: within the call, but where a signal came */
  guint   n_callers;
} captured;

static guint64
find_stack_end (guint64 sp)
{
  g_autofree char *text = NULL;
  g_auto(GStrv) lines = NULL;
  guint64 start, end;

  g_assert_true (g_file_get_contents ("/proc/self/maps", &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (sscanf (lines[i], "%lx-%lx", &start, &end) == 2 && start <= sp && sp < end)
      return end;
  g_assert_not_reached ();
}

/* As the compiler's own library finds them when C++ throws. */
static _Unwind_Reason_Code
add_caller (struct _Unwind_Context *context,
            void                   *data)
{
  int is_exact = 0;
  guint64 address = _Unwind_GetIPInfo (context, &is_exact);

  if (captured.n_callers == MAX_CALLERS || address == 0)
    return _URC_END_OF_STACK;
  captured.callers[captured.n_callers++] = is_exact ? address : address - 1;

  return _URC_NO_REASON;
}

/* As the kernel does it: registers, the memory from the stack pointer on, and who called. */
static __attribute__((noinline)) void
capture (void)
{
  static const guint8 of_bit[] = { REG_RAX, REG_RBX, REG_RCX, REG_RDX, REG_RSI, REG_RDI, REG_RBP, REG_RSP, REG_RIP,
                                   REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15 };
  int memory = open ("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  ucontext_t context;
  guint64 sp;

  g_assert_cmpint (getcontext (&context), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (of_bit); i++)
    captured.registers[i] = (guint64) context.uc_mcontext.gregs[of_bit[i]];
  sp = captured.registers[7];
  captured.n = (gsize) MIN (MAX_STACK, find_stack_end (sp) - sp);
  g_assert_cmpint (pread (memory, captured.memory, captured.n, (off_t) sp), ==, (gssize) captured.n);
  close (memory);
  captured.n_callers = 0;
  _Unwind_Backtrace (add_caller, NULL);
}

/* Maps of this process, as perf lists them. */
static void
add_own_maps (FulTestPerf *self)
{
  g_autofree char *text = NULL;
  g_auto(GStrv) lines = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/maps", &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    {
      guint64 start, end, offset;
      const char *path = strchr (lines[i], '/');

      if (path && sscanf (lines[i], "%lx-%lx r-xp %lx", &start, &end, &offset) == 3)
        add_map (self, start, end, offset, path);
    }
}

/* Returns: the callers of @capture, each with a semicolon */
static char *
dup_expected (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = captured.n_callers; i-- > 1;)
    {
      guint64 address = captured.callers[i];
      Dl_info info;

      g_assert_true (dladdr ((void *) (guintptr) address, &info) != 0);
      g_string_append_printf (text, "0x%lx;", address - (guint64) (guintptr) info.dli_fbase);
    }

  return g_string_free (text, FALSE);
}

/* Loads what was captured; the memory is cut to @n bytes. */
static FulProfile *
load_captured (gsize n,
               gsize used)
{
  FulTestPerf writer = begin_pipe (X86_REGISTERS);

  add_own_maps (&writer);
  add_sample (&writer, 17, captured.registers, n, used, captured.memory);

  return load_sound (&writer);
}

static gboolean
can_unwind (void)
{
  if (ful_symbolizer_can_run ())
    return TRUE;

  g_test_skip ("the program that reads call frame information is not there");

  return FALSE;
}

static void
assert_captured (void)
{
  g_autoptr(FulProfile) profile = load_captured (captured.n, captured.n);
  g_autofree char *text = ful_test_stack_text (profile, 0, 0), *expected = dup_expected ();

  /* The innermost address is where the registers were read, after it is the kernel. */
  g_assert_cmpuint (captured.n_callers, >, 4);
  g_assert_true (g_str_has_prefix (text, expected));
  g_assert_true (g_str_has_suffix (text, ";0xffffffff81000123"));
  g_assert_null (strchr (strchr (text + strlen (expected), ';') + 1, ';'));
  g_assert_false (has_logged (profile, "callers"));
}

static int
compare_and_capture (const void *a,
                     const void *b)
{
  if (captured.n_callers == 0)
    capture ();

  return *(const char *) a - *(const char *) b;
}

/* A frame whose size is not known before it runs: its address is in the frame pointer. */
static __attribute__((noinline)) void
sort (guint n)
{
  char *letters = __builtin_alloca (n);

  memset (letters, 'a', n);
  qsort (letters, n, 1, compare_and_capture);
  g_assert_cmpint (letters[n / 2], ==, 'a');
}

/* Through the program, the C library and frames of any size. */
static void
test_calls (void)
{
  if (!can_unwind ())
    return;

  captured.n_callers = 0;
  sort (100);
  assert_captured ();
}

static void
handle_signal (int number)
{
  capture ();
  g_assert_cmpint (number, ==, SIGUSR1);   /* not the last call, which would take the place of this frame */
}

/* What a signal has interrupted is shown where it was, and has called nothing. */
static void
test_signal (void)
{
  struct sigaction action = { .sa_handler = handle_signal };

  if (!can_unwind ())
    return;

  sigaction (SIGUSR1, &action, NULL);
  raise (SIGUSR1);
  assert_captured ();
}

/* Where the memory ends, so do the callers; what is not of the stack is not used. */
static void
test_short (void)
{
  g_autoptr(FulProfile) cut = NULL, unused = NULL;
  g_autofree char *text = NULL, *cut_text = NULL, *unused_text = NULL, *none_text = NULL;
  g_autoptr(FulProfile) profile = NULL, none = NULL;

  if (!can_unwind ())
    return;

  captured.n_callers = 0;
  sort (4000);
  profile = load_captured (captured.n, captured.n);
  text = ful_test_stack_text (profile, 0, 0);
  cut = load_captured (2048, 2048);
  cut_text = ful_test_stack_text (cut, 0, 0);
  g_assert_true (g_str_has_suffix (text, cut_text));
  g_assert_cmpuint (strlen (cut_text), <, strlen (text));
  g_assert_nonnull (strchr (cut_text, ';'));
  g_assert_true (has_logged (cut, "callers of 1 sample end where the recorded memory"));

  unused = load_captured (captured.n, 2048);
  unused_text = ful_test_stack_text (unused, 0, 0);
  g_assert_cmpstr (unused_text, ==, cut_text);

  none = load_captured (0, 0);
  none_text = ful_test_stack_text (none, 0, 0);
  g_assert_nonnull (strchr (none_text, ';'));   /* where it ran is known */
}

/* Bytes at random for memory and registers: whatever comes of them, it ends. */
static void
test_random (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (3);
  FulTestPerf writer = begin_pipe (X86_REGISTERS);
  g_autoptr(FulProfile) profile = NULL;
  const guint n_samples = 300;

  if (!can_unwind ())
    {
      g_byte_array_unref (writer.bytes);
      return;
    }

  captured.n_callers = 0;
  sort (100);
  add_own_maps (&writer);
  for (guint i = 0; i < n_samples; i++)
    {
      guint64 memory[512], registers[17];

      memcpy (registers, captured.registers, sizeof registers);
      for (guint k = 0; k < G_N_ELEMENTS (memory); k++)
        memory[k] = k % 3 ? captured.callers[k % captured.n_callers] + (guint64) g_rand_int_range (rand, 0, 64)
                          : registers[7] + (guint64) g_rand_int_range (rand, 0, sizeof memory);
      registers[6] = registers[7] + (guint64) g_rand_int_range (rand, 0, 64);
      registers[8] = memory[1 + 3 * g_rand_int_range (rand, 0, 100)];
      add_sample (&writer, 17, registers, sizeof memory, sizeof memory, memory);
    }
  profile = load_sound (&writer);
  ful_test_assert_sound (profile);
  g_assert_cmpuint (ful_profile_get_thread (profile, 0)->samples->table.n_rows, ==, n_samples);
}
#endif

/* Where no library is known, callers are where frame pointers say: in generated code, or of a file that is not here. */
static void
test_frame_pointers (void)
{
  FulTestPerf writer = begin_pipe (X86_REGISTERS);
  const guint64 sp = 0x7f0000000000;
  guint64 memory[8] = { 1, sp + 32, 0x400201, 2, 0, 0x400301, 0, 0 };
  guint64 registers[17] = { [6] = sp + 8, [7] = sp, [8] = 0x400100 };
  g_autoptr(FulProfile) profile = NULL;

  add_map (&writer, 0x400000, 0x401000, 0, "//anon");
  add_sample (&writer, 17, registers, sizeof memory, sizeof memory, memory);
  registers[6] = sp - 8;   /* not of this stack */
  add_sample (&writer, 17, registers, sizeof memory, sizeof memory, memory);
  registers[6] = sp + 8;
  memory[2] = 0x500000;   /* no code */
  add_sample (&writer, 17, registers, sizeof memory, sizeof memory, memory);
  memory[2] = 0x400201;
  memory[1] = sp + 16;   /* in the frame of the callee */
  memory[3] = 0x400301;
  add_sample (&writer, 17, registers, sizeof memory, sizeof memory, memory);
  add_sample (&writer, 0, NULL, 0, 0, NULL);   /* a thread of the kernel */
  registers[8] = 0x500000;   /* no code yet: in exec () */
  add_sample (&writer, 17, registers, sizeof memory, sizeof memory, memory);
  profile = load_sound (&writer);

  if (ful_symbolizer_can_run ())
    {
      assert_stack (profile, 0, "0x400300;0x400200;0x400100;0xffffffff81000123");
      assert_stack (profile, 1, "0x400100;0xffffffff81000123");
      assert_stack (profile, 2, "0x400100;0xffffffff81000123");
      assert_stack (profile, 3, "0x400200;0x400100;0xffffffff81000123");
      g_assert_true (has_logged (profile, "callers of 3 samples end in code"));
      g_assert_false (has_logged (profile, "are missing"));
    }
  else
    {
      assert_stack (profile, 0, "0xffffffff81000123");
      g_assert_true (has_logged (profile, "callers of 5 samples are missing"));
    }
  assert_stack (profile, 4, "0xffffffff81000123");
  assert_stack (profile, 5, "0xffffffff81000123");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#ifdef __x86_64__
  g_test_add_func ("/perf-unwind/calls", test_calls);
  g_test_add_func ("/perf-unwind/signal", test_signal);
  g_test_add_func ("/perf-unwind/short", test_short);
  g_test_add_func ("/perf-unwind/random", test_random);
#endif
  g_test_add_func ("/perf-unwind/frame-pointers", test_frame_pointers);

  return g_test_run ();
}
