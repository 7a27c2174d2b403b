/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query live ADDRESS: follows a running capture, and writes what came as a profile.
 *
 * JSON: an object a line, each written at once: connected, state, status, loss, error, end. The file of
 * --output is complete before end is written. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-system.h"

#include "base/ful-error.h"
#include "base/ful-format.h"
#include "export/ful-processed-writer.h"
#include "io/json/ful-json-document.h"
#include "live/ful-live-line.h"
#include "live/ful-live-source.h"
#include "live/ful-live-top.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_TOKEN_BYTES 4096
#define TOP_INTERVAL_MS 900   /* less than between two statuses */
#define MAX_START_BYTES (60 << 10)
#define MAX_DURATION 4e6   /* s; longer ones are no limit */

typedef struct
{
  FulQuery      *query;
  GMainLoop     *loop;
  FulLiveSource *source;
  FulProfile    *profile;      /* (nullable): the last snapshot */
  GError        *failure;      /* (nullable): the last one after the last status */
  FulLiveEvent  *end;          /* (nullable) */
  FulLiveLine    line;
  gboolean       is_leaving;
  gboolean       cannot_write;
} Live;

/* As --duration now; a second time it does not wait for the peer. */
static void
leave (Live *self)
{
  if (self->query->live.stop && !self->is_leaving)
    ful_live_source_stop (self->source);
  else
    ful_live_source_detach (self->source);
  self->is_leaving = TRUE;
}

static gboolean
leave_cb (gpointer user_data)
{
  leave (user_data);

  return G_SOURCE_CONTINUE;
}

static gboolean
leave_once_cb (gpointer user_data)
{
  leave (user_data);

  return G_SOURCE_REMOVE;
}

/* @line: (nullable) */
static void
print (Live       *self,
       const char *line)
{
  if (line == NULL || self->cannot_write)
    return;
  if (puts (line) >= 0 && fflush (stdout) == 0)
    return;

  self->cannot_write = TRUE;
  if (self->end == NULL)
    leave (self);
}

static void
print_event (Live         *self,
             FulLiveEvent *event)
{
  g_autofree char *line = self->query->json ? ful_live_line_to_json (event) : ful_live_line_to_text (&self->line, event);

  print (self, line);
}

static void
print_top (Live *self)
{
  g_autofree char *text = NULL;

  if (self->query->json || self->query->live.n_top == 0 || self->profile == NULL)
    return;
  text = ful_live_top_to_text (self->profile, (guint) self->query->live.n_top);
  print (self, text);
}

static void
event_cb (FulLiveSource *source,
          FulLiveEvent  *event,
          Live          *self)
{
  switch (event->type)
    {
    case FUL_LIVE_CONNECTED:
      if (self->query->live.duration < MAX_DURATION)
        g_timeout_add ((guint) ceil (self->query->live.duration * 1000), leave_once_cb, self);
      break;
    case FUL_LIVE_STATUS:
      g_clear_error (&self->failure);
      print_event (self, event);
      print_top (self);
      return;
    case FUL_LIVE_FAILURE:
      g_clear_error (&self->failure);
      self->failure = g_error_copy (event->failure);
      break;
    case FUL_LIVE_SNAPSHOT:
      g_set_object (&self->profile, event->profile);
      return;
    case FUL_LIVE_END:
      self->end = ful_live_event_ref (event);
      g_main_loop_quit (self->loop);
      return;
    case FUL_LIVE_STATE:
    case FUL_LIVE_LOSS:
    default:
      break;
    }
  print_event (self, event);
}

static void
follow (Live *self)
{
  ful_query_system_on_interrupt (leave_cb, self);
  self->loop = g_main_loop_new (NULL, FALSE);
  g_signal_connect (self->source, "event", G_CALLBACK (event_cb), self);
  ful_live_source_start (self->source);
  g_main_loop_run (self->loop);
  g_main_loop_unref (self->loop);
}

/* After the end. */
static FulExitStatus
report (Live    *self,
        GError **error)
{
  FulQuery *query = self->query;
  g_autofree char *message = NULL;

  if (query->output && self->profile)
    {
      g_autoptr(GFile) file = g_file_new_for_commandline_arg (query->output);

      if (!ful_processed_writer_save (self->profile, file, NULL, NULL, error))
        {
          g_autoptr(FulLiveSpool) spool = ful_live_source_get_spool (self->source);

          if (spool)
            g_prefix_error (error, "%s keeps the capture: ", ful_live_spool_get_path (spool));
          return FUL_EXIT_OUTPUT;
        }
      ful_live_source_remove_spool (self->source);
    }
  if (self->profile)
    {
      print_top (self);
      print_event (self, self->end);
    }
  if (self->cannot_write)
    return FUL_EXIT_OK;     /* main () finds out why */

  if (self->profile && self->end->end.is_whole)
    return FUL_EXIT_OK;

  message = ful_format_visible (self->failure ? self->failure->message : self->end->end.has_announced
                                ? "rows are missing that the peer sent" : "left before its end", "");
  g_printerr ("fulgens-query: %s%s\n", self->profile ? "The capture is not whole: " : "", message);

  return self->profile ? FUL_EXIT_NOTHING : FUL_EXIT_UNREADABLE;
}

static gboolean
read_token (const char  *path,
            char       **out_token,
            GError     **error)
{
  gsize n;

  if (!g_file_get_contents (path, out_token, &n, error))
    return FALSE;
  if (n > MAX_TOKEN_BYTES || strlen (*out_token) != n)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--token-file: “%s” is not a token of at most %d bytes", path, MAX_TOKEN_BYTES);
      return FALSE;
    }
  g_strchomp (*out_token);

  return TRUE;
}

/* All that needs no peer. */
static gboolean
check_options (const FulQuery  *query,
               GError         **error)
{
  if (!(query->live.duration >= 0) || query->live.n_top < 0)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--duration and --top must not be negative");
      return FALSE;
    }
  if (query->live.start)
    {
      g_autoptr(JsonNode) node = ful_json_parse_text (query->live.start, -1, MAX_START_BYTES, error);

      if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
        {
          g_clear_error (error);
          g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--start: a JSON object was expected");
          return FALSE;
        }
    }
  if (query->output)
    {
      g_autoptr(GFile) file = g_file_new_for_commandline_arg (query->output);

      return ful_processed_writer_check (file, error);
    }

  return TRUE;
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  g_autofree char *token = NULL;
  FulLiveOptions options = {
    .start = query->live.start,
    .snapshot_interval_ms = query->live.n_top > 0 && !query->json ? TOP_INTERVAL_MS : 0,
    .has_spool = query->output != NULL,
  };
  Live self = { query };
  FulExitStatus status;

  if (!check_options (query, error) || (query->live.token_file && !read_token (query->live.token_file, &token, error)))
    return FUL_EXIT_USAGE;

  options.token = token;
  self.source = ful_live_source_new (query->live.address, &options, error);
  if (self.source == NULL)
    return FUL_EXIT_USAGE;

  follow (&self);
  status = report (&self, error);

  g_object_unref (self.source);
  g_clear_object (&self.profile);
  g_clear_error (&self.failure);
  ful_live_event_unref (self.end);

  return status;
}

const FulCommand ful_command_live = {
  "live", "follow a running capture", FUL_COMMAND_ADDRESS | FUL_COMMAND_OUTPUT, NULL, run,
};
