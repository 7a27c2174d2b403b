/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A profile can have hundreds of tracks; their check boxes are made when the
 * menu is opened for the first time. */

#include "config.h"

#include "ful-track-menu.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct
{
  char     *name;
  gboolean  is_local;
  gboolean  shown;
} Track;

struct _FulTrackMenu
{
  GtkWidget   parent_instance;

  GArray     *tracks;       /* Track */
  guint       n_shown;
  guint       n_listed;     /* tracks that have a check box */

  GtkWidget  *button;
  GtkWidget  *search;
  GtkWidget  *list;
};

G_DEFINE_FINAL_TYPE (FulTrackMenu, ful_track_menu, GTK_TYPE_WIDGET)

enum
{
  TOGGLED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
clear_track (gpointer data)
{
  Track *track = data;

  g_free (track->name);
}

static void
update_label (FulTrackMenu *self)
{
  /* Translators: how many tracks are shown, and how many there are */
  g_autofree char *text = g_strdup_printf (_("Tracks %u of %u"), self->n_shown, self->tracks->len);

  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->button), text);
}

static void
check_toggled_cb (GtkCheckButton *check,
                  FulTrackMenu   *self)
{
  guint number = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (check), "track"));
  Track *track = &g_array_index (self->tracks, Track, number);

  track->shown = gtk_check_button_get_active (check);
  self->n_shown += track->shown ? 1 : -1;
  update_label (self);
  g_signal_emit (self, signals[TOGGLED], 0, number, track->shown);
}

static void
list_tracks (FulTrackMenu *self)
{
  for (; self->n_listed < self->tracks->len; self->n_listed++)
    {
      const Track *track = &g_array_index (self->tracks, Track, self->n_listed);
      GtkWidget *check = gtk_check_button_new_with_label (track->name);

      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), track->shown);
      gtk_widget_set_margin_start (check, track->is_local ? 18 : 0);
      g_object_set_data (G_OBJECT (check), "track", GUINT_TO_POINTER (self->n_listed));
      g_signal_connect (check, "toggled", G_CALLBACK (check_toggled_cb), self);
      gtk_list_box_append (GTK_LIST_BOX (self->list), check);
    }
}

static gboolean
filter_cb (GtkListBoxRow *row,
           gpointer       user_data)
{
  FulTrackMenu *self = user_data;
  const char *search = gtk_editable_get_text (GTK_EDITABLE (self->search));
  const Track *track = &g_array_index (self->tracks, Track, gtk_list_box_row_get_index (row));
  g_autofree char *name = g_utf8_casefold (track->name, -1);
  g_autofree char *term = g_utf8_casefold (search, -1);

  return strstr (name, term) != NULL;
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
  g_array_unref (FUL_TRACK_MENU (object)->tracks);

  G_OBJECT_CLASS (ful_track_menu_parent_class)->finalize (object);
}

static void
ful_track_menu_class_init (FulTrackMenuClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_track_menu_dispose;
  G_OBJECT_CLASS (klass)->finalize = ful_track_menu_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "trackmenu");

  signals[TOGGLED] = g_signal_new ("toggled", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_BOOLEAN);
}

static void
ful_track_menu_init (FulTrackMenu *self)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->tracks = g_array_new (FALSE, FALSE, sizeof (Track));
  g_array_set_clear_func (self->tracks, clear_track);

  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _("Find track"), NULL);

  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), filter_cb, self, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Tracks"), -1);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (gtk_list_box_invalidate_filter), self->list);

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 420);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);

  gtk_box_append (GTK_BOX (box), self->search);
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_widget_set_size_request (box, 260, -1);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  g_signal_connect_swapped (popover, "show", G_CALLBACK (list_tracks), self);

  self->button = gtk_menu_button_new ();
  gtk_widget_add_css_class (self->button, "flat");
  gtk_widget_set_tooltip_text (self->button, _("Show other tracks"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->button), popover);
  gtk_widget_set_parent (self->button, GTK_WIDGET (self));
  update_label (self);
}

GtkWidget *
ful_track_menu_new (void)
{
  return g_object_new (FUL_TYPE_TRACK_MENU, NULL);
}

/**
 * ful_track_menu_add_track:
 * @name: for the user
 * @is_local: whether it belongs to the process before it
 * @shown: whether it is shown at first
 *
 * Adds a track; tracks are numbered from 0.
 */
void
ful_track_menu_add_track (FulTrackMenu *self,
                          const char   *name,
                          gboolean      is_local,
                          gboolean      shown)
{
  Track track = { g_strdup (name), is_local, shown };

  g_return_if_fail (FUL_IS_TRACK_MENU (self));

  g_array_append_val (self->tracks, track);
  self->n_shown += shown ? 1 : 0;
  update_label (self);
}
