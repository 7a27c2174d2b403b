/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-record-options.h"

#include "base/ful-error.h"
#include "buffer/ful-record-output.h"

#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define DEFAULT_INTERVAL_MS 1.0
#define MIN_INTERVAL_MS 0.01
#define MAX_INTERVAL_MS 10000.0
#define DEFAULT_STACK_KIB 32
#define MAX_STACK_KIB 63
#define DEFAULT_MEMORY_MIB 256
#define MAX_MEMORY_MIB (1 << 20)
#define MIN_S 0.001
#define MAX_S 1e6

/* Of a number. */
#define NOT_GIVEN (-G_MAXDOUBLE)

static gboolean
fail (GError     **error,
      const char  *message)
{
  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, message);

  return FALSE;
}

static gboolean
parse_pids (FulRecordOptions  *self,
            const char        *text,
            GError           **error)
{
  g_auto(GStrv) numbers = g_strsplit (text, ",", -1);

  self->pids = g_array_new (FALSE, FALSE, sizeof (gint32));
  for (guint i = 0; numbers[i]; i++)
    {
      guint64 number;
      gint32 pid;
      guint known;

      if (!g_ascii_string_to_unsigned (numbers[i], 10, 1, G_MAXINT32, &number, NULL))
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("--pid: “%s” is not the number of a process"), numbers[i]);
          return FALSE;
        }
      pid = (gint32) number;
      for (known = 0; known < self->pids->len && g_array_index (self->pids, gint32, known) != pid; known++)
        ;
      if (known == self->pids->len)
        g_array_append_val (self->pids, pid);
    }

  return self->pids->len > 0 || fail (error, _("--pid: which process?"));
}

/* @out_seconds: 0 if it was not given */
static gboolean
parse_seconds (double       seconds,
               const char  *option,
               double      *out_seconds,
               GError     **error)
{
  *out_seconds = seconds == NOT_GIVEN ? 0 : seconds;
  if (seconds == NOT_GIVEN || (seconds >= MIN_S && seconds <= MAX_S))
    return TRUE;

  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("%s must be from 0.001 to 1000000 s"), option);

  return FALSE;
}

static gboolean
parse_stacks (FulRecordOptions  *self,
              const char        *stacks,
              int                stack_size,
              GError           **error)
{
  if (stack_size < 1 || stack_size > MAX_STACK_KIB)
    return fail (error, _("--stack-size must be from 1 to 63 KiB"));
  if (stacks == NULL || g_str_equal (stacks, "unwind"))
    self->n_stack = (guint) stack_size * 1024;
  else if (g_str_equal (stacks, "frame-pointers"))
    self->frame_pointers = TRUE;
  else if (!g_str_equal (stacks, "none"))
    return fail (error, _("--stacks must be unwind, frame-pointers or none"));

  return TRUE;
}

static gboolean
parse_off_cpu (FulRecordOptions  *self,
               const char        *off_cpu,
               GError           **error)
{
  self->off_cpu = off_cpu == NULL || g_str_equal (off_cpu, "yes");

  return self->off_cpu || g_str_equal (off_cpu, "no") || fail (error, _("--off-cpu must be yes or no"));
}

static gboolean
parse_usage (FulRecordOptions  *self,
             const char        *names,
             GError           **error)
{
  self->usage = FUL_RECORD_USAGE_ALL;

  return names == NULL || ful_record_usage_parse (names, &self->usage) ||
         fail (error, _("--counters: names of cpu, memory, faults, io, switches and power, or all, or none"));
}

/* @when: (nullable): NAME>MS */
static gboolean
parse_watched (FulRecordOptions  *self,
               const char        *when,
               GError           **error)
{
  const char *sign = when ? strrchr (when, '>') : NULL;
  char *end = NULL;
  double ms = sign ? g_ascii_strtod (sign + 1, &end) : 0;

  if (when == NULL)
    return TRUE;
  if (sign == NULL || sign == when || end == sign + 1 || *end != '\0' || !(ms >= 0 && ms <= 1e9))
    return fail (error, _("--save-when must be the name of a marker and a time in ms, as 'frame>16.7'"));
  self->watched = g_strndup (when, (gsize) (sign - when));
  self->watched_ns = (guint64) (ms * 1e6);

  return TRUE;
}

