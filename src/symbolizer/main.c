/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-symbolizer: names for addresses of one ELF file, or the instructions of a function; or how to unwind stacks in
 * several. Started by the other programs with a socket, over which it gets open files; see ful-symbol-messages.h. */

#include "config.h"

#include "ful-elf-file.h"
#include "ful-sandbox.h"
#include "ful-unwind-file.h"

#include "base/ful-hash.h"
#include "symbols/ful-symbol-results.h"
#include "symbolizer/ful-symbol-messages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_ADDRESSES (16 << 20)

static guint64 file_bytes;

static void
write_all (const void *data,
           gsize       n)
{
  for (gsize done = 0; done < n;)
    {
      ssize_t written = write (FUL_SYMBOL_SOCKET, (const char *) data + done, n - done);

      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0)
        _exit (1);
      done += (gsize) written;
    }
}

static void
send_message (FulSymbolMessage  message,
              const void       *data,
              gsize             n)
{
  FulSymbolHeader header = { message, (guint32) n };

  write_all (&header, sizeof header);
  write_all (data, n);
}

static void
refuse (FulSymbolRefusal refusal)
{
  guint32 number = refusal;

  send_message (FUL_SYMBOL_REFUSED, &number, sizeof number);
  _exit (0);
}

static void
read_all (void  *data,
          gsize  n)
{
  for (gsize done = 0; done < n;)
    {
      ssize_t n_read = read (FUL_SYMBOL_SOCKET, (char *) data + done, n - done);

      if (n_read < 0 && errno == EINTR)
        continue;
      if (n_read <= 0)
        _exit (1);
      done += (gsize) n_read;
    }
}

/* Reads a header with the descriptor that may be sent with it. Returns: the descriptor, or -1 */
static int
receive (FulSymbolHeader *header)
{
  union { struct cmsghdr header; char space[CMSG_SPACE (sizeof (int))]; } control;
  struct iovec vector = { header, sizeof *header };
  struct msghdr message = { .msg_iov = &vector, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control };
  ssize_t n = recvmsg (FUL_SYMBOL_SOCKET, &message, 0);
  struct cmsghdr *part = n > 0 ? CMSG_FIRSTHDR (&message) : NULL;
  struct stat status;
  int file = -1;

  if (n <= 0)
    _exit (1);
  if (n < (ssize_t) sizeof *header)
    read_all ((char *) header + n, sizeof *header - (gsize) n);
  if (part && part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_RIGHTS)
    memcpy (&file, CMSG_DATA (part), sizeof file);
  if (file >= 0 && fstat (file, &status) == 0)
    {
      file_bytes += (guint64) status.st_size;
      ful_sandbox_limit_memory (file_bytes);
    }

  return file;
}

static int
want (FulSymbolMessage  message,
      const char       *name,
      const char       *build_id,
      guint32           crc)
{
  FulSymbolWanted *wanted = g_new0 (FulSymbolWanted, 1);
  FulSymbolHeader header;

  g_strlcpy (wanted->name, name, sizeof wanted->name);
  g_strlcpy (wanted->build_id, build_id ? build_id : "", sizeof wanted->build_id);
  wanted->crc = crc;
  send_message (message, wanted, sizeof *wanted);
  g_free (wanted);

  return receive (&header);
}

static void
send_results (const FulSymbolResults *results)
{
  gsize n_bytes = g_bytes_get_size (results->bytes);

  if (n_bytes > FUL_SYMBOL_MAX_ANSWER)
    _exit (EXIT_FAILURE);
  send_message (FUL_SYMBOL_ANSWER, g_bytes_get_data (results->bytes, NULL), n_bytes);

  /* What is left is freed by the end of the process. */
  _exit (EXIT_SUCCESS);
}

/* Answers until the parent closes the socket, which ends the process. @file: (transfer full): that came with @header */
static void
serve_unwinding (FulSymbolHeader header,
                 int             file)
{
  struct { FulUnwindRow row; FulUnwindOp ops[FUL_UNWIND_MAX_OPS]; } result;
  GPtrArray *files = g_ptr_array_new ();

  while (header.message == FUL_SYMBOL_UNWIND && header.length == sizeof (FulUnwindAsk))
    {
      FulUnwindAsk ask;

      read_all (&ask, sizeof ask);
      if (file >= 0)
        g_ptr_array_add (files, ful_unwind_file_open (file));
      if (ask.file >= files->len)
        break;
      ful_unwind_file_find (files->pdata[ask.file], ask.address, &result.row, result.ops);
      send_message (FUL_SYMBOL_UNWIND_ROW, &result, sizeof result.row + result.row.n_ops * sizeof *result.ops);
      file = receive (&header);
    }
  _exit (EXIT_FAILURE);
}

int
main (void)
{
  FulSymbolHeader header;
  FulSymbolAsk ask;
  FulSymbolRefusal refusal;
  FulSymbolResults *results;
  FulElfFile *elf;
  guint64 *addresses;
  int file;

  ful_hash_get_secret ();   /* there is no randomness in the sandbox */
  ful_sandbox_enter ();
  file = receive (&header);
  if (header.message == FUL_SYMBOL_UNWIND)
    serve_unwinding (header, file);
  if (header.message != FUL_SYMBOL_ASK || header.length < sizeof ask)
    return EXIT_FAILURE;
  read_all (&ask, sizeof ask);
  ask.breakpad_id[sizeof ask.breakpad_id - 1] = '\0';
  if (ask.n_addresses > MAX_ADDRESSES || header.length != sizeof ask + ask.n_addresses * sizeof *addresses ||
      (ask.what != FUL_SYMBOL_NAMES && ask.n_addresses != 2))
    return EXIT_FAILURE;
  addresses = g_new (guint64, MAX (ask.n_addresses, 1));
  read_all (addresses, ask.n_addresses * sizeof *addresses);

  elf = ful_elf_file_open (file, ask.breakpad_id, want, &refusal);
  if (elf == NULL)
    refuse (refusal);
  results = ask.what == FUL_SYMBOL_NAMES ? ful_elf_file_name (elf, addresses, ask.n_addresses, &refusal)
                                         : ful_elf_file_disassemble (elf, addresses, ask.what, &refusal);
  if (results == NULL)
    refuse (refusal);
  send_results (results);
}
