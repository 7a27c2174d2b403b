/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The marks that a profiler gets: this function is called in place of that of libsysprof-capture. */

#include "config.h"

#include "base/ful-job.h"
#include "ful-test-files.h"

#include <sysprof-capture.h>

static GString *marks;
static GMutex lock;

void
sysprof_collector_mark (gint64      time,
                        gint64      duration,
                        const char *group,
                        const char *mark,
                        const char *message)
{
  g_mutex_lock (&lock);
  g_assert_cmpint (time, >, 0);
  g_assert_cmpint (duration, >=, 0);
  g_assert_cmpstr (group, ==, "Fulgens");
  g_string_append_printf (marks, "%s %s\n", mark, message ? message : "");
  g_mutex_unlock (&lock);
}

static void
test_load (void)
{
  g_autoptr(GBytes) bytes = ful_test_fixture ("processed-v70-two-processes.ok.json");
  g_autoptr(FulProfile) profile = ful_test_load (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL);

  g_assert_nonnull (profile);
  g_assert_cmpstr (marks->str, ==, "load \n");
  g_string_truncate (marks, 0);
}

static gboolean
compute (gpointer       input,
         GCancellable  *cancellable,
         GError       **error)
{
  return TRUE;
}

static void
deliver (gpointer      owner,
         gpointer      input,
         const GError *error)
{
  g_main_loop_quit (input);
}

static void
test_job (void)
{
  g_autoptr(GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr(GObject) owner = G_OBJECT (g_simple_action_new ("owner", NULL));

  ful_job_start (NULL, compute, g_main_loop_ref (loop), (GDestroyNotify) g_main_loop_unref, deliver, owner);
  g_main_loop_run (loop);
  g_assert_cmpstr (marks->str, ==, "job GSimpleAction\n");
  g_string_truncate (marks, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  marks = g_string_new (NULL);
  g_test_add_func ("/trace/load", test_load);
  g_test_add_func ("/trace/job", test_job);

  return g_test_run ();
}
