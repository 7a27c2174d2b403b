/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Method traces of Android: a sampled one with two clocks, one of all calls as a stream, and damaged ones. */

#include "base/ful-error.h"
#include "ful-test-files.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <string.h>

#define HEADER_BYTES 18    /* of the regular fixture */
#define RECORD_BYTES 14

/* "TIME STACK [CATEGORY]; …" */
static char *
thread_text (FulProfile *profile,
             guint       thread)
{
  const FulSampleTable *samples = ful_profile_get_thread (profile, thread)->samples;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < samples->table.n_rows; i++)
    {
      g_autofree char *stack = ful_test_stack_text (profile, thread, i);
      FulStackIndex leaf = samples->stack[i];

      g_string_append_printf (text, "%g %s", samples->time[i], stack);
      if (leaf != FUL_NONE)
        g_string_append_printf (text, " [%s]", ful_profile_get_category (profile, profile->frames->category[profile->stacks->frame[leaf]])->name);
      g_string_append (text, "; ");
    }

  return g_string_free (text, FALSE);
}

static void
assert_thread (FulProfile *profile,
               guint       i,
               const char *name,
               const char *tid,
               double      start,
               const char *expected)
{
  FulThread *thread = ful_profile_get_thread (profile, i);
  g_autofree char *text = thread_text (profile, i);

  g_assert_cmpstr (thread->name, ==, name);
  g_assert_cmpstr (thread->pid, ==, "77");
  g_assert_cmpstr (thread->tid, ==, tid);
  g_assert_cmpfloat (thread->register_time, ==, start);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_regular (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_fixture ("art-regular.ok.trace");

  g_assert_cmpfloat (profile->interval, ==, 1);
  g_assert_cmpuint (profile->threads->len, ==, 2);
  assert_thread (profile, 0, "main", "1", 0,
                 "1 org.example.Main.run [Example]; 2 org.example.Main.run;example.Work.go [Example]; "
                 "3 org.example.Main.run;example.Work.go;java.lang.Object.wait [Blocked]; "
                 "4 org.example.Main.run;example.Work.go [Example]; 5 org.example.Main.run;example.Work.go [Example]; "
                 "6 org.example.Main.run;example.Work.go [Example]; 7 org.example.Main.run;example.Work.go [Example]; "
                 "8 org.example.Main.run;example.Work.go [Example]; 9 org.example.Main.run [Example]; "
                 "10 org.example.Main.run;<unknown method ID 0x28> [Other]; 11 org.example.Main.run [Example]; "
                 "12 ; 13 ; ");
  assert_thread (profile, 1, "worker", "2", 1.5,
                 "1.5 android.os.MessageQueue.nativePollOnce [Idle]; 2.5 android.os.MessageQueue.nativePollOnce [Idle]; "
                 "3.5 android.os.MessageQueue.nativePollOnce [Idle]; 4.5 ; ");
}

/* Names come behind the records, and the samples are those of a clock. */
static void
test_streaming (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_fixture ("art-streaming.ok.trace");

  g_assert_cmpfloat (profile->interval, ==, 0.1);
  assert_thread (profile, 0, "main", "1", 0,
                 "1 org.example.Main.run [Example]; 1.1 org.example.Main.run [Example]; 1.2 org.example.Main.run [Example]; "
                 "1.3 org.example.Main.run;example.Work.go [Example]; 1.4 org.example.Main.run;example.Work.go [Example]; "
                 "1.5 org.example.Main.run [Example]; 1.6 ; ");
  assert_thread (profile, 1, "late", "2", 1.26,
                 "1.26 other.A.b [Other]; 1.36 other.A.b [Other]; 1.46 other.A.b [Other]; 1.56 ; ");
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 0);
}

/* What is there before the damage counts. */
static void
test_truncated (void)
{
  g_autoptr(GBytes) bytes = ful_test_fixture ("art-regular.ok.trace");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(GError) error = NULL;
  gsize n = g_bytes_get_size (bytes);

  profile = ful_test_load (g_bytes_get_data (bytes, NULL), n - 1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ful_profile_get_thread (profile, 0)->samples->table.n_rows, ==, 12);
  g_assert_cmpint (ful_import_log_get_worst (profile->log), ==, FUL_SEVERITY_DATA_LOSS);

  g_clear_object (&profile);
  g_assert_null (ful_test_load (g_bytes_get_data (bytes, NULL), n - 11 * RECORD_BYTES, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_EMPTY);
  g_clear_error (&error);
  g_assert_null (ful_test_load (g_bytes_get_data (bytes, NULL), n - 11 * RECORD_BYTES - HEADER_BYTES, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_TRUNCATED);
}

static void
append_record (GByteArray *file,
               guint8      tid,
               guint32     method,
               guint32     time)
{
  guint32 numbers[] = { GUINT32_TO_LE (method), GUINT32_TO_LE (time) };

  g_byte_array_append (file, &tid, 1);
  g_byte_array_append (file, (const guint8 *) numbers, sizeof numbers);
}

/* Records of 9 bytes; exits of nothing; hours in between do not fill the memory, and weigh the same. */
static void
test_old_and_long (void)
{
  static const char text[] = "*version\n1\nclock=global\n*threads\n1\tmain\n*methods\n0x4\tA\tf\t()V\n*end\n"
                             "SLOW\1\0\20\0\0\0\0\0\0\0\0";
  g_autoptr(GByteArray) file = g_byte_array_new ();
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(GError) error = NULL;
  const FulSampleTable *samples;
  double sum = 0;

  g_byte_array_append (file, (const guint8 *) text, sizeof text);
  append_record (file, 1, 4 | 1, 10);
  append_record (file, 1, 4, 20);
  append_record (file, 1, 4 | 3, 30);
  append_record (file, 1, 4 | 2, 4000000020);
  profile = ful_test_load (file->data, file->len, &error);
  g_assert_no_error (error);

  samples = ful_profile_get_thread (profile, 0)->samples;
  g_assert_nonnull (samples->weight);
  for (guint i = 0; i < samples->table.n_rows; i++)
    sum += samples->stack[i] != FUL_NONE ? samples->weight[i] : 0;
  g_assert_cmpfloat_with_epsilon (sum, 40000000, 1);
  g_assert_cmpuint (samples->table.n_rows, <, 110000);
  g_assert_cmpstr (ful_profile_get_thread (profile, 0)->pid, ==, "1");
  g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, 1);
}

static void
test_refused (void)
{
  static const struct { const char *text; gsize n; FulError code; } files[] = {
    { "*version\n1\n*methods\n", 20, FUL_ERROR_FORMAT },
    { "*version\n1\n*threads\n*methods\n*end\nSLOW\2\0\20\0\0\0\0\0\0\0\0\0", 50, FUL_ERROR_FORMAT },
    { "SLOW\1\0\20\0\0\0\0\0\0\0\0\0\1\1", 18, FUL_ERROR_VERSION },
    { "SLOW\363\0\22\0\0\0\0\0\0\0\0\0\1\0", 18, FUL_ERROR_FORMAT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (ful_test_load (files[i].text, files[i].n, &error));
      g_assert_error (error, FUL_ERROR, (int) files[i].code);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/art-trace/regular", test_regular);
  g_test_add_func ("/art-trace/streaming", test_streaming);
  g_test_add_func ("/art-trace/truncated", test_truncated);
  g_test_add_func ("/art-trace/old-and-long", test_old_and_long);
  g_test_add_func ("/art-trace/refused", test_refused);

  return g_test_run ();
}
