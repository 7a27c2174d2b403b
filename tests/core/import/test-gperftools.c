/* SPDX-License-Identifier: GPL-3.0-or-later */

/* CPU profiles of gperftools, in each form of words, and such that are damaged. */

#include "base/ful-error.h"
#include "ful-test-files.h"
#include "model/ful-sample-type.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <string.h>

static char *
describe (FulProfile *profile)
{
  GString *text = g_string_new (NULL);
  FulThread *thread = ful_profile_get_thread (profile, 0);
  const FulSampleType *samples = ful_sample_types_find (thread->sample_types, "samples");

  for (guint i = 0; i < thread->samples->table.n_rows; i++)
    {
      g_autofree char *stack = ful_test_stack_text (profile, 0, i);

      g_string_append_printf (text, "%s %g %g\n", stack, samples->values[i], thread->samples->weight[i]);
    }

  return g_string_free (text, FALSE);
}

static void
test_stacks (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_fixture ("gperftools.ok.prof");
  g_autofree char *text = describe (profile);
  FulLib *lib = profile->libs->pdata[1];

  g_assert_cmpstr (text, ==, "0x10ff;0x2000;0x100010 3 12\n0x20 2 8\n0x10ff;0x999 1 4\n");
  g_assert_cmpstr (ful_profile_get_thread (profile, 0)->name, ==, "server");
  g_assert_cmpstr (lib->path, ==, "/opt/no/lib a.so");
  g_assert_false (profile->has_times);
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 0);
}

static GByteArray *
write_words (const guint64 *words,
             guint          n,
             guint          size,
             gboolean       big_endian)
{
  GByteArray *bytes = g_byte_array_new ();

  for (guint w = 0; w < n; w++)
    for (guint i = 0; i < size; i++)
      {
        guint8 byte = (guint8) (words[w] >> 8 * (big_endian ? size - 1 - i : i));

        g_byte_array_append (bytes, &byte, 1);
      }

  return bytes;
}

static void
test_words (void)
{
  static const guint64 words[] = { 0, 3, 0, 10000, 0, 5, 2, 0x401010, 0x401001, 2, 1, 0x401020, 0, 1, 0 };

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr(GByteArray) bytes = write_words (words, G_N_ELEMENTS (words), i % 2 ? 8 : 4, i / 2);
      g_autoptr(GError) error = NULL;
      g_autoptr(FulProfile) profile = ful_test_load ((const char *) bytes->data, bytes->len, &error);
      g_autofree char *text = NULL;

      g_assert_no_error (error);
      text = describe (profile);
      g_assert_cmpstr (text, ==, "0x401000;0x401010 5 50\n0x401020 2 20\n");
      g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 0);
    }
}

static void
test_flaws (void)
{
  static const guint64 deep[] = { 0, 3, 0, 10000, 0, 5, 1, 0x401010, 1, G_MAXUINT64, 7 };
  static const guint64 cut[] = { 0, 3, 0, 10000, 0, 5, 1, 0x401010, 1, 3, 7 };
  static const guint64 none[] = { 0, 3, 0, 10000, 0, 0, 1, 0 };
  g_autoptr(GByteArray) a = write_words (deep, G_N_ELEMENTS (deep), 8, FALSE);
  g_autoptr(GByteArray) b = write_words (cut, G_N_ELEMENTS (cut), 8, FALSE);
  g_autoptr(GByteArray) c = write_words (none, G_N_ELEMENTS (none), 8, FALSE);
  g_autoptr(FulProfile) with_deep = ful_test_load ((const char *) a->data, a->len, NULL);
  g_autoptr(FulProfile) with_cut = ful_test_load ((const char *) b->data, b->len, NULL);
  g_autofree char *deep_text = describe (with_deep);
  g_autofree char *cut_text = describe (with_cut);
  g_autoptr(GError) error = NULL;

  g_assert_cmpstr (deep_text, ==, "0x401010 5 50\n");
  g_assert_cmpstr (cut_text, ==, "0x401010 5 50\n0x7 1 10\n");
  g_assert_cmpint (ful_import_log_get (with_deep->log, 0)->severity, ==, FUL_SEVERITY_DATA_LOSS);
  g_assert_cmpint (ful_import_log_get (with_cut->log, 0)->severity, ==, FUL_SEVERITY_DATA_LOSS);
  g_assert_null (ful_test_load ((const char *) c->data, c->len, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_EMPTY);
}

/* As google-pprof counts them: 68 samples, all in one function, under one program. */
static void
test_recording (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_fixture ("import/gperftools.prof");
  FulThread *thread = ful_profile_get_thread (profile, 0);
  const FulSampleType *samples = ful_sample_types_find (thread->sample_types, "samples");
  double n = 0, ms = 0;

  for (guint i = 0; i < thread->samples->table.n_rows; i++)
    {
      n += samples->values[i];
      ms += thread->samples->weight[i];
    }
  g_assert_cmpfloat (n, ==, 68);
  g_assert_cmpfloat (ms, ==, 680);
  g_assert_cmpstr (thread->name, ==, "burn");
  g_assert_cmpfloat (profile->interval, ==, 10);
  g_assert_true (profile->has_interval);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/gperftools/stacks", test_stacks);
  g_test_add_func ("/gperftools/words", test_words);
  g_test_add_func ("/gperftools/flaws", test_flaws);
  g_test_add_func ("/gperftools/recording", test_recording);

  return g_test_run ();
}
