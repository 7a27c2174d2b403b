/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The parent of fulgens-symbolizer: files of the user are read in a process that can do nothing else. */

#include "config.h"

#include "ful-symbolizer.h"

#include "base/ful-error.h"
#include "base/ful-installation.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MAX_SILENCE_MS 30000
#define POLL_MS 50
#define MAX_END_MS 1000
#define PROGRAM "fulgens-symbolizer"

struct _FulSymbolizer
{
  GSubprocess  *process;
  int           socket;
  GCancellable *cancellable;   /* (nullable) */
  gboolean      is_over;       /* the process has closed its end */
};

/* Returns: (transfer full) (nullable): the program */
static char *
find_program (void)
{
  const char *given = g_getenv ("FULGENS_SYMBOLIZER");

  return given && *given ? g_strdup (given) : ful_installation_find (LIBEXECDIR "/" PROGRAM, "../symbolizer/" PROGRAM);
}

/**
 * ful_symbolizer_can_run:
 *
 * Returns: whether the program is there, which needs libdw to be built
 */
gboolean
ful_symbolizer_can_run (void)
{
  g_autofree char *program = find_program ();

  return program != NULL;
}

/**
 * ful_symbolizer_fail:
 * @error: set to what is said of a file whose reader has failed
 *
 * Returns: %FALSE
 */
gboolean
ful_symbolizer_fail (GError **error)
{
  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The file could not be read: it may be damaged"));

  return FALSE;
}

static gboolean
wait_for (FulSymbolizer  *self,
          short           events,
          GError        **error)
{
  for (int waited = 0; waited < MAX_SILENCE_MS; waited += POLL_MS)
    {
      struct pollfd poll_fd = { self->socket, events, 0 };

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      if (poll (&poll_fd, 1, POLL_MS) > 0)
        return TRUE;
    }
  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("Reading the file took too long"));

  return FALSE;
}

/**
 * ful_symbolizer_receive:
 * @data: (out caller-allocates) (array length=n): the next bytes that the process sends
 *
 * Blocks. Returns: whether they came
 */
gboolean
ful_symbolizer_receive (FulSymbolizer  *self,
                        void           *data,
                        gsize           n,
                        GError        **error)
{
  for (gsize done = 0; done < n;)
    {
      ssize_t n_read;

      if (!wait_for (self, POLLIN, error))
        return FALSE;
      n_read = recv (self->socket, (char *) data + done, n - done, MSG_DONTWAIT);
      if (n_read < 0 && (errno == EINTR || errno == EAGAIN))
        continue;
      if (n_read <= 0)
        {
          self->is_over = TRUE;
          return ful_symbolizer_fail (error);
        }
      done += (gsize) n_read;
    }

  return TRUE;
}

/* @file: a descriptor to send with the first byte, or -1 */
static gboolean
write_all (FulSymbolizer  *self,
           const void     *data,
           gsize           n,
           int             file,
           GError        **error)
{
  for (gsize done = 0; done < n;)
    {
      union { struct cmsghdr header; char space[CMSG_SPACE (sizeof (int))]; } control = { 0 };
      struct iovec vector = { (char *) data + done, n - done };
      struct msghdr message = { .msg_iov = &vector, .msg_iovlen = 1 };
      ssize_t written;

      if (!wait_for (self, POLLOUT, error))
        return FALSE;
      if (file >= 0 && done == 0)
        {
          message.msg_control = &control;
          message.msg_controllen = sizeof control;
          control.header.cmsg_level = SOL_SOCKET;
          control.header.cmsg_type = SCM_RIGHTS;
          control.header.cmsg_len = CMSG_LEN (sizeof file);
          memcpy (CMSG_DATA (&control.header), &file, sizeof file);
        }
      written = sendmsg (self->socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (written < 0 && (errno == EINTR || errno == EAGAIN))
        continue;
      if (written <= 0)
        {
          self->is_over = TRUE;
          return ful_symbolizer_fail (error);
        }
      done += (gsize) written;
    }

  return TRUE;
}

/**
 * ful_symbolizer_send:
 * @message: what it is
 * @data: (array length=n): its contents
 * @file: a descriptor to send with it, or -1
 *
 * Blocks. Returns: whether it was sent
 */
gboolean
ful_symbolizer_send (FulSymbolizer     *self,
                     FulSymbolMessage   message,
                     const void        *data,
                     gsize              n,
                     int                file,
                     GError           **error)
{
  FulSymbolHeader header = { message, (guint32) n };

  return write_all (self, &header, sizeof header, file, error) && write_all (self, data, n, -1, error);
}

static void
end_process (GSubprocess  *process,
             gboolean      is_over,
             GError      **error)
{
  for (int waited = 0; is_over && waited < MAX_END_MS && g_subprocess_get_identifier (process); waited++)
    g_usleep (1000);
  is_over = is_over && g_subprocess_get_identifier (process) == NULL;
  g_subprocess_force_exit (process);
  g_subprocess_wait (process, NULL, NULL);
  if (is_over && g_subprocess_get_if_signaled (process))
    {
      int number = g_subprocess_get_term_sig (process);

      g_clear_error (error);
      g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The program that reads symbols was ended by signal %d (%s)"), number,
                   g_strsignal (number));
    }
  else if (is_over && g_subprocess_get_if_exited (process) && g_subprocess_get_exit_status (process) == FUL_SYMBOL_NOT_CONFINED)
    {
      g_clear_error (error);
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT,
                           _("The kernel does not confine the program that reads symbols; no file is read without that"));
    }
}

/**
 * ful_symbolizer_start:
 * @cancellable: (nullable): ends all that blocks
 *
 * Returns: (transfer full) (nullable): a process that waits for messages
 */
FulSymbolizer *
ful_symbolizer_start (GCancellable  *cancellable,
                      GError       **error)
{
  g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE |
                                                                          G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autofree char *program = find_program ();
  char *no_environment[] = { NULL };
  FulSymbolizer *self;
  int sockets[2];

  if (program == NULL || socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The program that reads symbols is missing"));
      return NULL;
    }

  self = g_new0 (FulSymbolizer, 1);
  self->socket = sockets[0];
  self->cancellable = cancellable ? g_object_ref (cancellable) : NULL;
  g_subprocess_launcher_set_environ (launcher, no_environment);
  g_subprocess_launcher_take_fd (launcher, sockets[1], FUL_SYMBOL_SOCKET);
  self->process = g_subprocess_launcher_spawn (launcher, error, program, NULL);
  if (self->process)
    return self;

  ful_symbolizer_end (self, NULL);

  return NULL;
}

/**
 * ful_symbolizer_end:
 * @self: (transfer full): a process
 * @error: (nullable): a failure of it before; replaced where the process ended by itself
 *
 * What it did by itself before is told apart from a damaged file: a signal is an error in it, or a system call that it
 * may not do.
 */
void
ful_symbolizer_end (FulSymbolizer  *self,
                    GError        **error)
{
  close (self->socket);
  if (self->process)
    end_process (self->process, self->is_over, error);
  g_clear_object (&self->process);
  g_clear_object (&self->cancellable);
  g_free (self);
}
