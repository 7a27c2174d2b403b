/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-record [OPTION…] [-- PROGRAM [ARG…]]: records a program, serves it live, and saves it. */

#include "config.h"

#include "ful-record-options.h"
#include "ful-record-program.h"
#include "ful-record-report.h"
#include "ful-record-session.h"

#include "agent/ful-record-agent.h"
#include "agent/ful-record-preload.h"
#include "base/ful-error.h"
#include "buffer/ful-record-cursor.h"
#include "buffer/ful-record-output.h"
#include "buffer/ful-record-saver.h"
#include "buffer/ful-record-stream.h"
#include "live/ful-live-channel.h"
#include "live/server/ful-live-listener.h"
#include "live/server/ful-live-server.h"
#include "markers/ful-record-ring-folder.h"
#include "wire/ful-wire.h"

#include <errno.h>
#include <glib-unix.h>
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Exit status of our own failures, as of env and timeout. */
enum { EXIT_FAILED = 125, EXIT_NOT_EXECUTABLE = 126, EXIT_NOT_FOUND = 127, EXIT_INTERRUPTED = 128 + SIGINT };

/* How often it is looked whether all clients have what there is. */
#define LOOK_MS 100

/* From a marker that is waited for to the begin of saving. */
#define SAVE_LATE_MS 1000

/* Of a sample by the agent, which does not follow frame pointers itself. */
#define AGENT_STACK_BYTES 32768

typedef struct
{
  FulRecordOptions   options;
  GMainLoop         *loop;
  FulRecordSession  *session;
  FulRecordProgram   program;
  char              *refused;       /* (nullable): why perf events are not permitted */
  FulRecordRingFolder *folder;      /* (nullable): of markers */
  guint              n_running;     /* of the processes that ran before */
  gboolean           has_exited;
  int                wait_status;
  FulWireEndReason   reason;
  gboolean           is_over;       /* it is being saved */
  gboolean           is_saved;      /* clients are waited for */
  gboolean           leaves;        /* and not any more */
  guint              interrupts[3]; /* sources */
  gboolean           is_paused;
  int                status;        /* of an error that has ended it */
  FulRecordSaver    *saver;
  int                is_save_due;   /* atomic */
  FulRecordStream   *stream;        /* (nullable): of an output that is one */
  gboolean           had_client;
  FulLiveListener   *listener;
  FulLiveServer     *server;
} Recorder;

static int
fail (GError *error)
{
  g_strdelimit (error->message, "\n", ' ');
  g_printerr ("fulgens-record: %s\n", error->message);
  g_error_free (error);

  return EXIT_FAILED;
}

static void
end (Recorder         *self,
     FulWireEndReason  reason)
{
  if (self->is_over)
    return;
  self->is_over = TRUE;
  self->reason = reason;
  g_main_loop_quit (self->loop);
}

static void
exited_cb (GPid     pid G_GNUC_UNUSED,
           int      status,
           gpointer user_data)
{
  Recorder *self = user_data;

  self->has_exited = TRUE;
  self->wait_status = status;
  end (self, FUL_WIRE_END_TARGET_EXITED);
}

static gboolean
process_ended_cb (int           file,
                  GIOCondition  condition G_GNUC_UNUSED,
                  gpointer      user_data)
{
  Recorder *self = user_data;

  close (file);
  if (--self->n_running == 0)
    end (self, FUL_WIRE_END_TARGET_EXITED);

  return G_SOURCE_REMOVE;
}

/* The recording of processes that ran before ends with the last of them; on kernels before 5.3 with an interrupt. */
static void
watch_processes (Recorder *self)
{
  for (guint i = 0; self->options.pids && i < self->options.pids->len; i++)
    {
      int file = (int) syscall (SYS_pidfd_open, g_array_index (self->options.pids, gint32, i), 0);

      if (file < 0 && errno == ENOSYS)
        self->n_running++;
      if (file < 0)
        continue;
      self->n_running++;
      g_unix_fd_add (file, G_IO_IN, process_ended_cb, self);
    }
  if (self->options.pids && self->n_running == 0)   /* since they were added */
    end (self, FUL_WIRE_END_TARGET_EXITED);
}

static gboolean
interrupted_cb (gpointer user_data)
{
  Recorder *self = user_data;

  end (self, FUL_WIRE_END_SERVER_ENDS);
  self->leaves = self->is_saved;

  return G_SOURCE_CONTINUE;
}

/* A second one has the status of a program that it ends, as that has no use for what clients may miss. */
static gboolean
keyboard_interrupt_cb (gpointer user_data)
{
  Recorder *self = user_data;

  interrupted_cb (self);
  if (self->leaves)
    self->status = EXIT_INTERRUPTED;

  return G_SOURCE_CONTINUE;
}

static gboolean
over_cb (gpointer user_data)
{
  end (user_data, FUL_WIRE_END_SERVER_ENDS);

  return G_SOURCE_REMOVE;
}

