/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-replay --socket PATH | --listen HOST:PORT --token-file FILE [OPTION…] PROFILE: replays a profile as a
 * running capture, to any number of clients, each from the beginning.
 *
 * Standard output has a JSON object a line: the address first, then with --events what clients do. What a stream
 * cannot carry is reported on standard error, once. Exit status 2 if it cannot serve. */

#include "config.h"

#include "ful-live-replay.h"
#include "ful-live-script.h"

#include "base/ful-error.h"
#include "base/ful-memory.h"
#include "import/ful-loader.h"
#include "live/server/ful-live-listener.h"
#include "live/server/ful-live-server.h"

#include <glib-unix.h>
#include <json-glib/json-glib.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#define MIN_TOKEN_BYTES 16
#define STOP_MS 2000       /* until clients that take nothing are left */
#define DROP_TICKS 10

/* From the command line. */
typedef struct
{
  char     *socket;
  char     *listen;
  char     *token_file;
  double    speed;        /* ms of the profile for each ms; 0: as fast as accepted */
  gboolean  loop;
  gboolean  once;
  gboolean  events;
  gint64    drop;         /* sent before rows are dropped for a while; below 0: never */
} Options;

typedef struct
{
  Options        options;
  FulLiveScript *script;
  FulLiveServer *server;
  GMainLoop     *loop;
  gboolean       stopping;
} Serve;

typedef struct
{
  const Options *options;
  FulLiveReplay *replay;
  gint64         start_us;
  gsize          n_bytes;
  gboolean       has_dropped;
} Feed;

static gpointer
open_feed (guint                   client,
           const FulWireSubscribe *subscribe,
           gpointer                user_data)
{
  Serve *self = user_data;
  Feed *feed = g_new0 (Feed, 1);

  feed->options = &self->options;
  feed->replay = ful_live_replay_new (self->script, (guint) subscribe->kinds, self->options.speed, self->options.loop);
  feed->start_us = g_get_monotonic_time ();

  return feed;
}

static FulLiveFeedResult
next_of_feed (gpointer  data,
              FulBytes *to,
              gint64   *out_due_us)
{
  Feed *feed = data;
  gsize n_before = to->n;
  FulLiveReplayResult result;
  gint64 due_us;

  if (feed->options->drop >= 0 && !feed->has_dropped && feed->n_bytes >= (gsize) feed->options->drop)
    {
      feed->has_dropped = TRUE;
      ful_live_replay_drop_rows (feed->replay, DROP_TICKS);
    }
  result = ful_live_replay_next (feed->replay, g_get_monotonic_time () - feed->start_us, to, &due_us);
  feed->n_bytes += to->n - n_before;

  switch (result)
    {
    case FUL_LIVE_REPLAY_FRAME:
      return FUL_LIVE_FEED_FRAME;
    case FUL_LIVE_REPLAY_WAIT:
      *out_due_us = feed->start_us + due_us;
      return FUL_LIVE_FEED_WAIT;
    case FUL_LIVE_REPLAY_ENDED:
    default:
      return FUL_LIVE_FEED_ENDED;
    }
}

static void
end_feed (gpointer          data,
          FulWireEndReason  reason,
          FulBytes         *to)
{
  ful_live_replay_end (((Feed *) data)->replay, reason, to);
}

static void
close_feed (gpointer data)
{
  ful_live_replay_free (((Feed *) data)->replay);
  g_free (data);
}

static const FulLiveFeedClass feed_class = { open_feed, next_of_feed, end_feed, close_feed };

static JsonBuilder *
begin_line (const char *event)
{
  JsonBuilder *line = json_builder_new ();

  json_builder_begin_object (line);
  json_builder_set_member_name (line, "event");
  json_builder_add_string_value (line, event);

  return line;
}

static void
add_text (JsonBuilder *line,
          const char  *name,
          const char  *text)
{
  json_builder_set_member_name (line, name);
  json_builder_add_string_value (line, text);
}

static void
add_number (JsonBuilder *line,
            const char  *name,
            guint64      number)
{
  json_builder_set_member_name (line, name);
  json_builder_add_int_value (line, (gint64) number);
}

