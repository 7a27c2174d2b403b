/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A profile can have hundreds of tracks; their check boxes are created when the
 * menu is opened for the first time. */

#include "config.h"

#include "ful-track-menu.h"

#include "ful-track-change.h"

#include "base/ful-format.h"
#include "tracks/ful-tab-list.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

struct _FulTrackMenu
{
  GtkWidget           parent_instance;

  FulTrackVisibility *tracks;     /* (nullable): before they are known */
  GPtrArray          *checks;     /* GtkCheckButton of the tracks, once the menu was opened */

  GtkWidget          *button;
  GtkWidget          *tab_choice;
  GtkWidget          *search;
  GtkWidget          *show_matching;
  GtkWidget          *list;
};

G_DEFINE_FINAL_TYPE (FulTrackMenu, ful_track_menu, GTK_TYPE_WIDGET)

enum
{
  TABS_WANTED,
  TAB_SELECTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
check_toggled_cb (GtkCheckButton *check,
                  FulTrackMenu   *self);

static void
update (FulTrackMenu *self)
{
  guint n_tracks = self->tracks ? ful_track_visibility_get_n_tracks (self->tracks) : 0;
  guint n_shown = self->tracks ? ful_track_visibility_get_n_shown (self->tracks) : 0;
  /* Translators: number of tracks shown, number of all */
  g_autofree char *text = g_strdup_printf (_("Tracks %u of %u"), n_shown, n_tracks);

  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->button), text);
  ful_control_set_name (self->button, text);

  for (guint i = 0; i < self->checks->len; i++)
    {
      GtkCheckButton *check = g_ptr_array_index (self->checks, i);

      g_signal_handlers_block_by_func (check, check_toggled_cb, self);
      gtk_check_button_set_active (check, ful_track_visibility_is_shown (self->tracks, i));
      g_signal_handlers_unblock_by_func (check, check_toggled_cb, self);
    }
}

/* Resets the check box if the change is refused. */
static void
check_toggled_cb (GtkCheckButton *check,
                  FulTrackMenu   *self)
{
  guint track;

  g_ptr_array_find (self->checks, check, &track);
  ful_track_change (GTK_WIDGET (self), self->tracks, gtk_check_button_get_active (check) ? FUL_TRACK_CHANGE_SHOW
                                                                                         : FUL_TRACK_CHANGE_HIDE, track);
  update (self);
}

static void
list_tracks (FulTrackMenu *self)
{
  for (guint i = self->checks->len; self->tracks && i < ful_track_visibility_get_n_tracks (self->tracks); i++)
    {
      g_autofree char *name = ful_format_label (ful_track_visibility_get_track (self->tracks, i)->name, "");
      GtkWidget *check = gtk_check_button_new_with_label (name);

      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), ful_track_visibility_is_shown (self->tracks, i));
      gtk_widget_set_margin_start (check, ful_track_visibility_is_local (self->tracks, i) ? 18 : 0);
      g_signal_connect (check, "toggled", G_CALLBACK (check_toggled_cb), self);
      gtk_list_box_append (GTK_LIST_BOX (self->list), check);
      gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (check)), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
      g_ptr_array_add (self->checks, check);
    }
}

static void
popover_shown_cb (FulTrackMenu *self)
{
  list_tracks (self);
  g_signal_emit (self, signals[TABS_WANTED], 0);
}

static gboolean
filter_cb (GtkListBoxRow *row,
           gpointer       user_data)
{
  FulTrackMenu *self = user_data;
  const char *search = gtk_editable_get_text (GTK_EDITABLE (self->search));
  guint track = (guint) gtk_list_box_row_get_index (row);

  return ful_track_visibility_matches (self->tracks, track, search) ||
         ful_track_visibility_matches (self->tracks, ful_track_visibility_get_process (self->tracks, track), search);
}

static void
search_changed_cb (FulTrackMenu *self)
{
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
  gtk_widget_set_sensitive (self->show_matching, *gtk_editable_get_text (GTK_EDITABLE (self->search)) != '\0');
}

/* The first choice is all tabs. */
static void
tab_chosen_cb (FulTrackMenu *self)
{
  g_signal_emit (self, signals[TAB_SELECTED], 0,
                 (int) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->tab_choice)) - 1);
}

