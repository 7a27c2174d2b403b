/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the remote debugging protocol of Firefox has for the profiler: the greeting, the actors, and calls of their methods. */

#include "config.h"

#include "ful-live-firefox-session.h"

#include "live/ful-live-event.h"
#include "ful-live-firefox-console.h"

#include "io/json/ful-json-document.h"

#include <glib/gi18n-lib.h>

#define MAX_GREETING_US (5 * G_TIME_SPAN_SECOND)

/**
 * ful_firefox_call:
 * @type: a method of the profiler's actor
 * @options: (nullable): further members of the request
 * @error: %FUL_LIVE_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): what it returns; of type null if nothing
 */
JsonNode *
ful_firefox_call (FulFirefox  *self,
                  const char  *type,
                  JsonObject  *options,
                  GError     **error)
{
  JsonObject *request = ful_firefox_new_request (self->perf, type);
  g_autoptr(JsonObject) reply = NULL;
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;

  if (options)
    {
      json_object_iter_init (&iter, options);
      while (json_object_iter_next (&iter, &name, &value))
        json_object_set_member (request, name, json_node_copy (value));
    }
  reply = ful_firefox_ask (self, request, FALSE, error);
  if (reply == NULL)
    return NULL;

  return json_object_has_member (reply, "value") ? json_object_dup_member (reply, "value") : json_node_new (JSON_NODE_NULL);
}

/**
 * ful_firefox_greet:
 * @error: %FUL_LIVE_ERROR_PROTOCOL if this is no Firefox
 *
 * Waits for the greeting, and finds the actors.
 */
gboolean
ful_firefox_greet (FulFirefox  *self,
                   GError     **error)
{
  FulFirefoxWanted wanted = { "root", .limit = MAX_GREETING_US };
  g_autoptr(JsonObject) greeting = NULL;
  g_autoptr(JsonObject) root = NULL;
  g_autoptr(GError) flaw = NULL;

  greeting = ful_firefox_await_packet (self, &wanted, &flaw);
  if (greeting == NULL || !ful_json_get_string (greeting, "applicationType"))
    {
      if (flaw && (flaw->code == FUL_LIVE_ERROR_TIMEOUT || flaw->code == FUL_LIVE_ERROR_CLOSED || flaw->domain != FUL_LIVE_ERROR))
        g_propagate_error (error, g_steal_pointer (&flaw));
      else
        g_set_error (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_PROTOCOL, _("The peer is no Firefox: %s"),
                     flaw ? flaw->message : _("it does not greet like one"));
      return FALSE;
    }

  ful_live_rdp_greeted (self->rdp);
  root = ful_firefox_ask (self, ful_firefox_new_request ("root", "getRoot"), FALSE, error);
  if (root == NULL)
    return FALSE;
  self->perf = g_strdup (ful_json_get_string (root, "perfActor"));
  if (self->perf == NULL)
    {
      g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_PROTOCOL, _("This Firefox has no profiler"));
      return FALSE;
    }

  return ful_firefox_find_console (self, error);
}
