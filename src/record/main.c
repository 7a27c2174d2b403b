/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-record [OPTION…] [-- PROGRAM [ARG…]]: records a program, serves it live, and saves it. */

#include "config.h"

#include "ful-recorder-private.h"

#include "ful-record-report.h"

#include "agent/ful-record-agent.h"
#include "agent/ful-record-preload.h"
#include "base/ful-error.h"
#include "base/ful-installation.h"
#include "buffer/ful-record-output.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

/* From a marker that is waited for to the begin of saving. */
#define SAVE_LATE_MS 1000

/* Of a sample by the agent, which does not follow frame pointers itself. */
#define AGENT_STACK_BYTES 32768

static int
fail (GError *error)
{
  g_strdelimit (error->message, "\n", ' ');
  g_printerr ("fulgens-record: %s\n", error->message);
  g_error_free (error);

  return EXIT_FAILED;
}

/* A second after it what followed it is there, too. */
static gboolean
save_late_cb (gpointer user_data)
{
  FulRecorder *self = user_data;

  g_atomic_int_set (&self->is_save_due, FALSE);
  if (!self->is_over)
    ful_record_saver_save (self->saver);

  return G_SOURCE_REMOVE;
}

/* In the thread that records. */
static void
watched_cb (gpointer user_data)
{
  FulRecorder *self = user_data;

  if (g_atomic_int_compare_and_exchange (&self->is_save_due, FALSE, TRUE))
    g_timeout_add (SAVE_LATE_MS, save_late_cb, self);
}

/* Opens the events of what is recorded. */
static gboolean
add_targets (FulRecorder  *self,
             GError      **error)
{
  for (guint i = 0; self->options.pids && i < self->options.pids->len; i++)
    if (!ful_record_session_add_process (self->session, g_array_index (self->options.pids, gint32, i), error))
      return FALSE;

  return self->options.pids || ful_record_session_add_program (self->session, self->program.pid, error);
}

static int
get_exit_status (FulRecorder *self)
{
  if (!self->has_exited)
    return 0;

  return WIFSIGNALED (self->wait_status) ? 128 + WTERMSIG (self->wait_status) : WEXITSTATUS (self->wait_status);
}

/* Returns: whether the output was written, or none is wanted */
static gboolean
save (FulRecorder  *self,
      guint64      *out_bytes,
      GError      **error)
{
  FulRecordBuffer *buffer = ful_record_session_get_buffer (self->session);

  if (self->stream)
    return ful_record_stream_finish (self->stream, out_bytes, error);
  if (self->options.output == NULL)
    return TRUE;
  if (self->options.threads && ful_record_buffer_get_counts (buffer).samples == 0)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_EMPTY, _("no thread with a name like “%s” did anything"), self->options.threads);
      return FALSE;
    }

  return ful_record_output_save (buffer, self->options.output, !self->options.no_symbols, out_bytes, error);
}

