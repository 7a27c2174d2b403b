/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A recorder that is started for a capture (live.md 9). It must not outlive the capture, as nobody could end it then: it gets
 * SIGTERM at the end, also if we end without a word. The program that it records goes on. What the recorder says is kept in
 * memory, apart from what the program writes. */

#define _GNU_SOURCE   /* memfd_create */

#include "config.h"

#include "ful-live-record-start.h"

#include <glib/gi18n-lib.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME "fulgens-record"
#define RETRY_MS 20
#define MAX_START_US (20 * G_TIME_SPAN_SECOND)
#define MAX_END_US (2 * G_TIME_SPAN_SECOND)
#define MAX_MESSAGE_BYTES 4096
#define PROGRAM_STDERR 3

static guint n_started;

/**
 * ful_live_record_find_program:
 *
 * Returns: (transfer full) (nullable): the path of the recorder: beside this program, in the folder of a build, or of the path
 */
char *
ful_live_record_find_program (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (program ? program : ".");
  g_autofree char *built = g_build_filename (folder, "..", "record", NAME, NULL);
  g_autofree char *installed = g_build_filename (folder, NAME, NULL);

  if (program && g_file_test (built, G_FILE_TEST_IS_EXECUTABLE))
    return g_steal_pointer (&built);
  if (program && g_file_test (installed, G_FILE_TEST_IS_EXECUTABLE))
    return g_steal_pointer (&installed);

  return g_find_program_in_path (NAME);
}

/* Between fork() and exec(): the recorder is to end with the thread that follows it. */
static void
end_with_parent_cb (gpointer parent)
{
  prctl (PR_SET_PDEATHSIG, SIGTERM);
  if (getppid () != GPOINTER_TO_INT (parent))
    _exit (125);
}

static FulLiveAddress *
make_address (GError **error)
{
  g_autofree char *name = g_strdup_printf ("record-%d-%d.sock", (int) getpid (), g_atomic_int_add (&n_started, 1));
  g_autofree char *path = g_build_filename (g_get_user_runtime_dir (), "fulgens", name, NULL);

  return ful_live_address_new (path, error);
}

/* Returns: (transfer full): the command line of the recorder */
static char **
make_command (FulLiveRecorder           *self,
              const FulLiveRecordSetup  *setup,
              gboolean                   has_stderr,
              GError                   **error)
{
  g_autofree char *program = ful_live_record_find_program ();
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  g_auto(GStrv) arguments = NULL;

  if (program == NULL)
    {
      g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_CONNECT, _("There is no fulgens-record on this machine"));
      return NULL;
    }
  arguments = ful_live_record_setup_make_arguments (setup, error);
  if (arguments == NULL)
    return NULL;

  g_strv_builder_add_many (builder, program, "--quiet", "--socket", self->address->path, NULL);
  if (has_stderr && setup->pid == 0)
    g_strv_builder_add_many (builder, "--program-stderr", G_STRINGIFY (PROGRAM_STDERR), NULL);
  g_strv_builder_addv (builder, (const char **) arguments);

  return g_strv_builder_end (builder);
}

static gboolean
spawn (FulLiveRecorder           *self,
       const FulLiveRecordSetup  *setup,
       GError                   **error)
{
  g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  int program_stderr = dup (STDERR_FILENO);
  g_auto(GStrv) command = make_command (self, setup, program_stderr >= 0, error);

  if (program_stderr >= 0)
    g_subprocess_launcher_take_fd (launcher, program_stderr, PROGRAM_STDERR);
  if (command == NULL)
    return FALSE;

  if (self->messages >= 0)
    g_subprocess_launcher_take_stderr_fd (launcher, dup (self->messages));
  if (*setup->folder)
    g_subprocess_launcher_set_cwd (launcher, setup->folder);
  for (guint i = 0; setup->environment[i]; i++)
    {
      g_auto(GStrv) parts = g_strsplit (setup->environment[i], "=", 2);

      g_subprocess_launcher_setenv (launcher, parts[0], parts[1], TRUE);
    }
  g_subprocess_launcher_set_child_setup (launcher, end_with_parent_cb, GINT_TO_POINTER (getpid ()), NULL);
  self->process = g_subprocess_launcher_spawnv (launcher, (const char *const *) command, error);

  return self->process != NULL;
}

