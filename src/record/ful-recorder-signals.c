/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What ends, pauses and saves a recording: signals, and the ends of processes. */

#include "config.h"

#include "ful-recorder-private.h"

#include <errno.h>
#include <glib-unix.h>
#include <sys/syscall.h>
#include <unistd.h>

void
ful_recorder_end (FulRecorder      *self,
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
  FulRecorder *self = user_data;

  self->has_exited = TRUE;
  self->wait_status = status;
  ful_recorder_end (self, FUL_WIRE_END_TARGET_EXITED);
}

/* The recording of a program ends with it. */
void
ful_recorder_watch_program (FulRecorder *self)
{
  g_child_watch_add (self->program.pid, exited_cb, self);
}

static gboolean
process_ended_cb (int           file,
                  GIOCondition  condition G_GNUC_UNUSED,
                  gpointer      user_data)
{
  FulRecorder *self = user_data;

  close (file);
  if (--self->n_running == 0)
    ful_recorder_end (self, FUL_WIRE_END_TARGET_EXITED);

  return G_SOURCE_REMOVE;
}

/* The recording of processes that ran before ends with the last of them; on kernels before 5.3 with an interrupt. */
void
ful_recorder_watch_processes (FulRecorder *self)
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
    ful_recorder_end (self, FUL_WIRE_END_TARGET_EXITED);
}

static gboolean
interrupted_cb (gpointer user_data)
{
  FulRecorder *self = user_data;

  ful_recorder_end (self, FUL_WIRE_END_SERVER_ENDS);
  self->leaves = self->is_saved;

  return G_SOURCE_CONTINUE;
}

/* A second one has the status of a program that it ends, as that has no use for what clients may miss. */
static gboolean
keyboard_interrupt_cb (gpointer user_data)
{
  FulRecorder *self = user_data;

  interrupted_cb (self);
  if (self->leaves)
    self->status = EXIT_INTERRUPTED;

  return G_SOURCE_CONTINUE;
}

static gboolean
over_cb (gpointer user_data)
{
  ful_recorder_end (user_data, FUL_WIRE_END_SERVER_ENDS);

  return G_SOURCE_REMOVE;
}

void
ful_recorder_set_paused (FulRecorder *self,
                         gboolean     is_paused)
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
  FulRecorder *self = user_data;

  ful_recorder_set_paused (self, !self->is_paused);

  return G_SOURCE_CONTINUE;
}

static gboolean
save_cb (gpointer user_data)
{
  FulRecorder *self = user_data;

  if (!self->is_over)
    ful_record_saver_save (self->saver);

  return G_SOURCE_CONTINUE;
}

void
ful_recorder_watch_interrupts (FulRecorder *self)
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

/* From now on they ful_recorder_end the program, and a file that is not whole is removed. */
void
ful_recorder_allow_interrupts (FulRecorder *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->interrupts); i++)
    g_clear_handle_id (&self->interrupts[i], g_source_remove);
}

void
ful_recorder_watch_signals (FulRecorder *self)
{
  ful_recorder_watch_interrupts (self);
  g_unix_signal_add (SIGUSR1, pause_cb, self);
  g_unix_signal_add (SIGUSR2, save_cb, self);
  if (self->options.duration > 0)
    g_timeout_add ((guint) MIN (self->options.duration * 1000, G_MAXINT), over_cb, self);
}
