/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Clients of a recording: the viewer and others, which see it while it runs. */

#include "config.h"

#include "ful-recorder-private.h"

#include "buffer/ful-record-cursor.h"
#include "live/ful-live-channel.h"

#include <glib/gi18n-lib.h>
#include <unistd.h>

/* How often it is looked whether all clients have what there is. */
#define LOOK_MS 100

/* What clients ask for. Returns: (transfer full) (nullable): why it is refused */
static char *
request_cb (guint           client G_GNUC_UNUSED,
            FulLiveRequest  request,
            const char     *text G_GNUC_UNUSED,
            gpointer        user_data)
{
  FulRecorder *self = user_data;

  if (request == FUL_LIVE_REQUEST_STOP)
    ful_recorder_end (self, FUL_WIRE_END_STOPPED);
  else if (request == FUL_LIVE_REQUEST_PAUSE || request == FUL_LIVE_REQUEST_RESUME)
    ful_recorder_set_paused (self, request == FUL_LIVE_REQUEST_PAUSE);
  else
    return g_strdup (_("fulgens-record cannot do that"));

  return NULL;
}

/* There is a history as long as all of it is there. */
static guint64
choose_cb (guint       client G_GNUC_UNUSED,
           const char *name G_GNUC_UNUSED,
           gpointer    user_data)
{
  FulRecorder *self = user_data;
  FulRecordDiscarded discarded = ful_record_buffer_get_discarded (ful_record_session_get_buffer (self->session));

  return FUL_WIRE_CAN_STOP | FUL_WIRE_CAN_PAUSE | (discarded.n_chunks == 0 ? FUL_WIRE_HAS_HISTORY : 0);
}

static gpointer
open_feed_cb (guint                   client,
              const FulWireSubscribe *subscribe,
              gpointer                user_data)
{
  FulRecorder *self = user_data;

  self->had_client = TRUE;

  return ful_record_feed_class.open (client, subscribe, ful_record_session_get_buffer (self->session));
}

gboolean
ful_recorder_serve (FulRecorder  *self,
                    GError      **error)
{
  static FulLiveFeedClass feed_class;
  g_autofree char *path = NULL;
  FulLiveServerOptions options = {
    .name = "fulgens-record",
    .choose_cb = choose_cb,
    .state = { 1, 0 },
    .feed_class = &feed_class,
    .request_cb = request_cb,
    .user_data = self,
  };

  feed_class = ful_record_feed_class;
  feed_class.open = open_feed_cb;
  if (self->options.socket)
    path = g_strdup (self->options.socket);
  else
    {
      g_autofree char *name = g_strdup_printf ("record-%d.sock", (int) getpid ());

      path = g_build_filename (g_get_user_runtime_dir (), "fulgens", name, NULL);
    }
  self->listener = ful_live_listener_new_unix (path, error);
  if (self->listener == NULL)
    return FALSE;

  self->server = ful_live_server_new (self->listener->socket, &options);
  if (!self->options.quiet && self->options.socket)
    g_printerr (_("fulgens-record: serving %s\n"), path);

  return TRUE;
}

/* The viewer: beside this program, or in the folder of a build. Returns: whether it was started */
gboolean
ful_recorder_start_viewer (FulRecorder  *self,
                           GError      **error)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (program ? program : ".");
  g_autofree char *built = g_build_filename (folder, "..", "ui", "fulgens", NULL);
  g_autofree char *installed = g_build_filename (folder, "fulgens", NULL);
  const char *viewer = g_file_test (built, G_FILE_TEST_IS_EXECUTABLE) ? built :
                       g_file_test (installed, G_FILE_TEST_IS_EXECUTABLE) ? installed : "fulgens";
  const char *arguments[] = { viewer, "--live", self->listener->address, NULL };

  return g_spawn_async (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, error);
}

static gboolean
look_cb (gpointer user_data G_GNUC_UNUSED)
{
  return G_SOURCE_CONTINUE;
}

/* Clients take in what there is; who does not come for 2 s gets no more. Nobody is waited for if there is a file. */
void
ful_recorder_finish_clients (FulRecorder *self)
{
  gint64 end_us = g_get_monotonic_time () + 2 * G_USEC_PER_SEC;
  gboolean is_expected = self->options.view || self->options.output == NULL;

  if (self->server == NULL)
    return;
  ful_recorder_watch_interrupts (self);
  g_timeout_add (LOOK_MS, look_cb, NULL);   /* at the time, too */
  while (!self->leaves &&
         (ful_live_server_get_n_clients (self->server) > 0 || (is_expected && !self->had_client && g_get_monotonic_time () < end_us)))
    g_main_context_iteration (NULL, TRUE);
  g_clear_pointer (&self->server, ful_live_server_free);
  g_clear_pointer (&self->listener, ful_live_listener_free);
}
