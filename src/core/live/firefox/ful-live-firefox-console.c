/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The console of the parent process of Firefox, which evaluates expressions: the status of a capture, and snapshots of
 * it while it runs. */

#include "config.h"

#include "ful-live-firefox-console.h"

#include "live/ful-live-event.h"

#include "base/ful-error.h"
#include "base/ful-format.h"
#include "io/json/ful-json-document.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define SUBSTRING_CHARS (4u << 20)     /* of base64: whole groups of 4 */

/* Each gives base64. */
static const char *const gather[] = {
  [FUL_FIREFOX_GATHER_PREVIEW] =
    "(async()=>{const r=await Services.profiler.getProfileDataAsGzippedArrayBuffer(0);"
    "return new Uint8Array(r.profile??r).toBase64()})()",
  [FUL_FIREFOX_GATHER_END] =
    "(async()=>{const p=Services.profiler;await p.Pause();"
    "try{const r=await p.getProfileDataAsGzippedArrayBuffer(0),t=new Uint8Array(r.profile??r).toBase64();"
    "globalThis.fulgensSources=r.additionalInformation?.jsSources;p.StopProfiler();return t}"
    "catch(e){p.Resume();throw e}})()",
  [FUL_FIREFOX_GATHER_SOURCES] =
    "(()=>{const s=JSON.stringify(globalThis.fulgensSources??null);delete globalThis.fulgensSources;"
    "return new TextEncoder().encode(s).toBase64()})()",
};

/* @can_stop: whether the wait ends when the user stops the capture; the evaluation continues in Firefox.
 * Returns: (transfer full) (nullable): the event with the result */
static JsonObject *
evaluate (FulFirefox  *self,
          const char  *expression,
          gint64       limit,
          gboolean     can_stop,
          GError     **error)
{
  JsonObject *request, *mapped = json_object_new ();
  g_autoptr(JsonObject) reply = NULL;
  g_autoptr(JsonObject) event = NULL;
  FulFirefoxWanted wanted = { self->console, "evaluationResult", .limit = limit, .can_stop = can_stop };
  g_autofree char *shown = NULL;
  const char *message;

  json_object_set_boolean_member (mapped, "await", TRUE);
  request = ful_firefox_new_request (self->console, "evaluateJSAsync");
  json_object_set_string_member (request, "text", expression);
  json_object_set_object_member (request, "mapped", mapped);
  reply = ful_firefox_ask (self, request, can_stop, error);
  if (reply == NULL)
    return NULL;

  wanted.result = ful_json_get_string (reply, "resultID");
  event = ful_firefox_await_packet (self, &wanted, error);
  if (event == NULL || !ful_json_get_boolean (event, "hasException"))
    return g_steal_pointer (&event);

  message = ful_json_get_string (event, "exceptionMessage");
  shown = ful_format_excerpt (message ? message : _("an error"), "", FUL_LIVE_TEXT_CHARS);
  g_set_error (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_REFUSED, _("Firefox reports: %s"), shown);

  return NULL;
}

/**
 * ful_firefox_evaluate:
 * @expression: JavaScript, for the parent process
 *
 * Ends with %G_IO_ERROR_CANCELLED when the user stops the capture.
 *
 * Returns: (transfer full) (nullable): the result, if it is a short text; else ""
 */
char *
ful_firefox_evaluate (FulFirefox  *self,
                      const char  *expression,
                      GError     **error)
{
  g_autoptr(JsonObject) event = evaluate (self, expression, FUL_FIREFOX_REPLY_US, TRUE, error);
  const char *text = event ? ful_json_get_string (event, "result") : NULL;

  return event ? g_strdup (text ? text : "") : NULL;
}

static gboolean
check_size (gsize    n_chars,
            gsize    max_bytes,
            GError **error)
{
  if (n_chars / 4 * 3 <= max_bytes)
    return TRUE;

  g_set_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE, _("The snapshot has more than %zu MB"), max_bytes >> 20);

  return FALSE;
}

static gboolean
decode (FulBytes    *to,
        const char  *base64,
        int         *state,
        guint       *save,
        GError     **error)
{
  gsize n = base64 ? strlen (base64) : 0;

  if (n == 0)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("Firefox answered without a profile"));
      return FALSE;
    }
  ful_bytes_reserve (to, n / 4 * 3 + 3);
  to->n += g_base64_decode_step (base64, n, (guchar *) to->data + to->n, state, save);

  return TRUE;
}

