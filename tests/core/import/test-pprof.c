/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A profile of pprof with what writers do differently, and flaws. */

#include "base/ful-error.h"
#include "ful-test-files.h"
#include "import/ful-import-packages.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <string.h>

/* "STACK WEIGHT; …" */
static char *
thread_text (FulProfile *profile,
             guint       thread)
{
  const FulSampleTable *samples = ful_profile_get_thread (profile, thread)->samples;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < samples->table.n_rows; i++)
    {
      g_autofree char *stack = ful_test_stack_text (profile, thread, i);

      g_assert_cmpfloat (samples->time[i], ==, 0);
      g_string_append_printf (text, "%s %g; ", stack, samples->weight[i]);
    }

  return g_string_free (text, FALSE);
}

static void
assert_thread (FulProfile *profile,
               guint       i,
               const char *name,
               const char *tid,
               const char *expected)
{
  FulThread *thread = ful_profile_get_thread (profile, i);
  g_autofree char *text = thread_text (profile, i);

  g_assert_cmpstr (thread->name, ==, name);
  g_assert_cmpstr (thread->tid, ==, tid);
  g_assert_cmpint (thread->weight_type, ==, FUL_WEIGHT_TYPE_TRACING_MS);
  g_assert_cmpstr (text, ==, expected);
}

/* The packages with the most functions have colours of their own; what has none is grey. */
static void
test_packages (void)
{
  static const char *const names[] = { "net/http.(*conn).serve", "net/http.Get", "runtime.mallocgc", "std::sort<a::b>", "main", "0x12" };
  static const FulCategoryIndex expected[] = { 1, 1, 2, 3, 0, 0 };
  FulImportPackages packages;

  ful_import_packages_init (&packages);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    ful_import_packages_count (&packages, names[i]);
  ful_import_packages_choose (&packages);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpint (ful_import_packages_get_category (&packages, names[i]), ==, expected[i]);
  ful_import_packages_clear (&packages);
}

/* As files have them: a frame has the category of its function. */
static void
test_colors (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_fixture ("import/go-tree-cpu.pb.gz");
  guint n_colored = 0;

  g_assert_cmpuint (profile->categories->len, >, 2);
  for (guint i = 0; i < profile->frames->table.n_rows; i++)
    {
      FulCategoryIndex category = profile->frames->category[i];
      const char *name = ful_profile_get_func_name (profile, profile->frames->func[i]);
      const char *package = ful_profile_get_category (profile, category)->name;

      g_assert_true (category == 0 || g_str_has_prefix (name, package));
      n_colored += category != 0;
    }
  g_assert_cmpuint (n_colored, >, 0);
}

static void
test_profile (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_fixture ("pprof.ok.pb");
  const FulFrameTable *frames;
  const FulLib *lib;
  FulStackIndex leaf;

  g_assert_cmpuint (profile->threads->len, ==, 2);
  assert_thread (profile, 0, "ui", "7", "main;_ZN5outerEv;inner 2; main;_ZN5outerEv;inner 1; ");
  assert_thread (profile, 1, "io", "8", "main;0x1030 -0.5; main;0x63 0; ");
  g_assert_cmpfloat (profile->start_time, ==, 1700000000123);
  g_assert_cmpfloat (profile->profiling_end_time, ==, 2500);

  lib = profile->libs->pdata[0];
  g_assert_cmpstr (lib->name, ==, "app");
  g_assert_cmpstr (lib->code_id, ==, "abcd1234");
  g_assert_cmpstr (lib->breakpad_id, ==, "3412CDAB0000000000000000000000000");
  frames = profile->frames;
  leaf = ful_profile_get_thread (profile, 0)->samples->stack[0];
  g_assert_cmpint (frames->address[profile->stacks->frame[leaf]], ==, 0x1020);
  g_assert_cmpint (frames->inline_depth[profile->stacks->frame[leaf]], ==, 1);
  g_assert_cmpint (frames->line[profile->stacks->frame[leaf]], ==, 30);
  g_assert_cmpint (frames->inline_depth[profile->stacks->frame[profile->stacks->prefix[leaf]]], ==, 0);

  /* A location that does not exist, a value too few. */
  g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, 2);
}

