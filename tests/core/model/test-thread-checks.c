/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ful-test-files.h"

#include "base/ful-error.h"
#include "import/ful-loader.h"
#include "model/ful-profile-builder.h"

#include <string.h>

#define N_THREADS 40

/* Every third thread has a stack that does not exist, every fifth one goes back in time. */
static FulProfileBuilder *
builder_with_flaws (void)
{
  FulProfileBuilder *builder = ful_profile_builder_new ();

  ful_table_builder_append (&builder->funcs, 1);
  FUL_CELLS (&builder->funcs, FUL_FUNC_NAME, gint32)[0] = ful_string_table_intern (builder->strings, "a", -1);
  ful_table_builder_append (&builder->frames, 1);
  ful_table_builder_append (&builder->stacks, 2);
  for (guint i = 0; i < N_THREADS; i++)
    {
      FulThreadBuilder *thread = ful_profile_builder_add_thread (builder);

      ful_table_builder_append (&thread->samples, 2);
      FUL_CELLS (&thread->samples, FUL_SAMPLE_STACK, gint32)[0] = i % 3 == 0 ? 2 : 1;
      FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double)[1] = i % 5 == 0 ? -1 : 1;
    }

  return builder;
}

static void
test_repairs_in_order (void)
{
  g_autoptr(FulProfileBuilder) builder = builder_with_flaws ();
  g_autoptr(FulProfile) profile = ful_profile_builder_seal (builder, NULL, NULL);
  guint entry = 0;

  for (guint i = 0; i < N_THREADS; i++)
    {
      FulSampleTable *samples = ful_profile_get_thread (profile, i)->samples;
      g_autofree char *stack = g_strdup_printf ("threads[%u].samples.stack", i);
      g_autofree char *time = g_strdup_printf ("threads[%u].samples.time", i);

      g_assert_cmpint (samples->stack[i % 5 == 0], ==, i % 3 == 0 ? FUL_NONE : 1);
      g_assert_cmpfloat (samples->time[0], <=, samples->time[1]);
      if (i % 3 == 0)
        g_assert_cmpstr (ful_import_log_get (profile->log, entry++)->where, ==, stack);
      if (i % 5 == 0)
        g_assert_cmpstr (ful_import_log_get (profile->log, entry++)->where, ==, time);
    }
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, entry);
}

/* Not below, and before a reader has made them. */
static void
test_n_threads (void)
{
  g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
  g_autoptr(GError) error = NULL;

  ful_profile_builder_add_thread (builder);
  g_assert_true (ful_profile_builder_check_n_threads (builder, 99999, &error));
  g_assert_no_error (error);
  g_assert_false (ful_profile_builder_check_n_threads (builder, 100000, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE);
  g_clear_error (&error);
  g_assert_false (ful_profile_builder_check_n_threads (builder, G_MAXUINT, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE);
}

/* Readers that know the number stop before they make any; others when there is one too many, before the rest is read. */
static void
test_readers (void)
{
  /* “#” is the number of the thread. */
  static const struct { const char *head, *thread, *tail; gsize most_bytes; } rows[] = {
    { "{\"meta\":{\"version\":36,\"preprocessedProfileVersion\":70,\"interval\":1},\"libs\":[],\"shared\":{},\"threads\":[{}",
      ",{}", "]}" },
    { "{\"meta\":{\"version\":36},\"libs\":[],\"threads\":[],\"processes\":[{\"meta\":{\"version\":36},\"libs\":[],\"threads\":[{}",
      ",{}", "]}]}" },
    { "{\"traceEvents\":[{}", ",{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":#,\"ts\":1,\"dur\":1}", "]}" },
    { "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"shared\":{\"frames\":[]},\"profiles\":[{}", ",{}", "]}" },
    { "", "p 1/# 1.0: 1 cycles:\n\t1 f (m)\n\n", "", 100001 * 40 + (1 << 20) },
    { "version: 1\npid: 1\nevents: Ir\n", "thread: #\nfn=(#) f#\n1 1\n", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(GString) text = g_string_new (rows[i].head);
      g_autoptr(GInputStream) stream = NULL;
      g_autoptr(GError) error = NULL;

      for (guint n = 1; n <= (rows[i].most_bytes ? 200000 : 100001); n++)
        for (const char *p = rows[i].thread; *p; p++)
          {
            if (*p == '#')
              g_string_append_printf (text, "%u", n);
            else
              g_string_append_c (text, *p);
          }
      g_string_append (text, rows[i].tail);

      g_test_message ("%s", rows[i].thread);
      stream = g_memory_input_stream_new_from_data (text->str, (gssize) text->len, NULL);
      g_assert_null (ful_loader_load_stream (stream, NULL, FUL_LOAD_DEFAULT, NULL, NULL, &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE);
      g_assert_nonnull (strstr (error->message, "100000 threads"));
      if (rows[i].most_bytes)
        g_assert_cmpint (g_seekable_tell (G_SEEKABLE (stream)), <, rows[i].most_bytes);
    }
}

static void
test_cancelled (void)
{
  g_autoptr(FulProfileBuilder) builder = builder_with_flaws ();
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ful_profile_builder_seal (builder, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/thread-checks/repairs-in-order", test_repairs_in_order);
  g_test_add_func ("/thread-checks/cancelled", test_cancelled);
  g_test_add_func ("/thread-checks/n-threads", test_n_threads);
  g_test_add_func ("/thread-checks/readers", test_readers);

  return g_test_run ();
}
