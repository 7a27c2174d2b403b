/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query serve --socket PATH | --listen HOST:PORT --token-file FILE: replays the profile to clients of
 * the live protocol. For tests and demonstrations of what follows running captures.
 *
 * Standard output has an object a line: the address first, then with --json what clients do. What a stream
 * cannot carry is said on standard error, once. */

#include "config.h"

#include "ful-commands.h"

#include "ful-live-line.h"
#include "ful-query-json.h"

#include "base/ful-error.h"
#include "live/ful-live-listener.h"
#include "live/ful-live-replay.h"
#include "live/ful-live-script.h"
#include "live/ful-live-server.h"

#include <glib-unix.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#define MIN_TOKEN_BYTES 16
#define STOP_MS 2000       /* until clients that take nothing are left */
#define DROP_TICKS 10

typedef struct
{
  const FulQuery *query;
  FulLiveScript  *script;
  FulLiveServer  *server;
  GMainLoop      *loop;
  gboolean        stopping;
} Serve;

typedef struct
{
  FulLiveReplay *replay;
  gint64         start_us;
} Feed;

static gpointer
open_feed (const FulWireSubscribe *subscribe,
           gpointer                user_data)
{
  Serve *self = user_data;
  Feed *feed = g_new (Feed, 1);

  feed->replay = ful_live_replay_new (self->script, (guint) subscribe->kinds, self->query->serve.speed, self->query->serve.loop);
  feed->start_us = g_get_monotonic_time ();

  return feed;
}

static FulLiveFeedResult
next_of_feed (gpointer  data,
              FulBytes *to,
              gint64   *out_due_us)
{
  Feed *feed = data;
  gint64 due_us;

  switch (ful_live_replay_next (feed->replay, g_get_monotonic_time () - feed->start_us, to, &due_us))
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
drop_of_feed (gpointer data)
{
  ful_live_replay_drop_rows (((Feed *) data)->replay, DROP_TICKS);
}

static void
close_feed (gpointer data)
{
  ful_live_replay_free (((Feed *) data)->replay);
  g_free (data);
}

static const FulLiveFeedClass feed_class = { open_feed, next_of_feed, end_feed, drop_of_feed, close_feed };

static void
print_totals (FulQueryJson     *json,
              const FulWireEnd *sent)
{
  FulLiveTotals totals = { sent->n_samples, sent->n_markers, sent->n_counts, sent->n_allocations, sent->n_lost };

  ful_live_line_add_totals (json, &totals);
}

static void
print_event (guint               client,
             FulLiveClientEvent  event,
             Feed               *feed,
             guint64             n_bytes,
             const char         *text)
{
  static const char *const names[] = { "connected", "greeted", "subscribed", "refused", "ended", "closed" };
  FulQueryJson json;

  ful_query_json_init (&json, NULL);
  ful_query_json_begin_object (&json);
  ful_query_json_string_member (&json, "event", names[event]);
  ful_query_json_number_member (&json, "client", client);
  if (event == FUL_LIVE_CLIENT_GREETED)
    ful_query_json_string_member (&json, "name", text);
  if (event == FUL_LIVE_CLIENT_REFUSED)
    ful_query_json_string_member (&json, "message", text);
  if (event >= FUL_LIVE_CLIENT_ENDED)
    ful_query_json_number_member (&json, "sent", (double) n_bytes);
  if (event == FUL_LIVE_CLIENT_ENDED)
    print_totals (&json, ful_live_replay_get_totals (feed->replay));
  ful_query_json_end_object (&json);
  ful_query_json_finish (&json);
  fflush (stdout);
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

  if (self->query->json)
    print_event (client, event, feed, n_bytes, text);
  if (event == FUL_LIVE_CLIENT_ENDED && self->query->serve.once)
    g_idle_add (stop_once_cb, self);
}

static void
omit_cb (const char *what,
         gpointer    user_data)
{
  g_printerr ("fulgens-query: The stream leaves out %s\n", what);
}

static gboolean
refuse (GError     **error,
        const char  *message)
{
  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, message);

  return FALSE;
}

