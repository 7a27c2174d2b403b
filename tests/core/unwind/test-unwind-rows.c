/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows from a process that ends while it reads some files. This program is that process, too. */

#include "symbolizer/ful-elf.h"
#include "unwind/ful-unwind-rows.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MAX_FILES 64
#define ROW_BYTES 0x10

extern char **environ;

/* Files of which the process reads one letter: g: good, k: ends it, l: rows of another address, o: rows with operations
 * that are not there, s: ends it when it has read five files, x: cannot be opened. */
typedef struct
{
  FulUnwindRows rows;
  const char   *files;
  guint         n_opened[MAX_FILES];
} Fixture;

static int
receive_file (FulSymbolHeader *header)
{
  union { struct cmsghdr header; char space[CMSG_SPACE (sizeof (int))]; } control;
  struct iovec vector = { header, sizeof *header };
  struct msghdr message = { .msg_iov = &vector, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control };
  int file = -1;

  if (recvmsg (FUL_SYMBOL_SOCKET, &message, MSG_WAITALL) != sizeof *header)
    _exit (0);
  if (CMSG_FIRSTHDR (&message))
    memcpy (&file, CMSG_DATA (CMSG_FIRSTHDR (&message)), sizeof file);

  return file;
}

static void
serve (void)
{
  char letters[MAX_FILES];
  guint n_files = 0;

  for (;;)
    {
      struct { FulSymbolHeader header; FulUnwindRow row; } answer = { { FUL_SYMBOL_UNWIND_ROW, sizeof answer.row }, { 0 } };
      FulSymbolHeader header;
      FulUnwindAsk question;
      int file = receive_file (&header);

      if (recv (FUL_SYMBOL_SOCKET, &question, sizeof question, MSG_WAITALL) != sizeof question)
        _exit (0);
      if (file >= 0 && read (file, &letters[n_files++], 1) != 1)
        _exit (0);
      if (question.file >= n_files || letters[question.file] == 'k' || (letters[question.file] == 's' && n_files > 4))
        abort ();
      answer.row.start = question.address + (letters[question.file] == 'l');
      answer.row.end = question.address + ROW_BYTES;
      answer.row.machine = EM_X86_64;
      answer.row.cfa = (FulUnwindRule) { FUL_UNWIND_VALUE, 0, letters[question.file] == 'o' };
      if (write (FUL_SYMBOL_SOCKET, &answer, sizeof answer) != sizeof answer)
        _exit (0);
    }
}

/* The process may read what is written here. */
static int
open_file_cb (gint32   file,
              gpointer user_data)
{
  Fixture *self = user_data;
  int ends[2];

  self->n_opened[file]++;
  if (self->files[file] == 'x' || pipe (ends) != 0)
    return -1;
  g_assert_cmpint (write (ends[1], &self->files[file], 1), ==, 1);
  close (ends[1]);

  return ends[0];
}

static void
set_up (Fixture    *self,
        const char *files)
{
  *self = (Fixture) { .files = files };
  ful_unwind_rows_init (&self->rows, open_file_cb, self, NULL);
}

/* Asks for files by their places in @files: "ok", or "-" where there is no row. */
static void
assert_found (Fixture    *self,
              gint32      file,
              guint64     address,
              const char *expected)
{
  const FulUnwindFileRow *row = ful_unwind_rows_find (&self->rows, file, address);

  g_assert_cmpstr (row ? "ok" : "-", ==, expected);
  if (row)
    g_assert_true (row->file == file && row->row.start <= address && address < row->row.end && row->row.machine == EM_X86_64);
}

static void
test_asks_once (void)
{
  Fixture self;

  set_up (&self, "gg");
  assert_found (&self, 0, 0x100, "ok");
  assert_found (&self, 0, 0x10f, "ok");
  assert_found (&self, 1, 0x100, "ok");
  assert_found (&self, 0, 0x110, "ok");
  g_assert_cmpint (g_tree_nnodes (self.rows.rows), ==, 3);
  g_assert_cmpuint (self.n_opened[0], ==, 1);
  g_assert_cmpuint (self.rows.n_deaths, ==, 0);
  ful_unwind_rows_clear (&self.rows);
}

