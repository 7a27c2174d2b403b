/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The parent of fulgens-symbolizer: files of the person are read in a process that can do nothing else. */

#include "config.h"

#include "ful-symbol-process.h"

#include "base/ful-error.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MAX_SILENCE_MS 30000
#define POLL_MS 50
#define MAX_END_MS 1000
#define MAX_WANTED 8
#define PROGRAM "fulgens-symbolizer"

typedef struct
{
  int           socket;
  GCancellable *cancellable;
  gboolean      is_over;       /* the process has closed its end */
} Connection;

/* Returns: (transfer full) (nullable): the program, first beside the folder of this one, as it is in a build */
static char *
find_program (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = self ? g_path_get_dirname (self) : NULL;
  g_autofree char *built = folder ? g_build_filename (folder, "..", "symbolizer", PROGRAM, NULL) : NULL;
  g_autofree char *installed = g_build_filename (LIBEXECDIR, PROGRAM, NULL);
  const char *given = g_getenv ("FULGENS_SYMBOLIZER");

  if (given)
    return g_strdup (given);
  if (built && g_file_test (built, G_FILE_TEST_IS_EXECUTABLE))
    return g_steal_pointer (&built);

  return g_file_test (installed, G_FILE_TEST_IS_EXECUTABLE) ? g_steal_pointer (&installed) : NULL;
}

/* Whether the program is there, which needs libdw to be built. */
gboolean
ful_symbol_process_can_run (void)
{
  g_autofree char *program = find_program ();

  return program != NULL;
}

static gboolean
fail (GError **error)
{
  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The file could not be read: it may be damaged"));

  return FALSE;
}

static gboolean
wait_for (Connection  *self,
          short        events,
          GError     **error)
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

static gboolean
read_all (Connection  *self,
          void        *data,
          gsize        n,
          GError     **error)
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
          return fail (error);
        }
      done += (gsize) n_read;
    }

  return TRUE;
}

/* @file: a descriptor to send with the first byte, or -1 */
static gboolean
write_all (Connection  *self,
           const void  *data,
           gsize        n,
           int          file,
           GError     **error)
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
          return fail (error);
        }
      done += (gsize) written;
    }

  return TRUE;
}

static gboolean
send_message (Connection        *self,
              FulSymbolMessage   message,
              const void        *data,
              gsize              n,
              int                file,
              GError           **error)
{
  FulSymbolHeader header = { message, (guint32) n };

  return write_all (self, &header, sizeof header, file, error) && write_all (self, data, n, -1, error);
}

static gboolean
ask (Connection     *self,
     int             file,
     FulSymbolWhat   what,
     const char     *breakpad_id,
     const guint64  *addresses,
     guint           n_addresses,
     GError        **error)
{
  g_autofree char *data = g_malloc0 (sizeof (FulSymbolAsk) + n_addresses * sizeof *addresses);
  FulSymbolAsk *head = (gpointer) data;

  g_strlcpy (head->breakpad_id, breakpad_id, sizeof head->breakpad_id);
  head->n_addresses = n_addresses;
  head->what = what;
  memcpy (data + sizeof *head, addresses, n_addresses * sizeof *addresses);

  return send_message (self, FUL_SYMBOL_ASK, data, sizeof *head + n_addresses * sizeof *addresses, file, error);
}

static void
set_refused (guint32   refusal,
             GError  **error)
{
  static const char *const sentences[] = {
    [FUL_SYMBOL_REFUSAL_NOT_ELF] = N_("It is not an ELF file"),
    [FUL_SYMBOL_REFUSAL_OTHER_BUILD] = N_("It has another build id"),
    [FUL_SYMBOL_REFUSAL_NO_SYMBOLS] = N_("It has no symbols"),
    [FUL_SYMBOL_REFUSAL_NO_CODE] = N_("It does not have the code of the function"),
    [FUL_SYMBOL_REFUSAL_TOO_MUCH_CODE] = N_("The function is too large to disassemble"),
    [FUL_SYMBOL_REFUSAL_MACHINE] = N_("It is for a machine whose code cannot be disassembled"),
  };

  if (refusal < G_N_ELEMENTS (sentences))
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _(sentences[refusal]));
  else
    fail (error);
}

