/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "symbols/sources/ful-symbol-http.h"

#include <gio/gio.h>

typedef struct
{
  char         *place;
  GCancellable *cancellable;
  GError       *error;
} Request;

static gpointer
ask (gpointer data)
{
  Request *request = data;
  g_autoptr(GOutputStream) output = g_memory_output_stream_new_resizable ();

  return GINT_TO_POINTER (ful_symbol_http_fetch (request->place, "/path", "{}", 1 << 20, output, request->cancellable,
                                                 &request->error));
}

/* At each step that a server may delay: before it answers, within the header, within the answer. */
static void
test_cancel (void)
{
  static const char *const beginnings[] = { "", "HTTP/1.1 200 OK\r\nX: ", "HTTP/1.1 200 OK\r\n\r\n{" };

  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    {
      g_autoptr(GSocketListener) listener = g_socket_listener_new ();
      g_autoptr(GSocketConnection) connection = NULL;
      g_autoptr(GError) error = NULL;
      guint16 port = g_socket_listener_add_any_inet_port (listener, NULL, &error);
      Request request = { g_strdup_printf ("http://127.0.0.1:%u", port), g_cancellable_new (), NULL };
      GThread *thread = g_thread_new ("request", ask, &request);
      char first[4];

      g_assert_no_error (error);
      connection = g_socket_listener_accept (listener, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (g_input_stream_read_all (g_io_stream_get_input_stream (G_IO_STREAM (connection)), first, sizeof first, NULL,
                                              NULL, &error));
      g_assert_cmpmem (first, sizeof first, "POST", 4);
      g_assert_true (g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)), beginnings[i],
                                                strlen (beginnings[i]), NULL, NULL, &error));
      g_cancellable_cancel (request.cancellable);
      g_assert_false (GPOINTER_TO_INT (g_thread_join (thread)));
      g_assert_error (request.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

      /* Nothing is sent once it is cancelled. */
      g_clear_error (&request.error);
      g_assert_false (GPOINTER_TO_INT (ask (&request)));
      g_assert_error (request.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

      g_clear_error (&request.error);
      g_object_unref (request.cancellable);
      g_free (request.place);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/symbol-http/cancel", test_cancel);

  return g_test_run ();
}
