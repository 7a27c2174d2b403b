/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The connection that is made here only asks; it ends when the capture is opened, which makes another one. */

#include "config.h"

#include "ful-live-firefox-group.h"

#include "ful-live-preset-row.h"

#include "base/ful-format.h"
#include "io/json/ful-json-document.h"
#include "live/ful-live-event.h"
#include "live/ful-live-kind.h"
#include "live/ful-live-source.h"

#include <glib/gi18n.h>
#include <json-glib/json-glib.h>
#include <string.h>

#define SCHEME "firefox:"
#define MAX_INTERVAL_MS 1000

struct _FulLiveFirefoxGroup
{
  AdwPreferencesGroup  parent_instance;

  FulLiveSource       *source;      /* (nullable): while there is a connection */
  gboolean             is_active;   /* Firefox records already */
  GtkWidget           *address;
  GtkWidget           *preset;
  GtkWidget           *interval;
  GtkWidget           *interval_row;
  GtkWidget           *expander;
  GPtrArray           *checks;      /* one for each feature, whose name it has */
  GtkWidget           *start;
};

G_DEFINE_FINAL_TYPE (FulLiveFirefoxGroup, ful_live_firefox_group, ADW_TYPE_PREFERENCES_GROUP)

/* Returns: (transfer full): the address as a source has it */
static char *
dup_address (FulLiveFirefoxGroup *self)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->address))));

  return g_str_has_prefix (text, SCHEME) ? g_steal_pointer (&text) : g_strconcat (SCHEME, text, NULL);
}

static void
set_message (FulLiveFirefoxGroup *self,
             const char          *message)
{
  g_autofree char *shown = ful_format_label (message, "\n");
  g_autofree char *markup = g_markup_escape_text (shown, -1);

  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (self), markup);
}

/* Without a connection: what was learned may no longer hold. */
static void
reset (FulLiveFirefoxGroup *self)
{
  for (guint i = 0; i < self->checks->len; i++)
    adw_expander_row_remove (ADW_EXPANDER_ROW (self->expander),
                             gtk_widget_get_ancestor (g_ptr_array_index (self->checks, i), ADW_TYPE_ACTION_ROW));
  g_ptr_array_set_size (self->checks, 0);
  if (self->source)
    g_signal_handlers_disconnect_by_data (self->source, self);
  g_clear_object (&self->source);
  self->is_active = FALSE;
  gtk_widget_set_visible (self->preset, FALSE);
  gtk_widget_set_visible (self->expander, FALSE);
  gtk_widget_set_visible (self->interval_row, FALSE);
  gtk_button_set_label (GTK_BUTTON (self->start), _("Connect to _Firefox"));
  gtk_widget_set_sensitive (self->start, TRUE);
}

/* Of the features that this Firefox has. */
static void
choose_preset (FulLiveFirefoxGroup *self)
{
  const FulLivePreset *preset = ful_live_preset_row_get (self->preset);

  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->interval), preset->interval);
  for (guint i = 0; i < self->checks->len; i++)
    {
      GtkWidget *check = g_ptr_array_index (self->checks, i);

      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), g_strv_contains (preset->features, gtk_widget_get_name (check)));
    }
}

static void
add_features (FulLiveFirefoxGroup  *self,
              char                **features)
{
  for (guint i = 0; features && features[i]; i++)
    {
      GtkWidget *row = adw_action_row_new ();
      GtkWidget *check = gtk_check_button_new ();
      g_autofree char *shown = ful_format_label (features[i], "");

      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), shown);
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), check);
      adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
      gtk_widget_set_name (check, features[i]);
      gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, shown, -1);
      adw_expander_row_add_row (ADW_EXPANDER_ROW (self->expander), row);
      g_ptr_array_add (self->checks, check);
    }
  choose_preset (self);
}

/* Firefox says whether it records after it connected. */
static void
show_choice (FulLiveFirefoxGroup *self)
{
  gtk_widget_set_visible (self->preset, !self->is_active);
  gtk_widget_set_visible (self->expander, !self->is_active && self->checks->len > 0);
  gtk_widget_set_visible (self->interval_row, !self->is_active);
  gtk_button_set_label (GTK_BUTTON (self->start), self->is_active ? _("_Join the Capture") : _("_Start the Capture"));
  gtk_widget_set_sensitive (self->start, TRUE);
}

static void
event_cb (FulLiveFirefoxGroup *self,
          FulLiveEvent        *event)
{
  switch (event->type)
    {
    case FUL_LIVE_CONNECTED:
      set_message (self, event->connected.server);
      add_features (self, event->connected.features);
      break;
    case FUL_LIVE_STATE:
      self->is_active = event->change.state != FUL_LIVE_IDLE;
      show_choice (self);
      break;
    case FUL_LIVE_FAILURE:
      set_message (self, event->failure->message);
      break;
    case FUL_LIVE_END:
      reset (self);
      break;
    case FUL_LIVE_STATUS:
    case FUL_LIVE_LOSS:
    case FUL_LIVE_SNAPSHOT:
    default:
      break;
    }
}