static int
finish (FulRecorder *self)
{
  FulRecordBuffer *buffer = ful_record_session_get_buffer (self->session);
  FulRecordSummary summary;
  FulWireState finished = { 3, 0 };
  guint64 n_written = 0, n_missed;
  int status = self->status;
  GError *error = NULL;

  /* Without a file a second one spares waiting for clients, and the socket is to be removed: who dies with several
   * threads that follow it sends more than one. */
  if (self->options.output)
    ful_recorder_allow_interrupts (self);
  ful_record_session_stop (self->session, self->reason, &summary);
  summary.refused = self->refused;
  finished.since = summary.duration_ns;
  if (self->server)
    ful_live_server_set_state (self->server, &finished);
  if (status == 0 && !save (self, &n_written, &error))
    status = fail (error);
  error = NULL;
  /* Without a file of all of it the moment is to be there at least. */
  if (self->options.output == NULL && g_atomic_int_get (&self->is_save_due))
    ful_record_saver_save (self->saver);
  if (ful_record_saver_finish (g_steal_pointer (&self->saver)) > 0)
    status = EXIT_FAILED;
  n_missed = ful_record_buffer_get_n_missed (buffer);
  if (self->options.summary &&
      !ful_record_write_summary (self->options.summary, &summary, buffer, n_written, &error))
    status = fail (error);
  error = NULL;
  if (!self->options.quiet)
    ful_record_warn (&summary, self->options.keep_ns == 0 ? buffer : NULL);
  if (!self->options.quiet && self->options.output && status == 0)
    g_printerr (_("fulgens-record: %llu samples of %u threads, %.1f s: %s\n"), (unsigned long long) summary.n_samples,
                summary.n_threads, (double) summary.duration_ns / 1e9, self->options.output);
  self->is_saved = TRUE;
  ful_recorder_finish_clients (self);
  /* Clients may have missed more. */
  if (self->options.summary && ful_record_buffer_get_n_missed (buffer) > n_missed &&
      !ful_record_write_summary (self->options.summary, &summary, buffer, n_written, &error))
    status = fail (error);

  if (status == 0)
    status = self->status;   /* since */

  return status ? status : get_exit_status (self);
}

/* When the program runs: one that does not leaves an older file as it is. */
static gboolean
begin_stream (FulRecorder  *self,
              GError      **error)
{
  if (self->options.output == NULL || !ful_record_output_is_stream (self->options.output))
    return TRUE;

  self->stream = ful_record_stream_new (ful_record_session_get_buffer (self->session), self->options.output, error);

  return self->stream != NULL;
}

/* For markers; without it there are none. */
static void
make_folder (FulRecorder *self)
{
  g_autoptr(GError) error = NULL;

  self->folder = ful_record_ring_folder_new (0, &error);
  if (self->folder == NULL && !self->options.quiet)
    g_printerr ("fulgens-record: %s\n", error->message);
}

/* Whether the program is sampled by the agent, and what is to be loaded for it: (transfer full) (nullable) in @out_preload. */
static gboolean
choose_method (FulRecorder  *self,
               gboolean     *out_uses_agent,
               char        **out_preload,
               GError      **error)
{
  const FulRecordOptions *options = &self->options;
  g_autoptr(GError) refused = NULL;

  *out_uses_agent = options->method == FUL_RECORD_METHOD_AGENT;
  if (options->method == FUL_RECORD_METHOD_AUTO && !options->pids && !ful_record_is_permitted (&refused))
    {
      *out_uses_agent = TRUE;
      self->refused = g_strdup (refused->message);
      if (!options->quiet)
        g_printerr (_("fulgens-record: %s; sampling by timers in the program instead\n"), refused->message);
    }
  if (!*out_uses_agent)
    return TRUE;
  if (self->folder == NULL)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("without a folder for it a program can only be sampled by perf events"));
      return FALSE;
    }
  *out_preload = ful_record_preload_new (options->program[0], error);

  return *out_preload != NULL;
}

static int
record (FulRecorder *self)
{
  const FulRecordOptions *options = &self->options;
  g_autofree char *command = options->pids ? NULL : g_strjoinv (" ", options->program);
  g_autofree char *product = options->pids ? g_strdup ("fulgens-record") : g_path_get_basename (options->program[0]);
  FulRecordSetup setup = {
    .events = { options->interval_ns, options->n_stack, options->frame_pointers, options->off_cpu },
    .product = product,
    .command = command,
    .threads = options->threads,
    .max_bytes = options->max_bytes,
    .keep_ns = options->keep_ns,
    .usage = options->usage,
    .watch = { options->watched, options->watched_ns, watched_cb, self },
  };
  g_autofree char *preload = NULL, *sanitizer = NULL;
  /* A folder that it inherits is of a recorder of ours. */
  const char *variables[] = { "FULGENS_MARKERS", NULL, "LD_PRELOAD", NULL, "ASAN_OPTIONS", NULL, NULL };
  GError *error = NULL;
  int reason = 0;

