/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What Firefox is to record: one of the presets. */

#include "config.h"

#include "ful-live-preset-row.h"

#include <glib/gi18n.h>

static void
selected_cb (GtkWidget *row)
{
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), _(ful_live_preset_row_get (row)->about));
}

/**
 * ful_live_preset_row_get:
 * @row: a row of ful_live_preset_row_new()
 */
const FulLivePreset *
ful_live_preset_row_get (GtkWidget *row)
{
  return &ful_live_presets[adw_combo_row_get_selected (ADW_COMBO_ROW (row))];
}

/* Returns: (transfer floating): emits #GObject::notify for `selected` */
GtkWidget *
ful_live_preset_row_new (void)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr(GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; ful_live_presets[i].id; i++)
    gtk_string_list_append (names, _(ful_live_presets[i].name));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _("What to Record"));
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (names));
  g_signal_connect (row, "notify::selected", G_CALLBACK (selected_cb), NULL);
  selected_cb (row);

  return row;
}