static void
show_matching_cb (FulTrackMenu *self)
{
  ful_track_visibility_show_matching (self->tracks, gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

static void
ful_track_menu_dispose (GObject *object)
{
  FulTrackMenu *self = FUL_TRACK_MENU (object);

  g_clear_pointer (&self->button, gtk_widget_unparent);

  G_OBJECT_CLASS (ful_track_menu_parent_class)->dispose (object);
}

static void
ful_track_menu_finalize (GObject *object)
{
  FulTrackMenu *self = FUL_TRACK_MENU (object);

  g_clear_object (&self->tracks);
  g_ptr_array_unref (self->checks);

  G_OBJECT_CLASS (ful_track_menu_parent_class)->finalize (object);
}

static void
ful_track_menu_class_init (FulTrackMenuClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_track_menu_dispose;
  G_OBJECT_CLASS (klass)->finalize = ful_track_menu_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "trackmenu");

  signals[TABS_WANTED] = g_signal_new ("tabs-wanted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[TAB_SELECTED] = g_signal_new ("tab-selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
ful_track_menu_init (FulTrackMenu *self)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->checks = g_ptr_array_new ();

  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _("Find track"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Find track"), -1);

  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), filter_cb, self, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Tracks"), -1);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (search_changed_cb), self);
  g_signal_connect_swapped (self->search, "stop-search", G_CALLBACK (gtk_popover_popdown), popover);

  self->show_matching = gtk_button_new_with_label (_("Show All That Match"));
  gtk_widget_set_sensitive (self->show_matching, FALSE);
  g_signal_connect_swapped (self->show_matching, "clicked", G_CALLBACK (show_matching_cb), self);

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_focusable (scroller, FALSE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 420);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);

  self->tab_choice = gtk_drop_down_new (NULL, NULL);
  gtk_widget_hide (self->tab_choice);
  ful_control_set_name (self->tab_choice, _("Tab of the browser"));

  gtk_box_append (GTK_BOX (box), self->tab_choice);
  gtk_box_append (GTK_BOX (box), self->search);
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_box_append (GTK_BOX (box), self->show_matching);
  gtk_widget_set_size_request (box, 260, -1);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  g_signal_connect_swapped (popover, "show", G_CALLBACK (popover_shown_cb), self);
  g_signal_connect_data (popover, "map", G_CALLBACK (gtk_widget_grab_focus), self->search, NULL,
                         G_CONNECT_AFTER | G_CONNECT_SWAPPED);

  self->button = gtk_menu_button_new ();
  gtk_widget_add_css_class (self->button, "flat");
  ful_tooltip_describe (self->button, _("Show other tracks"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->button), popover);
  gtk_widget_set_parent (self->button, GTK_WIDGET (self));
  update (self);
}

GtkWidget *
ful_track_menu_new (void)
{
  return g_object_new (FUL_TYPE_TRACK_MENU, NULL);
}

/**
 * ful_track_menu_set_tracks:
 * @tracks: the tracks of the menu
 */
void
ful_track_menu_set_tracks (FulTrackMenu       *self,
                           FulTrackVisibility *tracks)
{
  g_return_if_fail (FUL_IS_TRACK_MENU (self));

  for (guint i = 0; i < self->checks->len; i++)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), gtk_widget_get_parent (g_ptr_array_index (self->checks, i)));
  g_ptr_array_set_size (self->checks, 0);

  g_set_object (&self->tracks, tracks);
  if (gtk_widget_get_mapped (self->list))
    list_tracks (self);
  g_signal_connect_object (tracks, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

/**
 * ful_track_menu_set_tabs:
 * @tabs: (element-type FulTab): the tabs to choose from; once
 */
void
ful_track_menu_set_tabs (FulTrackMenu *self,
                         GPtrArray    *tabs)
{
  g_autoptr(GtkStringList) labels = gtk_string_list_new (NULL);

  g_return_if_fail (FUL_IS_TRACK_MENU (self));

  gtk_string_list_append (labels, _("All tabs and windows"));
  for (guint i = 0; i < tabs->len; i++)
    gtk_string_list_append (labels, ((FulTab *) g_ptr_array_index (tabs, i))->label);
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->tab_choice), G_LIST_MODEL (labels));
  gtk_widget_show (self->tab_choice);
  g_signal_connect_object (self->tab_choice, "notify::selected", G_CALLBACK (tab_chosen_cb), self, G_CONNECT_SWAPPED);
}
