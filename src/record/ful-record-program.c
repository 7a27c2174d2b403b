/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Starts the program that is recorded: it waits before exec() until its events are open. */

#include "config.h"

#include "ful-record-program.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/* Of descriptors, as it was; {0, 0}: it was not raised. */
static struct rlimit limit;

/* Each thread that runs already takes a descriptor for each CPU. The program gets the limit as it was. */
void
ful_record_program_raise_limit (void)
{
  struct rlimit raised;

  if (getrlimit (RLIMIT_NOFILE, &limit) != 0)
    return;
  raised = limit;
  raised.rlim_cur = raised.rlim_max;
  setrlimit (RLIMIT_NOFILE, &raised);
}

static void
run_program (char             **arguments,
             const char *const *variables,
             int                program_stderr,
             int                gate,
             int                failure)
{
  char byte;
  int reason;

  /* Without the recorder it does not begin. */
  if (read (gate, &byte, 1) == 1)
    {
      if (limit.rlim_max != 0)
        setrlimit (RLIMIT_NOFILE, &limit);
      signal (SIGPIPE, SIG_DFL);
      signal (SIGXFSZ, SIG_DFL);
      signal (SIGUSR1, SIG_DFL);
      signal (SIGUSR2, SIG_DFL);
      for (; *variables; variables += 2)
        if (variables[1])
          setenv (variables[0], variables[1], TRUE);
        else
          unsetenv (variables[0]);
      if (program_stderr > STDERR_FILENO)
        {
          dup2 (program_stderr, STDERR_FILENO);
          close (program_stderr);
        }
      execvp (arguments[0], arguments);
    }
  reason = errno;
  (void) !write (failure, &reason, sizeof reason);
  _exit (127);
}

/**
 * ful_record_program_prepare:
 * @arguments: the program and its arguments
 * @variables: (array zero-terminated=1): names in its environment, each followed by a text, or %NULL to remove it
 * @program_stderr: its standard error; -1: ours
 *
 * To be called while there is one thread.
 */
gboolean
ful_record_program_prepare (FulRecordProgram  *self,
                            char             **arguments,
                            const char *const *variables,
                            int                program_stderr,
                            GError           **error)
{
  int gate[2], failure[2];

  if (!g_unix_open_pipe (gate, FD_CLOEXEC, error))
    return FALSE;
  if (!g_unix_open_pipe (failure, FD_CLOEXEC, error))
    {
      close (gate[0]);
      close (gate[1]);
      return FALSE;
    }

  self->pid = fork ();
  if (self->pid == 0)
    {
      close (gate[1]);
      run_program (arguments, variables, program_stderr, gate[0], failure[1]);
    }
  close (gate[0]);
  close (failure[1]);
  self->gate = gate[1];
  self->failure = failure[0];
  if (self->pid > 0)
    return TRUE;

  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (errno), "fork: %s", g_strerror (errno));
  close (self->gate);
  close (self->failure);

  return FALSE;
}

/**
 * ful_record_program_begin:
 *
 * Lets the program begin. Returns: 0, or the errno of its exec()
 */
int
ful_record_program_begin (FulRecordProgram *self)
{
  int reason = 0;

  (void) !write (self->gate, "", 1);
  close (self->gate);
  if (read (self->failure, &reason, sizeof reason) != sizeof reason)
    reason = 0;
  close (self->failure);

  return reason;
}