static gboolean
parse_method (FulRecordOptions  *self,
              const char        *method,
              GError           **error)
{
  static const char *const names[] = { "auto", "perf", "agent" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_strcmp0 (method, names[i]) == 0)
      {
        self->method = (FulRecordMethod) i;
        return TRUE;
      }

  return method == NULL || fail (error, _("--method must be auto, perf or agent"));
}

/* No thread has an empty name. */
static gboolean
check_threads (const FulRecordOptions  *self,
               GError                 **error)
{
  g_auto(GStrv) globs = g_strsplit (self->threads ? self->threads : "*", ",", -1);

  return globs[0] && !g_strv_contains ((const char *const *) globs, "") ? TRUE : fail (error, _("--threads must be names, or patterns of names"));
}

static gboolean
check_summary (const FulRecordOptions  *self,
               GError                 **error)
{
  return self->summary == NULL || *self->summary != '\0' ? TRUE : fail (error, _("--summary must be the name of a file"));
}

/* What was asked for, and excludes each other. */
static gboolean
check_together (const FulRecordOptions  *self,
                GError                 **error)
{
  gboolean has_program = self->program && self->program[0];

  if (self->check || self->version)
    return TRUE;
  if (self->pids && has_program)
    return fail (error, _("either --pid or a program can be recorded"));
  if (!self->pids && !has_program)
    return fail (error, _("which program? Try: fulgens-record -- PROGRAM"));
  if (self->keep_ns != 0 && self->output && ful_record_output_is_stream (self->output))
    return fail (error, _("--keep: an .fpls file is written as it comes and keeps all; use another extension"));
  if (self->pids && self->method == FUL_RECORD_METHOD_AGENT)
    return fail (error, _("running processes cannot be sampled by the agent, as it is loaded when a program begins"));
  if (self->program_stderr != -1 && fcntl (self->program_stderr, F_GETFD) < 0)
    return fail (error, _("--program-stderr must be an open descriptor"));

  return TRUE;
}

/**
 * ful_record_options_parse:
 * @self: (out): to be cleared in any case
 * @error: %FUL_ERROR_ARGUMENT, or #GOptionError
 */
