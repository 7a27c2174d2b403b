/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One request to a symbol server, with limits on what the server may do. It runs in a main context of its own, so that a
 * server that stays silent is noticed at every step. */

#include "config.h"

#include "ful-symbol-http.h"

#ifdef HAVE_SOUP

#include "ful-symbol-place.h"

#include "base/ful-error.h"

#include <glib/gi18n-lib.h>
#include <libsoup/soup.h>

/* Without a byte. After as long, a reply must have come at this speed on average. */
#define MAX_SILENCE_MS 30000
#define LEAST_BYTES_PER_MS 16

#define MAX_REDIRECTS 5
#define BLOCK_BYTES (256 << 10)

typedef struct
{
  GMainContext *context;
  GCancellable *guard;       /* of the server; cancelled with that of the caller */
  gint64        start;
  guint64       n_bytes;
  gboolean      is_silent;
  gboolean      is_done;     /* the current step */
  GInputStream *input;
  gssize        n_read;
  GError      **error;
} Transfer;

static gboolean
silence_cb (gpointer data)
{
  Transfer *self = data;

  self->is_silent = TRUE;
  g_cancellable_cancel (self->guard);

  return G_SOURCE_REMOVE;
}

/* Until the step that was begun is done. */
static void
wait_for_step (Transfer *self)
{
  gint64 passed = (g_get_monotonic_time () - self->start) / 1000;
  gint64 left = MAX_SILENCE_MS + (gint64) (self->n_bytes / LEAST_BYTES_PER_MS) - passed;
  GSource *silence = g_timeout_source_new ((guint) CLAMP (left, 1, MAX_SILENCE_MS));

  g_source_set_callback (silence, silence_cb, self, NULL);
  g_source_attach (silence, self->context);
  self->is_done = FALSE;
  while (!self->is_done)
    g_main_context_iteration (self->context, TRUE);
  g_source_destroy (silence);
  g_source_unref (silence);
}

static void
sent_cb (GObject      *session,
         GAsyncResult *result,
         gpointer      data)
{
  Transfer *self = data;

  self->input = soup_session_send_finish (SOUP_SESSION (session), result, self->error);
  self->is_done = TRUE;
}

static void
read_cb (GObject      *input,
         GAsyncResult *result,
         gpointer      data)
{
  Transfer *self = data;

  self->n_read = g_input_stream_read_finish (G_INPUT_STREAM (input), result, self->error);
  self->is_done = TRUE;
}

static gboolean
refuse (GError     **error,
        const char  *sentence)
{
  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, sentence);

  return FALSE;
}

static gboolean
refuse_size (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE, _("The answer of the server is too large"));

  return FALSE;
}

static gboolean
copy_body (Transfer       *self,
           SoupMessage    *message,
           guint64         max_bytes,
           GOutputStream  *output,
           GError        **error)
{
  g_autofree char *block = g_malloc (BLOCK_BYTES);
  goffset announced = soup_message_headers_get_content_length (soup_message_get_response_headers (message));

  if (announced > 0 && (guint64) announced > max_bytes)
    return refuse_size (error);

  for (;;)
    {
      g_input_stream_read_async (self->input, block, BLOCK_BYTES, G_PRIORITY_DEFAULT, self->guard, read_cb, self);
      wait_for_step (self);
      if (self->n_read <= 0)
        return self->n_read == 0;
      self->n_bytes += (guint64) self->n_read;
      if (self->n_bytes > max_bytes)
        return refuse_size (error);
      if (!g_output_stream_write_all (output, block, (gsize) self->n_read, NULL, self->guard, NULL))
        return refuse (error, _("The answer of the server could not be stored"));
    }
}

/* Returns: (transfer full) (nullable): where @message is redirected to, if that is the same server */
static GUri *
redirect (SoupMessage  *message,
          GError      **error)
{
  GUri *from = soup_message_get_uri (message);
  const char *location = soup_message_headers_get_one (soup_message_get_response_headers (message), "Location");
  g_autoptr(GUri) to = location ? g_uri_parse_relative (from, location, SOUP_HTTP_URI_FLAGS, NULL) : NULL;

  if (to && g_strcmp0 (g_uri_get_scheme (from), g_uri_get_scheme (to)) == 0 && g_uri_get_port (from) == g_uri_get_port (to) &&
      g_strcmp0 (g_uri_get_host (from), g_uri_get_host (to)) == 0)
    return g_steal_pointer (&to);

  refuse (error, _("The server redirects to another one"));

  return NULL;
}

