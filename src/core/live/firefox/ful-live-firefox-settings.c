/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a capture records: the defaults, changed by a preset, changed by single options (live.md 7). */

#include "config.h"

#include "ful-live-firefox-settings.h"

#include "ful-live-firefox-presets.h"
#include "live/ful-live-event.h"

#include "io/json/ful-json-document.h"

#include <glib/gi18n-lib.h>

static const char defaults[] =
  "{\"entries\":16777216,\"duration\":0,\"interval\":1,\"features\":[\"js\",\"stackwalk\",\"cpu\",\"jssources\"],"
  "\"threads\":[\"GeckoMain\",\"Compositor\",\"Renderer\",\"DOM Worker\"]}";

static gboolean
has_name (JsonArray  *names,
          const char *name)
{
  for (guint i = 0; i < json_array_get_length (names); i++)
    if (g_strcmp0 (name, ful_json_node_get_string (json_array_get_element (names, i))) == 0)
      return TRUE;

  return FALSE;
}

/* Leaves the features of @object that are in @known; Firefox would ignore the others.
 * Returns: (transfer full) (nullable): the others, for the user */
static char *
filter_features (JsonObject *object,
                 JsonArray  *known)
{
  JsonArray *wanted = ful_json_get_array (object, "features");
  JsonArray *kept = json_array_new ();
  g_autoptr(GString) missing = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (wanted); i++)
    {
      const char *name = ful_json_node_get_string (json_array_get_element (wanted, i));

      if (known == NULL || has_name (known, name))
        json_array_add_string_element (kept, name ? name : "");
      else
        g_string_append_printf (missing, "%s%s", missing->len ? ", " : "", name ? name : "?");
    }
  json_object_set_array_member (object, "features", kept);

  return missing->len > 0 ? g_strdup (missing->str) : NULL;
}

/**
 * ful_firefox_make_settings:
 * @start: (nullable): options of the capture, as JSON; see #FulLiveOptions
 * @features: (nullable): array of the features that this Firefox has; of another type: not known
 * @missing: (out) (transfer full) (nullable): features of @start that it does not have, separated by commas
 * @error: %FUL_LIVE_ERROR_REFUSED: "features" is not a list
 *
 * Returns: (transfer full) (nullable): the parameters of "startProfiler"
 */
JsonObject *
ful_firefox_make_settings (const char  *start,
                           JsonNode    *features,
                           char       **missing,
                           GError     **error)
{
  static const char *const names[] = { "entries", "duration", "interval", "features", "threads", "activeTabID" };
  g_autoptr(JsonObject) given = ful_json_parse_object (start);
  g_autoptr(JsonObject) settings = ful_json_parse_object (defaults);
  const FulLivePreset *preset = given ? ful_live_preset_find (ful_json_get_string (given, "preset")) : NULL;

  if (preset)
    ful_live_preset_apply (preset, settings);
  for (guint i = 0; given && i < G_N_ELEMENTS (names); i++)
    if (json_object_has_member (given, names[i]))
      json_object_set_member (settings, names[i], json_object_dup_member (given, names[i]));
  if (ful_json_get_array (settings, "features") == NULL)
    {
      g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_REFUSED, _("“features” is not a list"));
      return NULL;
    }

  *missing = filter_features (settings, features && JSON_NODE_HOLDS_ARRAY (features) ? json_node_get_array (features) : NULL);
  /* Only the user's own choice is reported. */
  if (given == NULL || !json_object_has_member (given, "features"))
    g_clear_pointer (missing, g_free);

  return g_steal_pointer (&settings);
}
