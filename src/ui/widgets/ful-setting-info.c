/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The preferences in words, for their window and for the search over all. */

#include "config.h"

#include "ful-setting-info.h"

#include <glib/gi18n.h>

static const FulSettingInfo infos[] = {
  { "color-scheme", N_("Colours"), NULL, { N_("Like the Desktop"), N_("Light"), N_("Dark") } },
  { "open-with", N_("Open With"), NULL, { N_("Overview"), N_("Call Tree"), N_("The Last Panel") } },
  { "flame-graph-root-on-top", N_("Root of Flame Graphs"), NULL, { N_("At the Bottom"), N_("At the Top") } },
  { "show-details", N_("Show Details"), N_("The side bar about the selection, now and at start (F9)") },
  { "source-folders", N_("Source Folders"),
    N_("Source is shown of files in these folders. A profile can name any file; others are not read.") },
  { "source-maps", N_("Moved Source"), N_("Source paths that begin with FROM are looked up below TO.") },
  { "own-code", N_("Own Code"),
    N_("What counts as your own code in the overview and with “Own Code”: patterns with * and ? of sources, libraries and their paths; "
       "with ! before them, of what does not.") },
  { "editor", N_("Editor"),
    N_("Opens source files; %f is the file, %l the line. Without a command the desktop's editor opens them.") },
  { "symbol-servers", N_("Symbol Servers"),
    N_("Asked for names of native frames that this machine does not have. They are sent the names and ids of libraries and the "
       "addresses of frames; debuginfod servers the build ids; servers on this machine also the names of source files. Samples, "
       "times and names of threads are never sent.") },
};

const FulSettingInfo *
ful_setting_infos_list (guint *out_n)
{
  *out_n = G_N_ELEMENTS (infos);

  return infos;
}

/* @key: that of a preference */
const FulSettingInfo *
ful_setting_info_get (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    if (g_str_equal (infos[i].key, key))
      return &infos[i];

  g_assert_not_reached ();
}

/* Returns: whether it is on or off */
gboolean
ful_setting_info_is_switch (const FulSettingInfo *self,
                            GSettings            *settings)
{
  g_autoptr(GVariant) value = g_settings_get_value (settings, self->key);

  return self->choices[0] == NULL && g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN);
}

/**
 * ful_setting_info_dup_value:
 *
 * Returns: (transfer full): the value for the user; of a list how many there are
 */
char *
ful_setting_info_dup_value (const FulSettingInfo *self,
                            GSettings            *settings)
{
  g_autoptr(GVariant) value = g_settings_get_value (settings, self->key);

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN))
    return g_strdup (self->choices[0] ? _(self->choices[g_variant_get_boolean (value)]) : g_variant_get_boolean (value) ? _("on") : _("off"));
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING_ARRAY))
    return g_strdup_printf ("%" G_GSIZE_FORMAT, g_variant_n_children (value));
  if (self->choices[0])
    return g_strdup (_(self->choices[MIN (g_settings_get_enum (settings, self->key), FUL_SETTING_MAX_CHOICES - 1)]));

  return g_variant_dup_string (value, NULL);
}
