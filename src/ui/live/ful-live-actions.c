/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Actions of a window for the capture on screen. They are in its action map, so that GTK exports them on D-Bus, which
 * it does not with actions of classes. */

#include "config.h"

#include "ful-live-actions.h"

#include "document/ful-document-window.h"

#define SESSION "live-session"

/* Returns: (nullable): the capture on screen */
static FulLiveSession *
get_session (gpointer actions)
{
  return g_object_get_data (actions, SESSION);
}

static void
pause_view_cb (GSimpleAction *action,
               GVariant      *state,
               gpointer       user_data)
{
  FulLiveSession *session = get_session (user_data);

  if (session)
    ful_live_session_set_paused (session, g_variant_get_boolean (state));
}

static void
pause_cb (GSimpleAction *action,
          GVariant      *state,
          gpointer       user_data)
{
  FulLiveSession *session = get_session (user_data);

  /* The state changes when the peer says so. */
  if (session)
    ful_live_session_set_capture_paused (session, g_variant_get_boolean (state));
}

static void
jump_to_now_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  FulLiveSession *session = get_session (user_data);
  FulDocument *document = session ? ful_live_session_get (session)->document : NULL;

  if (document == NULL)
    return;

  ful_live_session_set_paused (session, FALSE);
  ful_document_jump_to_now (document);
}

static void
stop_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  FulLiveSession *session = get_session (user_data);

  if (session)
    ful_live_session_stop (session);
}

static void
stop_and_save_cb (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       user_data)
{
  FulLiveSession *session = get_session (user_data);

  if (session)
    ful_live_session_stop_and_save (session);
}

static void
save_to_cb (GSimpleAction *action,
            GVariant      *parameter,
            gpointer       user_data)
{
  FulLiveSession *session = get_session (user_data);
  g_autoptr(GFile) file = g_file_new_for_path (g_variant_get_string (parameter, NULL));

  if (session)
    ful_live_session_save_to (session, file);
}

static const GActionEntry entries[] = {
  { "live-pause-view", NULL, NULL, "false", pause_view_cb },
  { "live-pause", NULL, NULL, "false", pause_cb },
  { "live-jump-to-now", jump_to_now_cb },
  { "live-stop", stop_cb },
  { "live-stop-and-save", stop_and_save_cb },
  { "save-to", save_to_cb, "s" },
};

/**
 * ful_live_actions_add:
 * @actions: a window; gets the actions, disabled
 */
void
ful_live_actions_add (GActionMap *actions)
{
  g_autoptr(GSimpleAction) status = g_simple_action_new_stateful ("live-status", NULL, g_variant_new ("a{sv}", NULL));

  g_action_map_add_action_entries (actions, entries, G_N_ELEMENTS (entries), actions);
  g_action_map_add_action (actions, G_ACTION (status));
  ful_live_actions_update (actions, NULL);
}

static GSimpleAction *
find (GActionMap *actions,
      const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (actions, name));
}

/**
 * ful_live_actions_update:
 * @session: (nullable): the capture on screen
 */
void
ful_live_actions_update (GActionMap     *actions,
                         FulLiveSession *session)
{
  gboolean is_running = session && ful_live_session_get (session)->end == NULL;
  gboolean has_data = session && ful_live_session_get (session)->document != NULL;

  if (find (actions, "live-status") == NULL)
    return;   /* the window is being created */

  g_object_set_data_full (G_OBJECT (actions), SESSION, session ? g_object_ref (session) : NULL, g_object_unref);
  g_simple_action_set_state (find (actions, "live-status"), session ? ful_live_session_describe (session)
                                                                    : g_variant_new ("a{sv}", NULL));
  g_simple_action_set_state (find (actions, "live-pause-view"),
                             g_variant_new_boolean (session && ful_live_session_get (session)->is_paused));
  g_simple_action_set_enabled (find (actions, "live-pause-view"), session && ful_live_session_can_pause (session));
  g_simple_action_set_state (find (actions, "live-pause"),
                             g_variant_new_boolean (is_running && ful_live_session_get (session)->state == FUL_LIVE_PAUSED));
  g_simple_action_set_enabled (find (actions, "live-pause"), is_running && ful_live_session_get (session)->can_pause);
  g_simple_action_set_enabled (find (actions, "live-jump-to-now"), has_data);
  g_simple_action_set_enabled (find (actions, "live-stop"), is_running);
  g_simple_action_set_enabled (find (actions, "live-stop-and-save"), is_running && has_data);
  g_simple_action_set_enabled (find (actions, "save-to"), has_data);
}
