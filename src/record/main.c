/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-record [OPTION…] [-- PROGRAM [ARG…]]: records a program, serves it live, and saves it. */

#include "config.h"

#include "ful-record-options.h"
#include "ful-record-output.h"
#include "ful-record-program.h"
#include "ful-record-report.h"
#include "ful-record-session.h"

#include "base/ful-error.h"
#include "live/ful-live-channel.h"
#include "live/server/ful-live-listener.h"
#include "live/server/ful-live-server.h"
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
enum { EXIT_FAILED = 125, EXIT_NOT_EXECUTABLE = 126, EXIT_NOT_FOUND = 127 };

/* How often it is looked whether the buffer is full, or all clients have what there is. */
#define LOOK_MS 100

typedef struct
{
  FulRecordOptions   options;
  GMainLoop         *loop;
  FulRecordSession  *session;
  FulRecordProgram   program;
  guint              n_running;     /* of the processes that ran before */
  gboolean           has_exited;
  int                wait_status;
  FulWireEndReason   reason;
  gboolean           is_over;       /* it is being saved */
  gboolean           is_saved;      /* clients are waited for */
  gboolean           leaves;        /* and not any more */
  guint              interrupts[2]; /* sources */
  gboolean           is_paused;
  gboolean           had_client;
  guint              n_saved;       /* while it goes on */
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

/* Returns: (transfer full): the name of the output with a number before its extension */
static char *
make_name (Recorder *self)
{
  const char *output = self->options.output ? self->options.output : "fulgens-record.json.gz";
  const char *base = strrchr (output, '/') ? strrchr (output, '/') + 1 : output;
  const char *extension = strchr (base + (*base == '.'), '.');
  int n = (int) (extension ? extension - output : (gssize) strlen (output));

  return g_strdup_printf ("%.*s-%u%s", n, output, ++self->n_saved, extension ? extension : "");
}

static gboolean
save_cb (gpointer user_data)
{
  Recorder *self = user_data;
  g_autofree char *path = make_name (self);
  GError *error = NULL;

  if (!ful_record_output_save (ful_record_session_get_buffer (self->session), path, !self->options.no_symbols, NULL, &error))
    fail (error);
  else if (!self->options.quiet)
    g_printerr (_("fulgens-record: saved %s\n"), path);

  return G_SOURCE_CONTINUE;
}

static gboolean
look_cb (gpointer user_data)
{
  Recorder *self = user_data;

  if (!self->is_over && ful_record_session_is_full (self->session))
    end (self, FUL_WIRE_END_LIMIT);

  return G_SOURCE_CONTINUE;
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
    .capabilities = FUL_WIRE_CAN_STOP | FUL_WIRE_CAN_PAUSE | FUL_WIRE_HAS_HISTORY,
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
  if (self->interrupts[0] != 0)
    return;
  self->interrupts[0] = g_unix_signal_add (SIGINT, interrupted_cb, self);
  self->interrupts[1] = g_unix_signal_add (SIGTERM, interrupted_cb, self);
}

/* From now on they end the program, and a file that is not whole is removed. */
static void
allow_interrupts (Recorder *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->interrupts); i++)
    g_clear_handle_id (&self->interrupts[i], g_source_remove);
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
  while (!self->leaves &&
         (ful_live_server_get_n_clients (self->server) > 0 || (is_expected && !self->had_client && g_get_monotonic_time () < end_us)))
    g_main_context_iteration (NULL, TRUE);
  g_clear_pointer (&self->server, ful_live_server_free);
  g_clear_pointer (&self->listener, ful_live_listener_free);
}

static int
finish (Recorder *self)
{
  FulRecordBuffer *buffer = ful_record_session_get_buffer (self->session);
  FulRecordSummary summary;
  FulWireState finished = { 3, 0 };
  guint64 n_written = 0;
  int status = 0;
  GError *error = NULL;

  /* Without a file there is nothing that a second one could spare, and the socket is to be removed: who dies with several
   * threads that follow it sends more than one. */
  if (self->options.output)
    allow_interrupts (self);
  ful_record_session_stop (self->session, self->reason, &summary);
  finished.since = summary.duration_ns;
  if (self->server)
    ful_live_server_set_state (self->server, &finished);
  if (self->options.output && !ful_record_output_save (buffer, self->options.output, !self->options.no_symbols, &n_written, &error))
    status = fail (error);
  error = NULL;
  if (self->options.summary &&
      !ful_record_write_summary (self->options.summary, &summary, buffer, self->options.interval_ns, n_written, &error))
    status = fail (error);
  if (self->reason == FUL_WIRE_END_LIMIT)
    g_printerr (_("fulgens-record: the buffer is full; --max-memory gives it more\n"));
  if (!self->options.quiet)
    ful_record_warn (&summary);
  if (!self->options.quiet && self->options.output && status == 0)
    g_printerr (_("fulgens-record: %" G_GUINT64_FORMAT " samples of %u threads, %.1f s: %s\n"), summary.n_samples, summary.n_threads,
                (double) summary.duration_ns / 1e9, self->options.output);
  self->is_saved = TRUE;
  finish_clients (self);

  return status ? status : get_exit_status (self);
}

static void
watch_signals (Recorder *self)
{
  watch_interrupts (self);
  g_unix_signal_add (SIGUSR1, pause_cb, self);
  g_unix_signal_add (SIGUSR2, save_cb, self);
  g_timeout_add (LOOK_MS, look_cb, self);
  if (self->options.duration > 0)
    g_timeout_add ((guint) MIN (self->options.duration * 1000, G_MAXINT), over_cb, self);
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
    .max_bytes = options->max_bytes,
  };
  GError *error = NULL;
  int reason = 0;

  /* While there is one thread. */
  if (!options->pids && !ful_record_program_prepare (&self->program, options->program, options->program_stderr, &error))
    return fail (error);
  self->session = ful_record_session_new (&setup, &error);
  if (self->session == NULL || !add_targets (self, &error) || ((options->view || options->socket) && !serve (self, &error)))
    return fail (error);

  watch_signals (self);
  ful_record_session_start (self->session);
  if (!options->pids)
    reason = ful_record_program_begin (&self->program);
  if (reason != 0)
    {
      FulRecordSummary summary;

      g_printerr ("fulgens-record: %s: %s\n", options->program[0], g_strerror (reason));
      ful_record_session_stop (self->session, FUL_WIRE_END_OTHER, &summary);
      return reason == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE;
    }
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

  if (!ful_record_options_parse (&recorder.options, argc, argv, &error) ||
      (recorder.options.output && !ful_record_output_check (recorder.options.output, &error)))
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
      g_clear_pointer (&recorder.session, ful_record_session_free);
      g_main_loop_unref (recorder.loop);
    }
  ful_record_options_clear (&recorder.options);

  return status;
}
