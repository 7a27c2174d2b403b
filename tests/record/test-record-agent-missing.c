/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Why a process has no agent; that of whole programs is test-record-agent.py. */

#include "agent/ful-record-agent-missing.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

/* A program without any environment, and one that waits for its parent, which has no memory any more. */
static void
test_is_starting (void)
{
  char *const cleared[] = { NULL }, *const sleep[] = { "sleep", "60", NULL }, *const end[] = { "true", NULL };
  siginfo_t ended;
  pid_t pid;

  g_assert_cmpint (posix_spawnp (&pid, "sleep", NULL, NULL, sleep, cleared), ==, 0);
  while (ful_record_missing_is_starting (pid))
    g_usleep (1000);
  g_assert_cmpint (kill (pid, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (pid, NULL, 0), ==, pid);

  g_assert_cmpint (posix_spawnp (&pid, "true", NULL, NULL, end, cleared), ==, 0);
  g_assert_cmpint (waitid (P_PID, (id_t) pid, &ended, WEXITED | WNOWAIT), ==, 0);
  g_assert_true (ful_record_missing_is_starting (pid));
  g_assert_cmpint (waitpid (pid, NULL, 0), ==, pid);
  g_assert_true (ful_record_missing_is_starting (pid));
  g_assert_false (ful_record_missing_is_starting (getpid ()));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/record-agent-missing/is-starting", test_is_starting);

  return g_test_run ();
}
