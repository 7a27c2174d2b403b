/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A program of this machine that is recorded by a fulgens-record of our own (live.md 9): "record:new", with a
 * #FulLiveRecordSetup as the start. */

#include "config.h"

#include "ful-live-record-start.h"

#include "live/ful-live-kind.h"
#include "live/ful-live-socket.h"

#include "base/ful-error.h"

#include <glib/gi18n-lib.h>

static void
explain_cb (GError   **error,
            gpointer   user_data)
{
  ful_live_recorder_explain (user_data, error);
}

static void
run_capture (FulLiveChannel       *channel,
             const FulLiveAddress *address,
             const FulLiveOptions *options,
             const char           *start)
{
  FulLiveRecorder recorder = { .messages = -1 };
  FulLiveOptions own = *options;
  g_autoptr(GError) error = NULL;
  g_autoptr(FulLiveRecordSetup) setup = NULL;

  if (address->is_new)
    setup = ful_live_record_setup_new_from_text (start, &error);
  else
    g_set_error_literal (&error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("“record:new” was expected"));
  own.start = NULL;
  if (setup && ful_live_recorder_start (&recorder, setup, channel, &error))
    ful_live_socket_follow (channel, recorder.address, &own, explain_cb, &recorder);
  else
    {
      ful_live_recorder_explain (&recorder, &error);
      ful_live_socket_fail (channel, address, error);
    }
  ful_live_recorder_end (&recorder);
}

/* Returns: (transfer full) (nullable): the start of the next capture; %NULL if there will be none */
static char *
wait_for_start (FulLiveChannel *channel)
{
  for (;;)
    {
      g_autofree char *start = NULL;
      FulLiveRequest request;

      ful_live_channel_wait (channel, -1);
      request = ful_live_channel_next_request (channel, &start);
      if (ful_live_channel_is_closed (channel))
        return NULL;
      if (request != FUL_LIVE_REQUEST_START)
        continue;
      ful_live_channel_set_spool (channel, NULL);
      g_cancellable_reset (ful_live_channel_get_leave (channel));
      return g_strdup (start ? start : "");
    }
}

static void
run (FulLiveChannel       *channel,
     const FulLiveAddress *address,
     const FulLiveOptions *options)
{
  g_autofree char *start = g_strdup (options->start);

  do
    {
      run_capture (channel, address, options, start);
      g_clear_pointer (&start, g_free);
    }
  while (options->has_next && (start = wait_for_start (channel)) != NULL);
}

/* By the program. */
static char *
dup_title (const char *start)
{
  g_autoptr(FulLiveRecordSetup) setup = ful_live_record_setup_new_from_text (start, NULL);
  g_auto(GStrv) words = NULL;

  if (setup && setup->pid > 0)
    return g_strdup_printf (_("Process %d"), setup->pid);

  return setup && g_shell_parse_argv (setup->command, NULL, &words, NULL) ? g_path_get_basename (words[0]) : NULL;
}

const FulLiveKind ful_live_record = {
  .scheme = "record",
  .can_start = TRUE,
  .can_record_again = TRUE,
  .dup_title = dup_title,
  .run = run,
};
