/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A widget without a size that the menu hangs on: its parent allocates it
 * where it likes. */

#include "config.h"

#include "ful-track-context-menu.h"

#include "ful-track-change.h"

#include <glib/gi18n.h>

struct _FulTrackContextMenu
{
  GtkWidget           parent_instance;

  FulTrackVisibility *tracks;
  guint               track;
  GtkWidget          *popover;
};

G_DEFINE_FINAL_TYPE (FulTrackContextMenu, ful_track_context_menu, GTK_TYPE_WIDGET)

static const struct
{
  const char     *action;
  FulTrackChange  change;
  const char     *label;
} items[] = {
  { "track.hide", FUL_TRACK_CHANGE_HIDE, N_("_Hide") },
  { "track.hide-type", FUL_TRACK_CHANGE_HIDE_TYPE, N_("Hide All of This _Kind") },
  { "track.isolate", FUL_TRACK_CHANGE_ISOLATE, N_("Show _Only This Track") },
  { "track.only-process", FUL_TRACK_CHANGE_ONLY_PROCESS, N_("Show Only This _Process") },
  { "track.show-process", FUL_TRACK_CHANGE_SHOW_PROCESS, N_("_Show All of This Process") },
  { "track.hide-idle", FUL_TRACK_CHANGE_HIDE_IDLE, N_("Hide _Idle Tracks") },
  { "track.show-all", FUL_TRACK_CHANGE_SHOW_ALL, N_("Show _All Tracks") },
};

static void
change_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  FulTrackContextMenu *self = FUL_TRACK_CONTEXT_MENU (widget);

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    if (g_str_equal (items[i].action, action))
      ful_track_change (widget, self->tracks, items[i].change, self->track);
}

static void
ful_track_context_menu_dispose (GObject *object)
{
  FulTrackContextMenu *self = FUL_TRACK_CONTEXT_MENU (object);

  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_object (&self->tracks);

  G_OBJECT_CLASS (ful_track_context_menu_parent_class)->dispose (object);
}

static void
ful_track_context_menu_class_init (FulTrackContextMenuClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_track_context_menu_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    gtk_widget_class_install_action (widget_class, items[i].action, NULL, change_action);
}

static void
ful_track_context_menu_init (FulTrackContextMenu *self)
{
  g_autoptr(GMenu) menu = g_menu_new ();
  g_autoptr(GMenuItem) compare = g_menu_item_new (_("_Compare the Two Threads"), "win.compare-threads");

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    g_menu_append (menu, _(items[i].label), items[i].action);
  g_menu_item_set_attribute (compare, "hidden-when", "s", "action-disabled");
  g_menu_append_item (menu, compare);
  g_menu_append (menu, _("Save Selec_tion As…"), "view.save-selection");

  self->popover = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
}

/**
 * ful_track_context_menu_new:
 * @tracks: the tracks that the menu changes
 *
 * Returns: (transfer floating): the menu
 */
GtkWidget *
ful_track_context_menu_new (FulTrackVisibility *tracks)
{
  FulTrackContextMenu *self = g_object_new (FUL_TYPE_TRACK_CONTEXT_MENU, NULL);

  self->tracks = g_object_ref (tracks);

  return GTK_WIDGET (self);
}

/**
 * ful_track_context_menu_popup:
 * @track: number of a track
 * @x: position in @self
 * @y: position in @self
 */
void
ful_track_context_menu_popup (FulTrackContextMenu *self,
                              guint                track,
                              double               x,
                              double               y)
{
  self->track = track;
  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), items[i].action,
                                   ful_track_visibility_can_change (self->tracks, items[i].change, track));

  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &(GdkRectangle) { (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->popover));
}
