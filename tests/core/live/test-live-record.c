/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/ful-error.h"
#include "live/record/ful-live-processes.h"
#include "live/record/ful-live-record-setup.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

/* What @start becomes on the command line of the recorder, joined by "|". */
static void
check_arguments (const char *start,
                 const char *expected)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(FulLiveRecordSetup) setup = ful_live_record_setup_new_from_text (start, &error), again = NULL;
  g_auto(GStrv) arguments = NULL;
  g_autofree char *joined = NULL, *text = NULL, *second = NULL;

  g_assert_no_error (error);
  arguments = ful_live_record_setup_make_arguments (setup, &error);
  g_assert_no_error (error);
  joined = g_strjoinv ("|", arguments);
  g_assert_cmpstr (joined, ==, expected);

  /* It is kept as it is. */
  text = ful_live_record_setup_to_text (setup);
  again = ful_live_record_setup_new_from_text (text, &error);
  g_assert_no_error (error);
  second = ful_live_record_setup_to_text (again);
  g_assert_cmpstr (second, ==, text);
}

static void
test_arguments (void)
{
  check_arguments ("{\"command\":\"ls -l 'a b' \\\"$HOME\\\"\"}",
                   "--interval|1|--stacks|unwind|--off-cpu|yes|--max-memory|256|--|ls|-l|a b|$HOME");
  check_arguments ("{\"pid\":17,\"interval\":0.25,\"stacks\":\"none\",\"offCpu\":false,\"maxMemory\":8,\"command\":\"ls\"}",
                   "--interval|0.25|--stacks|none|--off-cpu|no|--max-memory|8|--pid|17");
  check_arguments ("{\"command\":\"--version\",\"folder\":3,\"environment\":[1,\"A=\",\"B=C=D\"],\"pid\":-4}",
                   "--interval|1|--stacks|unwind|--off-cpu|yes|--max-memory|256|--|--version");
  check_arguments ("{\"pid\":2147483647,\"interval\":1e300,\"maxMemory\":1e300}",
                   "--interval|1.0000000000000001e+300|--stacks|unwind|--off-cpu|yes|--max-memory|2147483647|--pid|2147483647");
}

static void
check_refused (const char *start,
               const char *expected)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(FulLiveRecordSetup) setup = ful_live_record_setup_new_from_text (start, &error);

  if (setup)
    g_assert_null (ful_live_record_setup_make_arguments (setup, &error));
  g_assert_nonnull (error);
  if (strstr (error->message, expected) == NULL)
    g_error ("%s: %s", start, error->message);
}

static void
test_refused (void)
{
  check_refused (NULL, "was not said");
  check_refused ("", "was not said");
  check_refused ("[]", "was not said");
  check_refused ("{}", "empty");
  check_refused ("{\"command\":\"  \"}", "empty");
  check_refused ("{\"command\":\"ls 'a\"}", "quote");
  check_refused ("{\"command\":\"ls\",\"environment\":[\"=A\"]}", "“=A” is not NAME=VALUE");
  check_refused ("{\"command\":\"ls\",\"environment\":[\"A=B\",\"C\"]}", "“C” is not NAME=VALUE");
}

static void
test_processes (void)
{
  g_autoptr(GError) error = NULL;
  const char *const command[] = { "sleep", "117", NULL };
  GPid child = 0;
  g_autoptr(GPtrArray) processes = NULL;
  FulLiveProcess *found = NULL;

  g_assert_true (g_spawn_async (NULL, (char **) command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &child, &error));
  processes = ful_live_processes_list (NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < processes->len; i++)
    {
      FulLiveProcess *process = g_ptr_array_index (processes, i);

      g_assert_cmpint (process->pid, !=, getpid ());
      g_assert_cmpstr (process->name, !=, "fulgens-record");
      g_assert_cmpuint (process->n_threads, >, 0);
      g_assert_true (g_utf8_validate (process->command, -1, NULL));
      if (process->pid == child)
        found = process;
    }
  g_assert_nonnull (found);
  g_assert_cmpstr (found->command, ==, "sleep 117");
  g_assert_cmpuint (found->n_threads, ==, 1);
  g_assert_true (ful_live_process_matches (found, ""));
  g_assert_true (ful_live_process_matches (found, "SLEEP 1"));
  g_assert_false (ful_live_process_matches (found, "sleep 2"));
  kill (child, SIGKILL);
}

static void
test_cancelled (void)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ful_live_processes_list (cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-record/arguments", test_arguments);
  g_test_add_func ("/live-record/refused", test_refused);
  g_test_add_func ("/live-record/processes", test_processes);
  g_test_add_func ("/live-record/cancelled", test_cancelled);

  return g_test_run ();
}
