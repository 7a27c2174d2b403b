/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-live-start-group.h"

#include "ful-live-preset-row.h"

#include "live/firefox/ful-live-firefox-start.h"

#include <glib/gi18n.h>

#define ADDRESS "firefox:new"

struct _FulLiveStartGroup
{
  AdwPreferencesGroup  parent_instance;

  GtkWidget           *preset;
};

G_DEFINE_FINAL_TYPE (FulLiveStartGroup, ful_live_start_group, ADW_TYPE_PREFERENCES_GROUP)

static void
start_cb (FulLiveStartGroup *self)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
  g_autofree char *start = g_strdup_printf ("{\"preset\":\"%s\"}", ful_live_preset_row_get (self->preset)->id);

  gtk_widget_activate_action (GTK_WIDGET (gtk_window_get_transient_for (window)), "win.open-live", "(sss)", ADDRESS, "", start);
  gtk_window_close (window);
}

static void
ful_live_start_group_class_init (FulLiveStartGroupClass *klass)
{
}

static void
ful_live_start_group_init (FulLiveStartGroup *self)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (self);
  g_autofree char *program = ful_live_firefox_find_program ();
  GtkWidget *button = gtk_button_new_with_mnemonic (_("_Start Firefox and Record"));

  self->preset = ful_live_preset_row_new ();
  adw_preferences_group_set_title (group, _("Firefox"));
  adw_preferences_group_set_description (group, program ? _("Another Firefox opens, with a profile of its own that is removed when it closes.")
                                                        : _("There is no Firefox on this machine."));
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  gtk_widget_set_margin_top (button, 12);
  gtk_widget_set_sensitive (button, program != NULL);
  gtk_widget_add_css_class (button, "suggested-action");
  adw_preferences_group_add (group, self->preset);
  adw_preferences_group_add (group, button);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (start_cb), self);
}