/* Frees @line. */
static void
print_line (JsonBuilder *line)
{
  g_autoptr(JsonNode) root = json_builder_get_root (json_builder_end_object (line));
  g_autofree char *text = json_to_string (root, FALSE);

  puts (text);
  fflush (stdout);
  g_object_unref (line);
}

static void
print_event (guint               client,
             FulLiveClientEvent  event,
             Feed               *feed,
             guint64             n_bytes,
             const char         *text)
{
  static const char *const names[] = { "connected", "greeted", "subscribed", "refused", "ended", "closed" };
  JsonBuilder *line = begin_line (names[event]);

  add_number (line, "client", client);
  if (event == FUL_LIVE_CLIENT_GREETED)
    add_text (line, "name", text);
  if (event == FUL_LIVE_CLIENT_REFUSED)
    add_text (line, "message", text);
  if (event >= FUL_LIVE_CLIENT_ENDED)
    add_number (line, "sent", n_bytes);
  if (event == FUL_LIVE_CLIENT_ENDED)
    {
      const FulWireEnd *totals = ful_live_replay_get_totals (feed->replay);

      add_number (line, "samples", totals->n_samples);
      add_number (line, "markers", totals->n_markers);
      add_number (line, "counts", totals->n_counts);
      add_number (line, "allocations", totals->n_allocations);
      add_number (line, "lost", totals->n_lost);
    }
  print_line (line);
}

static gboolean
give_up_cb (gpointer user_data)
{
  g_main_loop_quit (((Serve *) user_data)->loop);

  return G_SOURCE_REMOVE;
}

static gboolean
quit_when_idle_cb (gpointer user_data)
{
  Serve *self = user_data;

  if (ful_live_server_get_n_clients (self->server) > 0)
    return G_SOURCE_CONTINUE;
  g_main_loop_quit (self->loop);

  return G_SOURCE_REMOVE;
}

static gboolean
stop_cb (gpointer user_data)
{
  Serve *self = user_data;

  if (self->stopping)
    return G_SOURCE_CONTINUE;
  self->stopping = TRUE;
  ful_live_server_stop (self->server);
  g_timeout_add (20, quit_when_idle_cb, self);
  g_timeout_add (STOP_MS, give_up_cb, self);

  return G_SOURCE_CONTINUE;
}

static gboolean
stop_once_cb (gpointer user_data)
{
  stop_cb (user_data);

  return G_SOURCE_REMOVE;
}

static void
client_cb (guint               client,
           FulLiveClientEvent  event,
           gpointer            feed,
           guint64             n_bytes,
           const char         *text,
           gpointer            user_data)
{
  Serve *self = user_data;

  if (self->options.events)
    print_event (client, event, feed, n_bytes, text);
  if (event == FUL_LIVE_CLIENT_ENDED && self->options.once)
    g_idle_add (stop_once_cb, self);
}

static void
omit_cb (const char *what,
         gpointer    user_data)
{
  g_printerr ("fulgens-replay: The stream leaves out %s\n", what);
}

static gboolean
refuse (GError     **error,
        const char  *message)
{
  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, message);

  return FALSE;
}

static gboolean
check_options (const Options  *options,
               GError        **error)
{
  if (!options->socket == !options->listen)
    return refuse (error, "It needs --socket PATH, or --listen HOST:PORT");
  if (options->listen && options->token_file == NULL)
    return refuse (error, "--listen needs --token-file FILE: other users can connect to it");
  if (options->socket && options->token_file)
    return refuse (error, "--token-file goes with --listen");
  if (!(options->speed >= 0 && isfinite (options->speed)))
    return refuse (error, "--speed must be 0 or more");

  return TRUE;
}

/* The first line of the file. */
static char *
load_token (const char  *file,
            GError     **error)
{
  g_autofree char *token = NULL;

  if (!g_file_get_contents (file, &token, NULL, error))
    return NULL;
  token[strcspn (token, "\r\n")] = '\0';
  if (strlen (token) >= MIN_TOKEN_BYTES)
    return g_steal_pointer (&token);
  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "The token in “%s” has less than %d bytes", file, MIN_TOKEN_BYTES);

  return NULL;
}