  if (!options->pids)
    make_folder (self);
  setup.folder = self->folder;
  if (!choose_method (self, &setup.uses_agent, &preload, &error))
    return fail (error);
  if (setup.uses_agent)
    {
      setup.events.interval_ns = ful_record_agent_get_interval (options->interval_ns);
      setup.events.n_stack = options->frame_pointers ? AGENT_STACK_BYTES : options->n_stack;
    }
  variables[1] = self->folder ? self->folder->path : NULL;
  variables[preload ? 3 : 2] = preload;
  variables[5] = sanitizer = ful_record_preload_dup_sanitizer ();
  /* While there is one thread. */
  if (!options->pids &&
      !ful_record_program_prepare (&self->program, options->program, variables, options->program_stderr, &error))
    return fail (error);
  self->session = ful_record_session_new (&setup, &error);
  if (self->session == NULL || !add_targets (self, &error) || ((options->view || options->socket) && !ful_recorder_serve (self, &error)))
    return fail (error);

  self->saver = ful_record_saver_new (ful_record_session_get_buffer (self->session),
                                      options->output ? options->output : "fulgens-record.json.gz", !options->no_symbols, options->quiet);
  ful_recorder_watch_signals (self);
  ful_record_session_start (self->session);
  if (!options->pids)
    reason = ful_record_program_begin (&self->program);
  if (reason != 0)
    {
      FulRecordSummary summary;

      g_printerr ("fulgens-record: %s: %s\n", options->program[0], g_strerror (reason));
      ful_record_session_stop (self->session, FUL_WIRE_END_OTHER, &summary);
      ful_record_saver_finish (g_steal_pointer (&self->saver));
      return reason == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE;
    }
  if (!begin_stream (self, &error))
    {
      self->status = fail (error);
      ful_recorder_end (self, FUL_WIRE_END_OTHER);
    }
  error = NULL;
  if (!options->pids)
    ful_recorder_watch_program (self);
  ful_recorder_watch_processes (self);
  if (options->view && !ful_recorder_start_viewer (self, &error))
    {
      fail (error);   /* it is recorded all the same */
      self->options.view = FALSE;
    }
  if (!self->is_over)
    g_main_loop_run (self->loop);

  return finish (self);
}

int
main (int    argc,
      char **argv)
{
  FulRecorder recorder = { { NULL } };
  GError *error = NULL;
  int status;

  setlocale (LC_ALL, "");
  ful_installation_translate ();
  g_set_prgname ("fulgens-record");
  signal (SIGPIPE, SIG_IGN);
  ful_record_program_raise_limit ();
  /* Until there is something to pause, or to save. */
  signal (SIGUSR1, SIG_IGN);
  signal (SIGUSR2, SIG_IGN);

  if (!ful_record_options_parse (&recorder.options, argc, argv, &error) ||
      (recorder.options.output && !ful_record_output_check (recorder.options.output, &error)) ||
      (recorder.options.summary && !ful_record_check_summary (recorder.options.summary, &error)))
    status = fail (error);
  else if (recorder.options.version)
    {
      printf ("fulgens-record " PACKAGE_VERSION "\n");
      status = 0;
    }
  else if (recorder.options.check)
    status = ful_record_check () ? 0 : 1;
  else
    {
      recorder.loop = g_main_loop_new (NULL, FALSE);
      status = record (&recorder);
      g_clear_pointer (&recorder.server, ful_live_server_free);
      g_clear_pointer (&recorder.listener, ful_live_listener_free);
      g_clear_pointer (&recorder.stream, ful_record_stream_free);
      g_clear_pointer (&recorder.session, ful_record_session_free);
      g_clear_pointer (&recorder.folder, ful_record_ring_folder_free);
      g_free (recorder.refused);
      g_main_loop_unref (recorder.loop);
    }
  ful_record_options_clear (&recorder.options);

  return status;
}