/* Whether the user stopped the capture meanwhile. */
static gboolean
is_stopped (FulFirefox  *self,
            GError     **error)
{
  if (!self->is_stopping)
    return FALSE;

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("Cancelled"));

  return TRUE;
}

/* Reads a text that Firefox keeps, in parts, and frees it there. */
static gboolean
read_long_string (FulFirefox  *self,
                  JsonObject  *grip,
                  gboolean     can_stop,
                  gsize        max_bytes,
                  FulBytes    *to,
                  GError     **error)
{
  const char *actor = ful_json_get_string (grip, "actor");
  double length = ful_json_get_number (grip, "length");
  g_autoptr(JsonObject) release = NULL;
  gboolean ok = TRUE;
  guint save = 0;
  int state = 0;

  if (actor == NULL || !(length >= 0 && length < 4e9))
    return decode (to, NULL, &state, &save, error);

  release = ful_firefox_new_request (actor, "release");
  ok = !(can_stop && is_stopped (self, error)) && check_size ((gsize) length, max_bytes, error);
  for (gsize at = 0; ok && at < (gsize) length; at += SUBSTRING_CHARS)
    {
      JsonObject *request = ful_firefox_new_request (actor, "substring");
      g_autoptr(JsonObject) reply = NULL;

      json_object_set_int_member (request, "start", (gint64) at);
      json_object_set_int_member (request, "end", (gint64) MIN (at + SUBSTRING_CHARS, (gsize) length));
      reply = ful_firefox_ask (self, request, can_stop, error);
      ok = reply && decode (to, ful_json_get_string (reply, "substring"), &state, &save, error);
    }

  return ful_firefox_send_request (self, release, ok ? error : NULL) && ok;
}

/**
 * ful_firefox_gather:
 * @what: kind of data
 * @max_bytes: largest accepted reply
 * @error: also %FUL_ERROR_TOO_LARGE
 *
 * Gets what Firefox has recorded. A preview ends like ful_firefox_evaluate(), but not while Firefox gathers: a capture
 * that ended meanwhile would fail there, and be gone.
 *
 * Returns: (transfer full) (nullable): a profile, compressed; of %FUL_FIREFOX_GATHER_SOURCES JSON
 */
GBytes *
ful_firefox_gather (FulFirefox        *self,
                    FulFirefoxGather   what,
                    gsize              max_bytes,
                    GError           **error)
{
  g_autoptr(JsonObject) event = evaluate (self, gather[what], FUL_FIREFOX_GATHER_US, FALSE, error);
  JsonObject *grip = event ? ful_json_get_object (event, "result") : NULL;
  FulBytes bytes = { 0 };
  guint save = 0;
  int state = 0;

  if (event == NULL)
    return NULL;
  if (grip ? read_long_string (self, grip, what == FUL_FIREFOX_GATHER_PREVIEW, max_bytes, &bytes, error)
           : decode (&bytes, ful_json_get_string (event, "result"), &state, &save, error))
    return g_bytes_new_take (bytes.data, bytes.n);

  ful_bytes_clear (&bytes);

  return NULL;
}

/**
 * ful_firefox_find_console:
 * @error: %FUL_LIVE_ERROR_REFUSED if this Firefox does not allow code in its parent process
 */
gboolean
ful_firefox_find_console (FulFirefox  *self,
                          GError     **error)
{
  JsonObject *request = ful_firefox_new_request ("root", "getProcess");
  g_autoptr(JsonObject) descriptor = NULL;
  g_autoptr(JsonObject) target = NULL;
  g_autoptr(GError) flaw = NULL;
  const char *actor;

  json_object_set_int_member (request, "id", 0);
  descriptor = ful_firefox_ask (self, request, FALSE, &flaw);
  actor = descriptor ? ful_json_get_string (ful_json_get_object (descriptor, "processDescriptor"), "actor") : NULL;
  target = actor ? ful_firefox_ask (self, ful_firefox_new_request (actor, "getTarget"), FALSE, &flaw) : NULL;
  self->console = target ? g_strdup (ful_json_get_string (ful_json_get_object (target, "process"), "consoleActor")) : NULL;
  if (self->console)
    return TRUE;

  if (flaw && !g_error_matches (flaw, FUL_LIVE_ERROR, FUL_LIVE_ERROR_REFUSED))
    g_propagate_error (error, g_steal_pointer (&flaw));
  else
    g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_REFUSED,
                         _("This Firefox has no console for its parent process; switch on “devtools.chrome.enabled” in about:config"));

  return FALSE;
}
