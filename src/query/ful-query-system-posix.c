/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tool needs of a POSIX system. */

#include "config.h"

#include "ful-query-system.h"

#include <errno.h>
#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <glib-unix.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

/**
 * ful_query_system_init:
 * @arguments: (inout): of main(); UTF-8 or file names of the system after it
 *
 * To be called once, before anything is written. Bytes are written as they are given, numbers as in the locale, messages
 * in English.
 */
void
ful_query_system_init (char ***arguments)
{
  signal (SIGXFSZ, SIG_IGN);   /* a file that is too large is an error to report */
  setlocale (LC_ALL, "");
  setlocale (LC_MESSAGES, "C");   /* scripts read the answers, and texts of the core stand in them */
}

GInputStream *
ful_query_system_open_input (void)
{
  return g_unix_input_stream_new (STDIN_FILENO, FALSE);
}

/* What was written by stdio before is to be flushed. */
GOutputStream *
ful_query_system_open_output (void)
{
  return g_unix_output_stream_new (STDOUT_FILENO, FALSE);
}

/**
 * ful_query_system_is_reader_gone:
 * @number: `errno` of a failed write to standard output, or 0: of an earlier one it is not known any more
 *
 * Returns: whether standard output is a pipe that nobody reads any more, as with head
 */
gboolean
ful_query_system_is_reader_gone (int number)
{
  struct pollfd reader = { .fd = STDOUT_FILENO };

  return number == EPIPE || (poll (&reader, 1, 0) == 1 && (reader.revents & POLLERR));
}

/**
 * ful_query_system_on_interrupt:
 * @interrupted: called in the main loop each time the user ends the program
 *
 * Writing to a pipe that nobody reads does not end the program any more.
 */
void
ful_query_system_on_interrupt (GSourceFunc interrupted,
                               gpointer    user_data)
{
  g_unix_signal_add (SIGINT, interrupted, user_data);
  g_unix_signal_add (SIGTERM, interrupted, user_data);
  signal (SIGPIPE, SIG_IGN);
}

static void (*cpu_over) (void);

static void
over_cb (int number)
{
  cpu_over ();
}

/**
 * ful_query_system_limit_cpu:
 * @seconds: from now on; 0: no limit
 * @over: called then, wherever the program is: it may write and end it
 */
void
ful_query_system_limit_cpu (double   seconds,
                            void   (*over) (void))
{
  struct itimerval timer = { .it_value.tv_sec = (time_t) seconds };

  cpu_over = over;
  signal (SIGVTALRM, over_cb);
  setitimer (ITIMER_VIRTUAL, &timer, NULL);
}