/* Sends it, and what it is redirected to. */
static gboolean
run (Transfer       *self,
     SoupSession    *session,
     GUri           *uri,
     const char     *body,
     guint64         max_bytes,
     GOutputStream  *output,
     GError        **error)
{
  g_autoptr(GUri) target = g_uri_ref (uri);

  for (guint i = 0; i <= MAX_REDIRECTS; i++)
    {
      g_autoptr(SoupMessage) message = soup_message_new_from_uri (body ? SOUP_METHOD_POST : SOUP_METHOD_GET, target);
      g_autoptr(GInputStream) input = NULL;
      guint status;

      soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
      if (body)
        {
          g_autoptr(GBytes) bytes = g_bytes_new_static (body, strlen (body));

          soup_message_set_request_body_from_bytes (message, "application/json", bytes);
        }
      soup_session_send_async (session, message, G_PRIORITY_DEFAULT, self->guard, sent_cb, self);
      wait_for_step (self);
      input = self->input;
      if (input == NULL)
        return FALSE;

      status = soup_message_get_status (message);
      if (SOUP_STATUS_IS_REDIRECTION (status))
        {
          g_uri_unref (target);
          target = redirect (message, error);
          if (target == NULL)
            return FALSE;
          continue;
        }
      if (status != SOUP_STATUS_OK)
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The server answered with the status %u"), status);
          return FALSE;
        }

      self->start = g_get_monotonic_time ();

      return copy_body (self, message, max_bytes, output, error);
    }

  return refuse (error, _("The server redirects to another one"));
}

static void
cancelled_cb (GCancellable *cancellable,
              GCancellable *guard)
{
  g_cancellable_cancel (guard);
}

/**
 * ful_symbol_http_fetch:
 * @place: a server, see ful-symbol-place.h
 * @path: what to ask it for, with a slash before it
 * @body: (nullable): JSON to post; %NULL to get
 * @max_bytes: what its reply may have at most, uncompressed
 * @output: gets the reply
 * @error: a sentence about the server; of the domain #G_IO_ERROR if it costs time to ask it again, %FUL_ERROR for what is
 *   wrong with this reply
 *
 * Blocks. A server that says nothing for half a minute, or next to nothing, has failed.
 */
gboolean
ful_symbol_http_fetch (const char     *place,
                       const char     *path,
                       const char     *body,
                       guint64         max_bytes,
                       GOutputStream  *output,
                       GCancellable   *cancellable,
                       GError        **error)
{
  g_autoptr(GMainContext) context = NULL;
  g_autoptr(GCancellable) guard = NULL;
  g_autoptr(GError) failed = NULL;
  g_autofree char *base = ful_symbol_place_dup_url (place), *url = g_strconcat (base, path, NULL);
  g_autoptr(GUri) uri = NULL;
  SoupSession *session;
  Transfer self = { 0 };
  gulong handler = 0;
  gboolean ok;

  if (!ful_symbol_place_check_server (place, error))
    return FALSE;
  uri = g_uri_parse (url, SOUP_HTTP_URI_FLAGS, error);
  if (uri == NULL)
    return FALSE;

  context = self.context = g_main_context_new ();
  guard = self.guard = g_cancellable_new ();
  self.start = g_get_monotonic_time ();
  self.error = &failed;
  if (cancellable)
    handler = g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), g_object_ref (guard), g_object_unref);

  g_main_context_push_thread_default (context);
  session = soup_session_new_with_options ("user-agent", "fulgens/" PACKAGE_VERSION, NULL);
  if (ful_symbol_place_is_local (place))
    soup_session_set_proxy_resolver (session, NULL);
  ok = run (&self, session, uri, body, max_bytes, output, &failed);
  g_object_unref (session);
  while (g_main_context_iteration (context, FALSE)) { }
  g_main_context_pop_thread_default (context);
  g_cancellable_disconnect (cancellable, handler);

  if (ok)
    return TRUE;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (self.is_silent)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, _("The server sends nothing, or too slowly"));
  else if (failed && (failed->domain == FUL_ERROR || g_error_matches (failed, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE)))
    g_propagate_error (error, g_steal_pointer (&failed));
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_HOST_UNREACHABLE, _("The server cannot be reached: %s"), failed ? failed->message : "");

  return FALSE;
}

#else

#include "ful-symbol-place.h"

gboolean
ful_symbol_http_fetch (const char     *place,
                       const char     *path,
                       const char     *body,
                       guint64         max_bytes,
                       GOutputStream  *output,
                       GCancellable   *cancellable,
                       GError        **error)
{
  ful_symbol_place_check_server (place, error);   /* says why not */

  return FALSE;
}

#endif
