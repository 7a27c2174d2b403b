/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tool needs of Windows. */

#include "config.h"

#include "ful-query-system.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gwin32inputstream.h>
#include <gio/gwin32outputstream.h>
#include <io.h>
#include <locale.h>
#include <stdio.h>
#include <windows.h>

#define LOOK_MS 500
#define UNITS_PER_SECOND 1e7   /* of times of processes */

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
  return g_win32_input_stream_new (GetStdHandle (STD_INPUT_HANDLE), FALSE);
}

GOutputStream *
ful_query_system_open_output (void)
{
  return g_win32_output_stream_new (GetStdHandle (STD_OUTPUT_HANDLE), FALSE);
}

/* A closed pipe is said to be an invalid argument by the C library. */
gboolean
ful_query_system_is_reader_gone (int number)
{
  DWORD n;

  return GetFileType (GetStdHandle (STD_OUTPUT_HANDLE)) == FILE_TYPE_PIPE &&
         (number == EPIPE || number == EINVAL ||
          (!WriteFile (GetStdHandle (STD_OUTPUT_HANDLE), "", 0, &n, NULL) && (GetLastError () == ERROR_NO_DATA ||
                                                                             GetLastError () == ERROR_BROKEN_PIPE)));
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