static gboolean
parse_fault (const char    *text,
             FulLiveFault  *fault,
             GError       **error)
{
  static const char *const names[] = { [FUL_LIVE_FAULT_KILL] = "kill@", [FUL_LIVE_FAULT_STALL] = "stall@",
                                       [FUL_LIVE_FAULT_DROP] = "drop@" };
  double seconds = 0;

  for (guint i = FUL_LIVE_FAULT_KILL; text && i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (text, names[i]))
      {
        const char *number = text + strlen (names[i]);
        char *end = NULL;

        fault->kind = i;
        fault->n_bytes = g_ascii_strtoull (number, &end, 10);
        if (i == FUL_LIVE_FAULT_STALL && end > number && *end == ':')
          {
            number = end + 1;
            seconds = g_ascii_strtod (number, &end);
          }
        else if (i == FUL_LIVE_FAULT_STALL)
          end = NULL;
        fault->duration_us = (gint64) (CLAMP (seconds, 0, 1e6) * G_USEC_PER_SEC);
        if (end && end > number && *end == '\0' && g_ascii_isdigit (*number))
          return TRUE;
      }
  if (text == NULL)
    return TRUE;
  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT,
               "--fault: “%s” is not kill@BYTES, stall@BYTES:SECONDS or drop@BYTES", text);

  return FALSE;
}

static gboolean
check_options (const FulQueryServe  *options,
               GError              **error)
{
  if (!options->socket == !options->listen)
    return refuse (error, "serve needs --socket PATH, or --listen HOST:PORT");
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
print_address (const char *address)
{
  FulQueryJson json;

  ful_query_json_init (&json, NULL);
  ful_query_json_begin_object (&json);
  ful_query_json_string_member (&json, "event", "listening");
  ful_query_json_string_member (&json, "address", address);
  ful_query_json_end_object (&json);
  ful_query_json_finish (&json);
  fflush (stdout);
}

static void
serve (Serve                *self,
       FulLiveListener      *listener,
       FulLiveServerOptions *options)
{
  guint sources[2];

  self->loop = g_main_loop_new (NULL, FALSE);
  self->server = ful_live_server_new (listener->socket, options);
  sources[0] = g_unix_signal_add (SIGINT, stop_cb, self);
  sources[1] = g_unix_signal_add (SIGTERM, stop_cb, self);
  print_address (listener->address);
  if (!ferror (stdout))   /* else nobody would know the address; main() says it */
    g_main_loop_run (self->loop);

  g_source_remove (sources[0]);
  g_source_remove (sources[1]);
  ful_live_server_free (self->server);
  g_main_loop_unref (self->loop);
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  const FulQueryServe *given = &query->serve;
  Serve self = { .query = query };
  FulLiveServerOptions options = {
    .name = "fulgens-query serve",
    .capabilities = FUL_WIRE_CAN_STOP | FUL_WIRE_HAS_HISTORY | FUL_WIRE_WAITS,
    .state = { .state = 1 },
    .feed_class = &feed_class,
    .client_cb = client_cb,
    .user_data = &self,
  };
  g_autoptr(FulLiveScript) script = NULL;
  g_autoptr(FulLiveListener) listener = NULL;
  g_autofree char *token = NULL;

  if (!check_options (given, error) || !parse_fault (given->fault, &options.fault, error) ||
      (given->token_file && (token = load_token (given->token_file, error)) == NULL))
    return FUL_EXIT_USAGE;

  self.script = script = ful_live_script_new (query->profile, omit_cb, NULL, error);
  if (script == NULL)
    return FUL_EXIT_USAGE;
  options.token = token;
  options.state.since = script->start;
  listener = given->socket ? ful_live_listener_new_unix (given->socket, error) : ful_live_listener_new_tcp (given->listen, error);
  if (listener == NULL)
    return FUL_EXIT_USAGE;
  serve (&self, listener, &options);

  return FUL_EXIT_OK;
}

const FulCommand ful_command_serve = {
  "serve", "replay the profile as a running capture", FUL_COMMAND_SERVE, NULL, run,
};