static void
set_paused (Recorder *self,
            gboolean  is_paused)
{
  FulWireState state = { is_paused ? 2 : 1, ful_record_buffer_get_complete (ful_record_session_get_buffer (self->session)) };

  if (self->is_over)
    return;

  self->is_paused = is_paused;
  ful_record_session_set_paused (self->session, is_paused);
  if (self->server)
    ful_live_server_set_state (self->server, &state);
}

static gboolean
pause_cb (gpointer user_data)
{
  Recorder *self = user_data;

  set_paused (self, !self->is_paused);

  return G_SOURCE_CONTINUE;
}

static gboolean
save_cb (gpointer user_data)
{
  Recorder *self = user_data;

  if (!self->is_over)
    ful_record_saver_save (self->saver);

  return G_SOURCE_CONTINUE;
}

/* A second after it what followed it is there, too. */
static gboolean
save_late_cb (gpointer user_data)
{
  Recorder *self = user_data;

  g_atomic_int_set (&self->is_save_due, FALSE);
  if (!self->is_over)
    ful_record_saver_save (self->saver);

  return G_SOURCE_REMOVE;
}

/* In the thread that records. */
static void
watched_cb (gpointer user_data)
{
  Recorder *self = user_data;

  if (g_atomic_int_compare_and_exchange (&self->is_save_due, FALSE, TRUE))
    g_timeout_add (SAVE_LATE_MS, save_late_cb, self);
}

/* What clients ask for. Returns: (transfer full) (nullable): why it is refused */
static char *
request_cb (guint           client G_GNUC_UNUSED,
            FulLiveRequest  request,
            const char     *text G_GNUC_UNUSED,
            gpointer        user_data)
{
  Recorder *self = user_data;

  if (request == FUL_LIVE_REQUEST_STOP)
    end (self, FUL_WIRE_END_STOPPED);
  else if (request == FUL_LIVE_REQUEST_PAUSE || request == FUL_LIVE_REQUEST_RESUME)
    set_paused (self, request == FUL_LIVE_REQUEST_PAUSE);
  else
    return g_strdup (_("fulgens-record cannot do that"));

  return NULL;
}

/* There is a history as long as all of it is there. */
static guint64
choose_cb (guint       client G_GNUC_UNUSED,
           const char *name G_GNUC_UNUSED,
           gpointer    user_data)
{
  Recorder *self = user_data;
  FulRecordDiscarded discarded = ful_record_buffer_get_discarded (ful_record_session_get_buffer (self->session));

  return FUL_WIRE_CAN_STOP | FUL_WIRE_CAN_PAUSE | (discarded.n_chunks == 0 ? FUL_WIRE_HAS_HISTORY : 0);
}

static gpointer
open_feed_cb (guint                   client,
              const FulWireSubscribe *subscribe,
              gpointer                user_data)
{
  Recorder *self = user_data;

  self->had_client = TRUE;

  return ful_record_feed_class.open (client, subscribe, ful_record_session_get_buffer (self->session));
}

static gboolean
serve (Recorder  *self,
       GError   **error)
{
  static FulLiveFeedClass feed_class;
  g_autofree char *path = NULL;
  FulLiveServerOptions options = {
    .name = "fulgens-record",
    .choose_cb = choose_cb,
    .state = { 1, 0 },
    .feed_class = &feed_class,
    .request_cb = request_cb,
    .user_data = self,
  };

  feed_class = ful_record_feed_class;
  feed_class.open = open_feed_cb;
  if (self->options.socket)
    path = g_strdup (self->options.socket);
  else
    {
      g_autofree char *name = g_strdup_printf ("record-%d.sock", (int) getpid ());

      path = g_build_filename (g_get_user_runtime_dir (), "fulgens", name, NULL);
    }
  self->listener = ful_live_listener_new_unix (path, error);
  if (self->listener == NULL)
    return FALSE;

  self->server = ful_live_server_new (self->listener->socket, &options);
  if (!self->options.quiet && self->options.socket)
    g_printerr (_("fulgens-record: serving %s\n"), path);

  return TRUE;
}

/* The viewer: beside this program, or in the folder of a build. Returns: whether it was started */
static gboolean
start_viewer (Recorder  *self,
              GError   **error)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (program ? program : ".");
  g_autofree char *built = g_build_filename (folder, "..", "ui", "fulgens", NULL);
  g_autofree char *installed = g_build_filename (folder, "fulgens", NULL);
  const char *viewer = g_file_test (built, G_FILE_TEST_IS_EXECUTABLE) ? built :
                       g_file_test (installed, G_FILE_TEST_IS_EXECUTABLE) ? installed : "fulgens";
  const char *arguments[] = { viewer, "--live", self->listener->address, NULL };

  return g_spawn_async (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, error);
}