static gboolean
has_ended (FulLiveRecorder *self)
{
  return g_subprocess_get_identifier (self->process) == NULL;
}

static gboolean
wait_for_socket (FulLiveRecorder  *self,
                 FulLiveChannel   *channel,
                 GError          **error)
{
  gint64 due = g_get_monotonic_time () + MAX_START_US;

  /* It is renamed to its path once it listens. */
  while (!g_file_test (self->address->path, G_FILE_TEST_EXISTS))
    {
      if (has_ended (self))
        {
          g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_CONNECT, _("fulgens-record ended before the recording began"));
          return FALSE;
        }
      if (g_get_monotonic_time () >= due)
        {
          g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_TIMEOUT, _("fulgens-record did not open its socket"));
          return FALSE;
        }
      if (ful_live_channel_wait_for_leave (channel, RETRY_MS))
        {
          g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("Cancelled"));
          return FALSE;
        }
    }

  return TRUE;
}

/**
 * ful_live_recorder_start:
 * @self: (out): to be ended in any case
 * @channel: whose requests end the attempt
 * @error: %FUL_LIVE_ERROR, of the setup, or of a file
 *
 * Starts the recorder and waits until its socket can be connected to.
 */
gboolean
ful_live_recorder_start (FulLiveRecorder           *self,
                         const FulLiveRecordSetup  *setup,
                         FulLiveChannel            *channel,
                         GError                   **error)
{
  *self = (FulLiveRecorder) { .messages = memfd_create (NAME, MFD_CLOEXEC) };
  self->address = make_address (error);

  return self->address && spawn (self, setup, error) && wait_for_socket (self, channel, error);
}

/* Returns: (transfer full) (nullable): the last line that the recorder said, without its name */
static char *
read_last_message (FulLiveRecorder *self)
{
  char text[MAX_MESSAGE_BYTES + 1];
  struct stat status;
  g_autofree char *valid = NULL;
  const char *line;
  ssize_t n;

  if (self->messages < 0 || fstat (self->messages, &status) != 0)
    return NULL;
  n = pread (self->messages, text, MAX_MESSAGE_BYTES, MAX (status.st_size - MAX_MESSAGE_BYTES, 0));
  if (n <= 0)
    return NULL;

  text[n] = '\0';
  g_strchomp (text);
  line = strrchr (text, '\n') ? strrchr (text, '\n') + 1 : text;
  if (g_str_has_prefix (line, NAME ": "))
    line += strlen (NAME ": ");
  valid = g_utf8_make_valid (line, -1);

  return *valid ? g_utf8_substring (valid, 0, MIN (g_utf8_strlen (valid, -1), FUL_LIVE_TEXT_CHARS)) : NULL;
}

/**
 * ful_live_recorder_explain:
 * @error: (inout): why the capture ended
 *
 * Says what the recorder said, if it failed: it knows more than that the connection was lost.
 */
void
ful_live_recorder_explain (FulLiveRecorder  *self,
                           GError          **error)
{
  gint64 due = g_get_monotonic_time () + MAX_END_US;
  g_autofree char *message = NULL;
  int code = (*error)->domain == FUL_LIVE_ERROR ? (*error)->code : FUL_LIVE_ERROR_OTHER;

  if (self->process == NULL || g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  while (!has_ended (self) && g_get_monotonic_time () < due)
    g_usleep (RETRY_MS * 1000);
  message = has_ended (self) ? read_last_message (self) : NULL;
  if (message == NULL)
    return;

  g_clear_error (error);
  g_set_error_literal (error, FUL_LIVE_ERROR, code, message);
}

/* Ends the recorder, if it has not ended; the program goes on. */
void
ful_live_recorder_end (FulLiveRecorder *self)
{
  if (self->process)
    g_subprocess_send_signal (self->process, SIGTERM);
  g_clear_object (&self->process);
  if (self->messages >= 0)
    close (self->messages);
  self->messages = -1;
  g_clear_pointer (&self->address, ful_live_address_free);
}