static void
connect_source (FulLiveFirefoxGroup *self)
{
  static const FulLiveOptions options = { 0 };
  g_autofree char *address = dup_address (self);
  g_autoptr(GError) error = NULL;

  self->source = ful_live_source_new (address, &options, &error);
  if (self->source == NULL)
    {
      set_message (self, error->message);
      return;
    }
  set_message (self, _("Connecting…"));
  gtk_widget_set_sensitive (self->start, FALSE);
  g_signal_connect_object (self->source, "event", G_CALLBACK (event_cb), self, G_CONNECT_SWAPPED);
  ful_live_source_start (self->source);
}

/* Returns: (transfer full): see #FulLiveOptions; "" to join a capture */
static char *
make_start (FulLiveFirefoxGroup *self)
{
  g_autoptr(JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *features = json_array_new ();

  for (guint i = 0; i < self->checks->len; i++)
    if (gtk_check_button_get_active (g_ptr_array_index (self->checks, i)))
      json_array_add_string_element (features, gtk_widget_get_name (g_ptr_array_index (self->checks, i)));
  json_object_set_string_member (object, "preset", ful_live_preset_row_get (self->preset)->id);
  json_object_set_double_member (object, "interval", gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->interval)));
  if (self->checks->len > 0)
    json_object_set_array_member (object, "features", features);
  else
    json_array_unref (features);
  json_node_take_object (node, object);

  return self->is_active ? g_strdup ("") : ful_json_write_text (node, FALSE);
}

static void
start_cb (FulLiveFirefoxGroup *self)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
  g_autofree char *address = dup_address (self);
  g_autofree char *start = NULL;

  if (!gtk_widget_get_sensitive (self->start))
    return;
  if (self->source == NULL)
    {
      connect_source (self);
      return;
    }

  start = make_start (self);
  reset (self);
  gtk_widget_activate_action (GTK_WIDGET (gtk_window_get_transient_for (window)), "win.open-live", "(sss)", address, "", start);
  gtk_window_close (window);
}

static void
ful_live_firefox_group_dispose (GObject *object)
{
  FulLiveFirefoxGroup *self = FUL_LIVE_FIREFOX_GROUP (object);

  g_clear_object (&self->source);
  g_clear_pointer (&self->checks, g_ptr_array_unref);

  G_OBJECT_CLASS (ful_live_firefox_group_parent_class)->dispose (object);
}

static void
ful_live_firefox_group_class_init (FulLiveFirefoxGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_live_firefox_group_dispose;
}

static void
ful_live_firefox_group_init (FulLiveFirefoxGroup *self)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (self);

  self->checks = g_ptr_array_new ();
  self->address = adw_entry_row_new ();
  self->preset = ful_live_preset_row_new ();
  self->interval = gtk_spin_button_new_with_range (1, MAX_INTERVAL_MS, 1);
  self->interval_row = adw_action_row_new ();
  self->expander = adw_expander_row_new ();
  self->start = gtk_button_new_with_mnemonic ("");

  adw_preferences_group_set_title (group, _("A Running Firefox"));
  set_message (self, _("One that was started with --start-debugger-server: HOST:PORT, or the path of its socket."));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->address), _("Address of Firefox"));
  gtk_editable_set_text (GTK_EDITABLE (self->address), "localhost:6000");
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->interval_row), _("Interval in ms"));
  gtk_widget_set_valign (self->interval, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->interval), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Interval in ms"), -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self->interval_row), self->interval);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->expander), _("Features"));
  gtk_button_set_use_underline (GTK_BUTTON (self->start), TRUE);
  gtk_widget_set_halign (self->start, GTK_ALIGN_END);
  gtk_widget_set_margin_top (self->start, 12);
  adw_preferences_group_add (group, self->address);
  adw_preferences_group_add (group, self->preset);
  adw_preferences_group_add (group, self->interval_row);
  adw_preferences_group_add (group, self->expander);
  adw_preferences_group_add (group, self->start);
  g_signal_connect_swapped (self->preset, "notify::selected", G_CALLBACK (choose_preset), self);
  g_signal_connect_swapped (self->start, "clicked", G_CALLBACK (start_cb), self);
  g_signal_connect_swapped (self->address, "entry-activated", G_CALLBACK (start_cb), self);
  g_signal_connect_swapped (self->address, "changed", G_CALLBACK (reset), self);
  reset (self);
}