/* Opens the events of what is recorded. */
static gboolean
add_targets (Recorder  *self,
             GError   **error)
{
  for (guint i = 0; self->options.pids && i < self->options.pids->len; i++)
    if (!ful_record_session_add_process (self->session, g_array_index (self->options.pids, gint32, i), error))
      return FALSE;

  return self->options.pids || ful_record_session_add_program (self->session, self->program.pid, error);
}

static int
get_exit_status (Recorder *self)
{
  if (!self->has_exited)
    return 0;

  return WIFSIGNALED (self->wait_status) ? 128 + WTERMSIG (self->wait_status) : WEXITSTATUS (self->wait_status);
}

static void
watch_interrupts (Recorder *self)
{
  struct sigaction hang_up;

  if (self->interrupts[0] != 0)
    return;
  self->interrupts[0] = g_unix_signal_add (SIGINT, keyboard_interrupt_cb, self);
  self->interrupts[1] = g_unix_signal_add (SIGTERM, interrupted_cb, self);
  /* Of a terminal that is closed, unless nohup says that it does not matter. */
  if (sigaction (SIGHUP, NULL, &hang_up) == 0 && hang_up.sa_handler != SIG_IGN)
    self->interrupts[2] = g_unix_signal_add (SIGHUP, interrupted_cb, self);
}

/* From now on they end the program, and a file that is not whole is removed. */
static void
allow_interrupts (Recorder *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->interrupts); i++)
    g_clear_handle_id (&self->interrupts[i], g_source_remove);
}

static gboolean
look_cb (gpointer user_data G_GNUC_UNUSED)
{
  return G_SOURCE_CONTINUE;
}

/* Clients take in what there is; who does not come for 2 s gets no more. Nobody is waited for if there is a file. */
static void
finish_clients (Recorder *self)
{
  gint64 end_us = g_get_monotonic_time () + 2 * G_USEC_PER_SEC;
  gboolean is_expected = self->options.view || self->options.output == NULL;

  if (self->server == NULL)
    return;
  watch_interrupts (self);
  g_timeout_add (LOOK_MS, look_cb, NULL);   /* at the time, too */
  while (!self->leaves &&
         (ful_live_server_get_n_clients (self->server) > 0 || (is_expected && !self->had_client && g_get_monotonic_time () < end_us)))
    g_main_context_iteration (NULL, TRUE);
  g_clear_pointer (&self->server, ful_live_server_free);
  g_clear_pointer (&self->listener, ful_live_listener_free);
}

/* Returns: whether the output was written, or none is wanted */
static gboolean
save (Recorder  *self,
      guint64   *out_bytes,
      GError   **error)
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
finish (Recorder *self)
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
    allow_interrupts (self);
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
  finish_clients (self);
  /* Clients may have missed more. */
  if (self->options.summary && ful_record_buffer_get_n_missed (buffer) > n_missed &&
      !ful_record_write_summary (self->options.summary, &summary, buffer, n_written, &error))
    status = fail (error);

  if (status == 0)
    status = self->status;   /* since */

  return status ? status : get_exit_status (self);
}

static void
watch_signals (Recorder *self)
{
  watch_interrupts (self);
  g_unix_signal_add (SIGUSR1, pause_cb, self);
  g_unix_signal_add (SIGUSR2, save_cb, self);
  if (self->options.duration > 0)
    g_timeout_add ((guint) MIN (self->options.duration * 1000, G_MAXINT), over_cb, self);
}

/* When the program runs: one that does not leaves an older file as it is. */
static gboolean
begin_stream (Recorder  *self,
              GError   **error)
{
  if (self->options.output == NULL || !ful_record_output_is_stream (self->options.output))
    return TRUE;

  self->stream = ful_record_stream_new (ful_record_session_get_buffer (self->session), self->options.output, error);

  return self->stream != NULL;
}

/* For markers; without it there are none. */
static void
make_folder (Recorder *self)
{
  g_autoptr(GError) error = NULL;

  self->folder = ful_record_ring_folder_new (0, &error);
  if (self->folder == NULL && !self->options.quiet)
    g_printerr ("fulgens-record: %s\n", error->message);
}

/* Whether the program is sampled by the agent, and what is to be loaded for it: (transfer full) (nullable) in @out_preload. */
static gboolean
choose_method (Recorder   *self,
               gboolean   *out_uses_agent,
               char      **out_preload,
               GError    **error)
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
record (Recorder *self)
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
  if (self->session == NULL || !add_targets (self, &error) || ((options->view || options->socket) && !serve (self, &error)))
    return fail (error);

  self->saver = ful_record_saver_new (ful_record_session_get_buffer (self->session),
                                      options->output ? options->output : "fulgens-record.json.gz", !options->no_symbols, options->quiet);
  watch_signals (self);
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
      end (self, FUL_WIRE_END_OTHER);
    }
  error = NULL;
  if (!options->pids)
    g_child_watch_add (self->program.pid, exited_cb, self);
  watch_processes (self);
  if (options->view && !start_viewer (self, &error))
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
  Recorder recorder = { { NULL } };
  GError *error = NULL;
  int status;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
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