static FulSymbolAnswers *
read_answers (Connection  *self,
              guint32      length,
              GError     **error)
{
  g_autofree char *data = length <= FUL_SYMBOL_MAX_ANSWER ? g_try_malloc (MAX (length, 1)) : NULL;
  g_autoptr(GBytes) bytes = NULL;

  if (data == NULL)
    {
      fail (error);
      return NULL;
    }
  if (!read_all (self, data, length, error))
    return NULL;
  bytes = g_bytes_new_take (g_steal_pointer (&data), length);

  return ful_symbol_answers_new_from_bytes (bytes, error);
}

/* Serves the process until its answer. */
static FulSymbolAnswers *
serve (Connection         *self,
       FulSymbolOpenFunc   open_func,
       gpointer            data,
       GError            **error)
{
  g_autofree FulSymbolWanted *wanted = g_new0 (FulSymbolWanted, 1);

  for (guint n = 0; n < MAX_WANTED; n++)
    {
      FulSymbolHeader header;
      guint32 refusal;
      int file;
      gboolean ok;

      if (!read_all (self, &header, sizeof header, error))
        return NULL;
      switch (header.message)
        {
        case FUL_SYMBOL_ANSWER:
          return read_answers (self, header.length, error);
        case FUL_SYMBOL_REFUSED:
          if (header.length == sizeof refusal && read_all (self, &refusal, sizeof refusal, error))
            set_refused (refusal, error);
          else if (*error == NULL)
            fail (error);
          return NULL;
        case FUL_SYMBOL_WANT_LINK:
        case FUL_SYMBOL_WANT_ALT:
          if (header.length != sizeof *wanted)
            break;
          if (!read_all (self, wanted, sizeof *wanted, error))
            return NULL;
          wanted->name[sizeof wanted->name - 1] = wanted->build_id[sizeof wanted->build_id - 1] = '\0';
          file = open_func ((FulSymbolMessage) header.message, wanted, data);
          ok = send_message (self, FUL_SYMBOL_FILE, NULL, 0, file, error);
          if (file >= 0)
            close (file);
          if (!ok)
            return NULL;
          continue;
        default:
          break;
        }
      break;
    }
  fail (error);

  return NULL;
}

/* Ends the process. What it did by itself before is told apart from a damaged file: a signal is an error in it, or a
 * system call that it may not do. */
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
}

/**
 * ful_symbol_process_run:
 * @file: descriptor of a regular file
 * @what: what to answer
 * @breakpad_id: what it must be
 * @addresses: (array length=n_addresses): different ones, ascending, relative to the image base
 * @open_func: opens what @file refers to
 * @data: for @open_func
 * @error: a sentence about the file; or %G_IO_ERROR_CANCELLED
 *
 * Blocks. A process that ends, or says nothing for half a minute, has failed; the sentence says which.
 *
 * Returns: (transfer full) (nullable): the answers
 */
FulSymbolAnswers *
ful_symbol_process_run (int                 file,
                        FulSymbolWhat       what,
                        const char         *breakpad_id,
                        const guint64      *addresses,
                        guint               n_addresses,
                        FulSymbolOpenFunc   open_func,
                        gpointer            data,
                        GCancellable       *cancellable,
                        GError            **error)
{
  g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE |
                                                                          G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autoptr(GSubprocess) process = NULL;
  g_autofree char *program = find_program ();
  char *no_environment[] = { NULL };
  Connection connection = { -1, cancellable, FALSE };
  FulSymbolAnswers *answers = NULL;
  int sockets[2];

  if (program == NULL || socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The program that reads symbols is missing"));
      return NULL;
    }

  connection.socket = sockets[0];
  g_subprocess_launcher_set_environ (launcher, no_environment);
  g_subprocess_launcher_take_fd (launcher, sockets[1], FUL_SYMBOL_SOCKET);
  process = g_subprocess_launcher_spawn (launcher, error, program, NULL);
  g_clear_object (&launcher);   /* closes the other end */
  if (process && ask (&connection, file, what, breakpad_id, addresses, n_addresses, error))
    answers = serve (&connection, open_func, data, error);
  close (sockets[0]);
  if (process)
    end_process (process, connection.is_over, error);

  return answers;
}