static void
test_empty (void)
{
  static const char no_samples[] = "\012\004\010\001\020\002\062\000\062\001a";
  g_autoptr(GError) error = NULL;

  g_assert_null (ful_test_load (no_samples, sizeof no_samples - 1, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_EMPTY);
}

static void
put_number (GByteArray *to,
            guint       field,
            guint64     number)
{
  guint8 byte = (guint8) (field << 3);

  g_byte_array_append (to, &byte, 1);
  do
    {
      byte = (guint8) ((number & 0x7f) | (number > 0x7f ? 0x80 : 0));
      g_byte_array_append (to, &byte, 1);
      number >>= 7;
    }
  while (byte & 0x80);
}

static void
put_message (GByteArray    *to,
             guint          field,
             gconstpointer  bytes,
             gsize          n)
{
  guint8 head[] = { (guint8) (field << 3 | 2), (guint8) n };

  g_assert_cmpuint (n, <, 0x80);
  g_byte_array_append (to, head, sizeof head);
  g_byte_array_append (to, bytes, (guint) n);
}

/* Ids are numbers of 64 bits: those that differ in the upper half alone are of different functions and locations. */
static void
test_ids (void)
{
  static const char *const strings[] = { "", "cpu", "nanoseconds", "f", "g" };
  static const guint64 ids[] = { 1, (G_GUINT64_CONSTANT (1) << 32) + 1 };
  g_autoptr(GByteArray) profile_bytes = g_byte_array_new ();
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(GByteArray) type = g_byte_array_new ();
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;

  put_number (type, 1, 1);
  put_number (type, 2, 2);
  put_message (profile_bytes, 1, type->data, type->len);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr(GByteArray) sample = g_byte_array_new (), location = g_byte_array_new ();
      g_autoptr(GByteArray) line = g_byte_array_new (), function = g_byte_array_new ();

      put_number (sample, 1, ids[i]);
      put_number (sample, 2, (i + 1) * 1000000);
      put_message (profile_bytes, 2, sample->data, sample->len);
      put_number (line, 1, ids[i]);
      put_number (location, 1, ids[i]);
      put_message (location, 4, line->data, line->len);
      put_message (profile_bytes, 4, location->data, location->len);
      put_number (function, 1, ids[i]);
      put_number (function, 2, 3 + i);
      put_message (profile_bytes, 5, function->data, function->len);
    }
  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    put_message (profile_bytes, 6, strings[i], strlen (strings[i]));

  profile = ful_test_load (profile_bytes->data, profile_bytes->len, &error);
  g_assert_no_error (error);
  text = thread_text (profile, 0);
  g_assert_cmpstr (text, ==, "f 1; g 2; ");
}

/* What only begins like one. */
static void
test_not_pprof (void)
{
  static const struct { const char *bytes; gsize n; } files[] = {
    { "\012\002\010\001", 4 }, { "\012\004\010\001\020\002\062\001a", 9 }, { "\012\004\010\001\032\000\062\000", 8 }, { "\n\n\n\n", 4 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (ful_test_load (files[i].bytes, files[i].n, &error));
      g_assert_false (g_error_matches (error, FUL_ERROR, FUL_ERROR_EMPTY));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/pprof/profile", test_profile);
  g_test_add_func ("/pprof/packages", test_packages);
  g_test_add_func ("/pprof/colors", test_colors);
  g_test_add_func ("/pprof/ids", test_ids);
  g_test_add_func ("/pprof/empty", test_empty);
  g_test_add_func ("/pprof/not-pprof", test_not_pprof);

  return g_test_run ();
}