gboolean
ful_record_options_parse (FulRecordOptions  *self,
                          int                argc,
                          char             **argv,
                          GError           **error)
{
  g_autofree char *pids = NULL, *stacks = NULL, *off_cpu = NULL, *usage = NULL, *when = NULL, *method = NULL;
  double interval = NOT_GIVEN, rate = NOT_GIVEN, keep = NOT_GIVEN, duration = NOT_GIVEN;
  int stack_size = DEFAULT_STACK_KIB, memory = DEFAULT_MEMORY_MIB;
  g_autoptr(GOptionContext) context = g_option_context_new ("[-- PROGRAM [ARG…]]");
  g_auto(GStrv) arguments = g_strdupv (argv);
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self->output, N_("File: .json, .json.gz, .jslb, .jslb.gz or .fpls"), N_("FILE") },
    { "pid", 'p', 0, G_OPTION_ARG_STRING, &pids, N_("Record running processes"), N_("PID[,PID…]") },
    { "view", 0, 0, G_OPTION_ARG_NONE, &self->view, N_("Follow it in the viewer (the default without -o)"), NULL },
    { "socket", 0, 0, G_OPTION_ARG_FILENAME, &self->socket, N_("Serve it live to viewers"), N_("PATH") },
    { "interval", 'i', 0, G_OPTION_ARG_DOUBLE, &interval, N_("CPU time between two samples (1)"), N_("MS") },
    { "rate", 'F', 0, G_OPTION_ARG_DOUBLE, &rate, N_("Samples per second instead"), N_("HZ") },
    { "duration", 'd', 0, G_OPTION_ARG_DOUBLE, &duration, N_("End after a time; the program goes on"), N_("S") },
    { "stacks", 0, 0, G_OPTION_ARG_STRING, &stacks, N_("unwind, frame-pointers or none (unwind)"), N_("HOW") },
    { "stack-size", 0, 0, G_OPTION_ARG_INT, &stack_size, N_("Memory of the stack in each sample (32)"), N_("KIB") },
    { "off-cpu", 0, 0, G_OPTION_ARG_STRING, &off_cpu, N_("Record where threads wait, too: yes or no (yes)"), N_("WHETHER") },
    { "threads", 0, 0, G_OPTION_ARG_STRING, &self->threads, N_("Record only threads with such names"), N_("GLOB[,GLOB…]") },
    { "counters", 0, 0, G_OPTION_ARG_STRING, &usage, N_("Which counters: cpu, memory, faults, io, switches, power (all)"), N_("LIST") },
    { "max-memory", 0, 0, G_OPTION_ARG_INT, &memory, N_("Limit of the buffer (256); what is oldest goes"), N_("MIB") },
    { "keep", 0, 0, G_OPTION_ARG_DOUBLE, &keep, N_("Keep only the last seconds"), N_("S") },
    { "save-when", 0, 0, G_OPTION_ARG_STRING, &when, N_("Save what there is a second after such a marker, and go on"), N_("'NAME>MS'") },
    { "method", 0, 0, G_OPTION_ARG_STRING, &method, N_("auto, perf or agent (auto)"), N_("HOW") },
    { "summary", 0, 0, G_OPTION_ARG_FILENAME, &self->summary, N_("Write figures of the recording as JSON"), N_("FILE") },
    { "no-symbols", 0, 0, G_OPTION_ARG_NONE, &self->no_symbols, N_("Look up no names for the file"), NULL },
    { "check", 0, 0, G_OPTION_ARG_NONE, &self->check, N_("Say what this machine permits"), NULL },
    { "program-stderr", 0, 0, G_OPTION_ARG_INT, &self->program_stderr, N_("Standard error of the program, an open descriptor"), N_("FD") },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &self->quiet, N_("Say errors alone"), NULL },
    { "version", 0, 0, G_OPTION_ARG_NONE, &self->version, N_("Print the version"), NULL },
    { NULL },
  };

  *self = (FulRecordOptions) { .program_stderr = -1 };
  g_option_context_set_summary (context, _("Records a program: where its threads spend CPU time, with whole stacks."));
  g_option_context_set_description (context, _("Exit status: that of the program; 125 if it could not be recorded, 126 or 127 if it could not be\n"
                                               "started, 130 after a second interrupt. Of --check: 1 if perf events are refused."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  g_option_context_set_strict_posix (context, TRUE);
  if (!g_option_context_parse_strv (context, &arguments, error))
    return FALSE;

  self->program = g_strdupv (arguments + (arguments[0] != NULL));
  if (self->program[0] && g_str_equal (self->program[0], "--"))
    {
      g_free (self->program[0]);
      memmove (self->program, self->program + 1, sizeof *self->program * g_strv_length (self->program + 1) + sizeof *self->program);
    }
  if (interval != NOT_GIVEN && rate != NOT_GIVEN)
    return fail (error, _("either --interval or --rate can be given"));
  if (rate != NOT_GIVEN)
    interval = 1000 / rate;
  if (interval == NOT_GIVEN)
    interval = DEFAULT_INTERVAL_MS;
  if (!(interval >= MIN_INTERVAL_MS && interval <= MAX_INTERVAL_MS))
    return fail (error, _("the interval must be from 0.01 to 10000 ms"));
  self->interval_ns = (guint64) (interval * 1e6 + 0.5);
  if (memory < 1 || memory > MAX_MEMORY_MIB)
    return fail (error, _("--max-memory must be from 1 to 1048576 MiB"));
  self->max_bytes = (guint64) memory << 20;
  if (!parse_seconds (duration, "--duration", &self->duration, error) || !parse_seconds (keep, "--keep", &keep, error))
    return FALSE;
  self->keep_ns = (gint64) (keep * 1e9);
  self->view |= self->output == NULL && self->socket == NULL;

  return (pids == NULL || parse_pids (self, pids, error)) && parse_stacks (self, stacks, stack_size, error) &&
         parse_off_cpu (self, off_cpu, error) && parse_usage (self, usage, error) && parse_watched (self, when, error) &&
         check_summary (self, error) && parse_method (self, method, error) && check_threads (self, error) && check_together (self, error);
}

void
ful_record_options_clear (FulRecordOptions *self)
{
  g_free (self->output);
  g_free (self->socket);
  g_free (self->summary);
  g_free (self->threads);
  g_free (self->watched);
  g_clear_pointer (&self->pids, g_array_unref);
  g_strfreev (self->program);
}
