/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A long text whose numbers are read ahead by other threads gives the document, and the error, of one thread; waits end
 * when the load is cancelled or the reader fails. */

#include "config.h"

#include "base/ful-error.h"
#include "io/json/ful-json-reader.h"
#include "io/raw/ful-raw-ahead.h"
#include "io/raw/ful-raw-get.h"

#include <gio/gunixinputstream.h>
#include <string.h>
#include <unistd.h>

#define N_VALUES 250000

/* Columns of whole numbers, then of decimals, then of texts, twice. */
static GString *
make_text (void)
{
  GString *text = g_string_new ("{\"threads\":[");

  for (guint t = 0; t < 2; t++)
    {
      g_string_append (text, t > 0 ? ",{\"stack\":[0" : "{\"stack\":[0");
      for (guint i = 0; i < N_VALUES; i++)
        g_string_append_printf (text, ",%u", i * 7919u % 100000);
      g_string_append (text, "],\"time\":[0");
      for (guint i = 0; i < N_VALUES; i++)
        g_string_append_printf (text, i % 5000 == 1 ? ",null" : ",%u.%02u", i % 3, i % 97);
      g_string_append (text, "],\"data\":[null");
      for (guint i = 0; i < N_VALUES / 20; i++)
        g_string_append_printf (text, ",{\"type\":\"t, 1,2\",\"n\":%u}", i);
      g_string_append (text, "]}");
    }
  g_string_append (text, "],\"shared\":[\"a\"]}");

  return text;
}

/* @n_threads: 0 for none. Returns: what came of it: the document as text, or the error */
static char *
read_stream (GInputStream *input,
             guint         n_threads,
             GCancellable *cancellable)
{
  guint64 bytes_read;
  g_autoptr(FulByteStream) stream = ful_byte_stream_new (input, &bytes_read, FALSE, NULL, cancellable);
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  FulBytes text = { 0 };
  FulJsonReader reader;
  FulRawAhead *ahead;
  FulRawNode *root;

  ful_json_reader_init_stream (&reader, stream, NULL);
  ahead = ful_raw_ahead_new (stream, &reader, n_threads, 1);
  root = ful_raw_tree_read (tree, &reader, FALSE);
  if (root)
    {
      gboolean trailing;

      ful_json_reader_finish (&reader, &trailing);
      ful_raw_write (root, &text);
    }
  if (reader.error)
    ful_bytes_append_s (&text, reader.error->message);
  ful_bytes_append_c (&text, '\0');
  ful_json_reader_clear (&reader);
  ful_raw_ahead_free (ahead);

  return text.data;
}

static void
assert_same (const char *text,
             gsize       n)
{
  g_autofree char *expected = NULL;

  for (guint n_threads = 0; n_threads < 4; n_threads++)
    {
      g_autoptr(GInputStream) input = g_memory_input_stream_new_from_data (text, (gssize) n, NULL);
      g_autofree char *found = read_stream (input, n_threads, NULL);

      if (n_threads == 0)
        expected = g_steal_pointer (&found);
      else
        g_assert_true (strcmp (found, expected) == 0);
    }
}

static void
test_same_as_one_thread (void)
{
  g_autoptr(GString) text = make_text ();

  assert_same (text->str, text->len);
  assert_same (text->str, text->len / 3);
  text->str[text->len / 2] = '!';
  assert_same (text->str, text->len);
  assert_same ("", 0);
}

/* Text that comes from a pipe, and an end of it that does not come. */
typedef struct
{
  GString      *text;
  int           fd;
  GCancellable *cancellable;   /* (nullable): cancelled once the text is written */
} Writer;

static gpointer
write_thread (gpointer data)
{
  Writer *self = data;
  gsize n_done = 0;

  while (n_done < self->text->len)
    {
      gssize n = write (self->fd, self->text->str + n_done, MIN (self->text->len - n_done, 60000));

      if (n < 0)
        break;
      n_done += (gsize) n;
    }
  g_usleep (20000);
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);

  return NULL;
}

/* @text: all that comes, after which nothing ends the pipe */
static char *
read_pipe (GString      *text,
           GCancellable *cancellable)
{
  int fds[2];
  g_autoptr(GInputStream) input = NULL;
  Writer writer = { text, 0, cancellable };
  GThread *thread;
  char *result;

  g_assert_cmpint (pipe (fds), ==, 0);
  input = g_unix_input_stream_new (fds[0], TRUE);
  writer.fd = fds[1];
  thread = g_thread_new ("write", write_thread, &writer);
  result = read_stream (input, 2, cancellable);
  g_input_stream_close (input, NULL, NULL);
  g_thread_join (thread);
  close (fds[1]);

  return result;
}

static void
test_cancel_while_waiting (void)
{
  g_autoptr(GString) text = make_text ();
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *result = NULL;

  g_string_truncate (text, text->len / 3);
  result = read_pipe (text, cancellable);
  g_assert_nonnull (strstr (result, "cancelled"));
}

static void
test_fail_while_waiting (void)
{
  g_autoptr(GString) text = make_text ();
  g_autofree char *result = NULL;

  g_string_truncate (text, text->len / 3);
  g_string_append_c (text, '!');
  for (guint i = 0; i < 80; i++)
    g_string_append_c (text, ' ');
  result = read_pipe (text, NULL);
  g_assert_nonnull (strstr (result, "This is not JSON"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  signal (SIGPIPE, SIG_IGN);
  g_test_add_func ("/raw-ahead/same-as-one-thread", test_same_as_one_thread);
  g_test_add_func ("/raw-ahead/cancel-while-waiting", test_cancel_while_waiting);
  g_test_add_func ("/raw-ahead/fail-while-waiting", test_fail_while_waiting);

  return g_test_run ();
}
