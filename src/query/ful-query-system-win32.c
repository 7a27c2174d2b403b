/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tool needs of Windows. */

#include "config.h"

#include "ful-query-system.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <locale.h>
#include <stdio.h>
#include <unistd.h>
#include <windows.h>

/* Streams of GIO for handles of Windows begin each access to a file at its start. */

#define FUL_TYPE_STANDARD_INPUT (ful_standard_input_get_type ())
G_DECLARE_FINAL_TYPE (FulStandardInput, ful_standard_input, FUL, STANDARD_INPUT, GInputStream)

struct _FulStandardInput
{
  GInputStream parent_instance;
};

G_DEFINE_FINAL_TYPE (FulStandardInput, ful_standard_input, G_TYPE_INPUT_STREAM)

#define FUL_TYPE_STANDARD_OUTPUT (ful_standard_output_get_type ())
G_DECLARE_FINAL_TYPE (FulStandardOutput, ful_standard_output, FUL, STANDARD_OUTPUT, GOutputStream)

struct _FulStandardOutput
{
  GOutputStream parent_instance;
};

G_DEFINE_FINAL_TYPE (FulStandardOutput, ful_standard_output, G_TYPE_OUTPUT_STREAM)

#define LOOK_MS 500
#define UNITS_PER_SECOND 1e7   /* of times of processes */

static gssize
read_input (GInputStream  *stream,
            void          *to,
            gsize          n,
            GCancellable  *cancellable,
            GError       **error)
{
  int n_read = read (STDIN_FILENO, to, (unsigned) MIN (n, G_MAXINT));
  int number = errno;

  /* The other end of a pipe was closed. */
  if (n_read < 0 && number != EPIPE)
    g_set_error_literal (error, G_IO_ERROR, (gint) g_io_error_from_errno (number), g_strerror (number));

  return n_read < 0 && number == EPIPE ? 0 : n_read;
}

static void
ful_standard_input_class_init (FulStandardInputClass *klass)
{
  G_INPUT_STREAM_CLASS (klass)->read_fn = read_input;
}

static void
ful_standard_input_init (FulStandardInput *self)
{
}

static gssize
write_output (GOutputStream  *stream,
              const void     *bytes,
              gsize           n,
              GCancellable   *cancellable,
              GError        **error)
{
  int n_written = write (STDOUT_FILENO, bytes, (unsigned) MIN (n, G_MAXINT));
  int number = errno;

  if (n_written < 0 && ful_query_system_is_reader_gone (number))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE, g_strerror (EPIPE));
  else if (n_written < 0)
    g_set_error_literal (error, G_IO_ERROR, (gint) g_io_error_from_errno (number), g_strerror (number));

  return n_written;
}

static void
ful_standard_output_class_init (FulStandardOutputClass *klass)
{
  G_OUTPUT_STREAM_CLASS (klass)->write_fn = write_output;
}

static void
ful_standard_output_init (FulStandardOutput *self)
{
}

/* GLib would convert to the code page of the console. */
static void
print_output_cb (const char *text)
{
  fputs (text, stdout);
  fflush (stdout);
}

static void
print_error_cb (const char *text)
{
  fputs (text, stderr);
  fflush (stderr);
}

void
ful_query_system_init (char ***arguments)
{
  setlocale (LC_ALL, "");
  g_setenv ("LANGUAGE", "C", TRUE);
  *arguments = g_win32_get_command_line ();   /* those of main() are in the code page; freed with the program */
  _setmode (fileno (stdin), _O_BINARY);
  _setmode (fileno (stdout), _O_BINARY);
  _setmode (fileno (stderr), _O_BINARY);
  g_set_print_handler (print_output_cb);
  g_set_printerr_handler (print_error_cb);
}

GInputStream *
ful_query_system_open_input (void)
{
  return g_object_new (FUL_TYPE_STANDARD_INPUT, NULL);
}

GOutputStream *
ful_query_system_open_output (void)
{
  return g_object_new (FUL_TYPE_STANDARD_OUTPUT, NULL);
}

/* Nothing else makes writing to a pipe fail; the C library says that it is an invalid argument. */
gboolean
ful_query_system_is_reader_gone (int number)
{
  return GetFileType (GetStdHandle (STD_OUTPUT_HANDLE)) == FILE_TYPE_PIPE;
}

static GSourceFunc on_interrupt;
static gpointer on_interrupt_data;

static gboolean
interrupted_cb (gpointer user_data)
{
  on_interrupt (on_interrupt_data);

  return G_SOURCE_REMOVE;
}

/* In a thread of the system. */
static BOOL WINAPI
control_cb (DWORD type)
{
  g_idle_add_full (G_PRIORITY_HIGH, interrupted_cb, NULL, NULL);

  return TRUE;
}

void
ful_query_system_on_interrupt (GSourceFunc interrupted,
                               gpointer    user_data)
{
  on_interrupt = interrupted;
  on_interrupt_data = user_data;
  SetConsoleCtrlHandler (control_cb, TRUE);
}

static HANDLE cpu_timer;
static double cpu_end;
static void (*cpu_over) (void);

static double
get_cpu_seconds (void)
{
  FILETIME created, ended, kernel, user;

  GetProcessTimes (GetCurrentProcess (), &created, &ended, &kernel, &user);

  return (double) ((guint64) user.dwHighDateTime << 32 | user.dwLowDateTime) / UNITS_PER_SECOND;
}

/* In a thread of the system. */
static VOID CALLBACK
look_cb (PVOID   data,
         BOOLEAN fired)
{
  if (get_cpu_seconds () >= cpu_end)
    cpu_over ();
}

void
ful_query_system_limit_cpu (double   seconds,
                            void   (*over) (void))
{
  if (cpu_timer)
    DeleteTimerQueueTimer (NULL, cpu_timer, INVALID_HANDLE_VALUE);
  cpu_timer = NULL;
  cpu_over = over;
  cpu_end = get_cpu_seconds () + seconds;
  if (seconds > 0)
    CreateTimerQueueTimer (&cpu_timer, NULL, look_cb, NULL, LOOK_MS, LOOK_MS, WT_EXECUTEDEFAULT);
}