/* The others go on; what is known stays. */
static void
test_deaths (void)
{
  Fixture self;

  set_up (&self, "gkgxlo");
  assert_found (&self, 0, 0x100, "ok");
  assert_found (&self, 1, 0x100, "-");
  g_assert_cmpuint (self.rows.n_deaths, ==, 2);
  assert_found (&self, 2, 0x100, "ok");
  assert_found (&self, 1, 0x100, "-");
  assert_found (&self, 0, 0x100, "ok");
  assert_found (&self, 0, 0x200, "ok");
  assert_found (&self, 3, 0x100, "-");
  assert_found (&self, 3, 0x100, "-");
  g_assert_cmpuint (self.rows.n_deaths, ==, 2);
  assert_found (&self, 4, 0x100, "-");
  assert_found (&self, 5, 0x100, "-");
  g_assert_cmpuint (self.rows.n_deaths, ==, 6);
  assert_found (&self, 0, 0x300, "ok");
  g_assert_cmpuint (self.n_opened[1], ==, 2);
  g_assert_cmpuint (self.n_opened[3], ==, 1);
  g_assert_true (ful_unwind_rows_can_find (&self.rows));
  ful_unwind_rows_clear (&self.rows);
}

/* What was too much together is not the fault of the last one. */
static void
test_sum (void)
{
  Fixture self;

  set_up (&self, "ggggsg");
  for (gint32 i = 0; i < 6; i++)
    assert_found (&self, i, 0x100, "ok");
  g_assert_cmpuint (self.rows.n_deaths, ==, 1);
  ful_unwind_rows_clear (&self.rows);
}

/* A process that answers nothing is not started for ever. */
static void
test_never_answers (void)
{
  Fixture self;

  set_up (&self, "kkkkkkkkkkkkkkkkkkkkg");
  for (gint32 i = 0; i < 21; i++)
    assert_found (&self, i, 0x100, "-");
  g_assert_cmpuint (self.rows.n_deaths, ==, 8);
  g_assert_false (ful_unwind_rows_can_find (&self.rows));
  ful_unwind_rows_clear (&self.rows);
}

static void
test_missing (void)
{
  g_autofree char *program = g_strdup (g_getenv ("FULGENS_SYMBOLIZER"));
  Fixture self;

  g_setenv ("FULGENS_SYMBOLIZER", "/nowhere", TRUE);
  set_up (&self, "g");
  g_assert_false (ful_unwind_rows_can_find (&self.rows));
  assert_found (&self, 0, 0x100, "-");
  g_assert_cmpuint (self.n_opened[0], ==, 0);
  ful_unwind_rows_clear (&self.rows);
  g_setenv ("FULGENS_SYMBOLIZER", program, TRUE);
}

static void
test_cancelled (void)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  Fixture self = { .files = "gg" };

  ful_unwind_rows_init (&self.rows, open_file_cb, &self, cancellable);
  assert_found (&self, 0, 0x100, "ok");
  g_cancellable_cancel (cancellable);
  assert_found (&self, 0, 0x100, "ok");
  assert_found (&self, 1, 0x100, "-");
  g_assert_cmpuint (self.rows.n_deaths, ==, 1);
  ful_unwind_rows_clear (&self.rows);
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *self = NULL;

  /* As the process is started. */
  if (environ == NULL || *environ == NULL)
    serve ();

  g_test_init (&argc, &argv, NULL);
  self = g_file_read_link ("/proc/self/exe", NULL);
  g_setenv ("FULGENS_SYMBOLIZER", self, TRUE);
  g_test_add_func ("/unwind-rows/asks-once", test_asks_once);
  g_test_add_func ("/unwind-rows/deaths", test_deaths);
  g_test_add_func ("/unwind-rows/sum", test_sum);
  g_test_add_func ("/unwind-rows/never-answers", test_never_answers);
  g_test_add_func ("/unwind-rows/missing", test_missing);
  g_test_add_func ("/unwind-rows/cancelled", test_cancelled);

  return g_test_run ();
}
