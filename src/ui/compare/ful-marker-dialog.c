/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Asks by the number of which markers to divide: of those that both sides have. */

#include "config.h"

#include "ful-marker-dialog.h"

#include "base/ful-format.h"
#include "widgets/ful-control-name.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define WIDTH 420
#define HEIGHT 520
#define MARGIN 12

/* Belongs to its window. */
typedef struct
{
  FulCompareDocument *document;
  GtkWindow          *window;
  GtkSelectionModel  *names;    /* that match the search */
} Dialog;

static void
dialog_free (gpointer data)
{
  Dialog *self = data;

  g_object_unref (self->document);
  g_free (self);
}

static void
chosen_cb (Dialog *self,
           guint   position)
{
  g_autoptr(GtkStringObject) name = g_list_model_get_item (G_LIST_MODEL (self->names), position);

  if (name == NULL)
    return;

  ful_compare_document_set_per_marker (self->document, gtk_string_object_get_string (name));
  gtk_window_close (self->window);
}

/* The first one that matches. */
static void
entered_cb (Dialog *self)
{
  chosen_cb (self, 0);
}

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_margin_start (label, MARGIN / 2);
  gtk_widget_set_margin_end (label, MARGIN / 2);
  gtk_widget_set_margin_top (label, MARGIN / 2);
  gtk_widget_set_margin_bottom (label, MARGIN / 2);
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item)
{
  g_autofree char *shown = ful_format_label (gtk_string_object_get_string (gtk_list_item_get_item (item)), "");
  GtkWidget *label = gtk_list_item_get_child (item);

  gtk_label_set_label (GTK_LABEL (label), shown);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (label)), GTK_ACCESSIBLE_PROPERTY_LABEL, shown, -1);
}

static GtkWidget *
create_list (Dialog *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *list, *scrolled = gtk_scrolled_window_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  list = gtk_list_view_new (self->names, factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (list), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Markers"), -1);
  g_signal_connect_swapped (list, "activate", G_CALLBACK (chosen_cb), self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_widget_add_css_class (scrolled, "card");

  return scrolled;
}

/* Returns: (transfer full): the names that both sides have, as long as @search matches */
static GtkSelectionModel *
create_names (FulCompareDocument *document,
              GtkWidget          *search)
{
  g_autoptr(GPtrArray) names = ful_compare_answer_list_shared_markers (ful_compare_document_get_answer (document));
  GtkStringFilter *filter = gtk_string_filter_new (gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  GtkStringList *list;

  g_ptr_array_add (names, NULL);
  list = gtk_string_list_new ((const char *const *) names->pdata);
  g_object_bind_property (search, "text", filter, "search", G_BINDING_DEFAULT);

  return GTK_SELECTION_MODEL (gtk_single_selection_new (
    G_LIST_MODEL (gtk_filter_list_model_new (G_LIST_MODEL (list), GTK_FILTER (filter)))));
}

/**
 * ful_marker_dialog_present:
 * @document: has an answer
 *
 * Asks by the number of which markers values are to be divided.
 */
void
ful_marker_dialog_present (GtkWindow          *parent,
                           FulCompareDocument *document)
{
  Dialog *self = g_new0 (Dialog, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *inner = gtk_box_new (GTK_ORIENTATION_VERTICAL, MARGIN);
  GtkWidget *search = gtk_search_entry_new ();

  self->document = g_object_ref (document);
  self->names = create_names (document, search);
  self->window = g_object_new (ADW_TYPE_WINDOW, "transient-for", parent, "modal", TRUE, "title", _("Per Marker"),
                               "default-width", WIDTH, "default-height", HEIGHT, NULL);
  g_object_set_data_full (G_OBJECT (self->window), "dialog", self, dialog_free);
  ful_control_set_name (search, _("Search markers"));
  g_signal_connect_swapped (search, "activate", G_CALLBACK (entered_cb), self);
  g_signal_connect_swapped (search, "stop-search", G_CALLBACK (gtk_window_close), self->window);
  gtk_box_append (GTK_BOX (inner), search);
  gtk_box_append (GTK_BOX (inner), create_list (self));
  gtk_widget_set_margin_start (inner, MARGIN);
  gtk_widget_set_margin_end (inner, MARGIN);
  gtk_widget_set_margin_bottom (inner, MARGIN);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), inner);
  adw_window_set_content (ADW_WINDOW (self->window), box);
  gtk_window_present (self->window);
  gtk_widget_grab_focus (search);
}