static void
serve (Serve                *self,
       FulLiveListener      *listener,
       FulLiveServerOptions *options)
{
  JsonBuilder *line = begin_line ("listening");
  guint sources[2];

  self->loop = g_main_loop_new (NULL, FALSE);
  self->server = ful_live_server_new (listener->socket, options);
  sources[0] = g_unix_signal_add (SIGINT, stop_cb, self);
  sources[1] = g_unix_signal_add (SIGTERM, stop_cb, self);
  add_text (line, "address", listener->address);
  print_line (line);
  g_main_loop_run (self->loop);

  g_source_remove (sources[0]);
  g_source_remove (sources[1]);
  ful_live_server_free (self->server);
  g_main_loop_unref (self->loop);
}

static gboolean
load_and_serve (Serve       *self,
                const char  *path,
                GError     **error)
{
  FulLiveServerOptions options = {
    .name = "fulgens-replay",
    .capabilities = FUL_WIRE_CAN_STOP | FUL_WIRE_HAS_HISTORY | FUL_WIRE_WAITS,
    .state = { .state = 1 },
    .feed_class = &feed_class,
    .client_cb = client_cb,
    .user_data = self,
  };
  g_autoptr(GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulLiveScript) script = NULL;
  g_autoptr(FulLiveListener) listener = NULL;
  g_autofree char *token = NULL;

  if (!check_options (&self->options, error) ||
      (self->options.token_file && (token = load_token (self->options.token_file, error)) == NULL) ||
      (profile = ful_loader_load_file (file, 0, NULL, NULL, error)) == NULL ||
      (script = ful_live_script_new (profile, omit_cb, NULL, error)) == NULL)
    return FALSE;

  self->script = script;
  options.token = token;
  options.state.since = script->start;
  listener = self->options.socket ? ful_live_listener_new_unix (self->options.socket, error)
                                  : ful_live_listener_new_tcp (self->options.listen, error);
  if (listener == NULL)
    return FALSE;
  serve (self, listener, &options);

  return TRUE;
}

int
main (int    argc,
      char **argv)
{
  Serve self = { .options = { .speed = 1, .drop = -1 } };
  Options *options = &self.options;
  const GOptionEntry entries[] = {
    { "socket", 0, 0, G_OPTION_ARG_FILENAME, &options->socket, "Listen on this Unix socket", "PATH" },
    { "listen", 0, 0, G_OPTION_ARG_STRING, &options->listen, "Listen on this loopback address; port 0: any free one", "HOST:PORT" },
    { "token-file", 0, 0, G_OPTION_ARG_FILENAME, &options->token_file, "File with the token that clients of --listen send", "FILE" },
    { "speed", 0, 0, G_OPTION_ARG_DOUBLE, &options->speed, "Times as fast as recorded; 0: as fast as accepted", "N" },
    { "loop", 0, 0, G_OPTION_ARG_NONE, &options->loop, "Begin again at the end, until STOP", NULL },
    { "once", 0, 0, G_OPTION_ARG_NONE, &options->once, "Exit after the first capture that ends", NULL },
    { "events", 0, 0, G_OPTION_ARG_NONE, &options->events, "Print what clients do", NULL },
    { "drop", 0, 0, G_OPTION_ARG_INT64, &options->drop, "Drop the rows of a second after about this many bytes", "BYTES" },
    { NULL }
  };
  g_autoptr(GOptionContext) context = g_option_context_new ("PROFILE");
  g_autoptr(GError) error = NULL;

  ful_memory_init ();
  setlocale (LC_ALL, "");
  g_option_context_add_main_entries (context, entries, NULL);
  if (g_option_context_parse (context, &argc, &argv, &error))
    {
      if (argc == 2)
        load_and_serve (&self, argv[1], &error);
      else
        refuse (&error, "Exactly one PROFILE is needed");
    }
  if (error)
    g_printerr ("fulgens-replay: %s\n", error->message);
  g_free (options->socket);
  g_free (options->listen);
  g_free (options->token_file);

  return error ? 2 : 0;
}
