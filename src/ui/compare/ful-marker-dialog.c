/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Asks by the number of which markers to divide: of those that both sides have. */

#include "config.h"

#include "ful-marker-dialog.h"

#include "base/ful-format.h"
#include "compare/ful-per.h"
#include "compare/functions/ful-search-window.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define WIDTH 420
#define MARGIN 6

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

  ful_compare_document_set_per (self->document, FUL_PER_MARKER, gtk_string_object_get_string (name));
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
  gtk_widget_set_margin_start (label, MARGIN);
  gtk_widget_set_margin_end (label, MARGIN);
  gtk_widget_set_margin_top (label, MARGIN);
  gtk_widget_set_margin_bottom (label, MARGIN);
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
  GtkWidget *list;

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  list = gtk_list_view_new (self->names, factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (list), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Markers"), -1);
  g_signal_connect_swapped (list, "activate", G_CALLBACK (chosen_cb), self);

  return list;
}

/* Returns: (transfer full): the names that both sides have, as long as @search matches */
static GtkSelectionModel *
create_names (FulCompareDocument *document,
              GtkWidget          *search)
{
  const GPtrArray *names = ful_compare_document_get_answer (document)->shared_markers;
  GtkStringFilter *filter = gtk_string_filter_new (gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  GtkStringList *list = gtk_string_list_new (NULL);

  for (guint i = 0; i < names->len; i++)
    gtk_string_list_append (list, names->pdata[i]);
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
  GtkWidget *search = gtk_search_entry_new (), *list;

  self->document = g_object_ref (document);
  self->names = create_names (document, search);
  list = create_list (self);
  self->window = ful_search_window_new (parent, _("Per Marker"), WIDTH, search, _("Search markers"), list);
  gtk_widget_add_css_class (gtk_widget_get_parent (list), "card");
  g_object_set_data_full (G_OBJECT (self->window), "dialog", self, dialog_free);
  g_signal_connect_swapped (search, "activate", G_CALLBACK (entered_cb), self);
  gtk_window_present (self->window);
  gtk_widget_grab_focus (search);
}
