/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Asks which function of the other side a new or gone one is: those that only the other side has, the greatest first, as
 * rows of an answer are. */

#include "config.h"

#include "ful-pair-dialog.h"

#include "ful-search-window.h"

#include "base/ful-format.h"
#include "compare/ful-change-text.h"
#include "compare/pairing/ful-pairing.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* Functions that are searched, and rows of the list. */
#define MAX_CANDIDATES 5000
#define MAX_ROWS 200

#define WIDTH 560

/* Belongs to its window. */
typedef struct
{
  FulCompareDocument *document;
  FulCompareAnswer   *answer;
  gint32              item;
  FulSide             side;      /* that has @item */
  GPtrArray          *candidates;   /* (element-type FulComparedRow): of @answer */
  GPtrArray          *names;     /* (element-type utf8): theirs, folded */
  GtkWindow          *window;
  GtkWidget          *search;
  GtkListBox         *list;
} Dialog;

static void
dialog_free (gpointer data)
{
  Dialog *self = data;

  g_object_unref (self->document);
  ful_compare_answer_unref (self->answer);
  g_ptr_array_unref (self->candidates);
  g_ptr_array_unref (self->names);
  g_free (self);
}

static const FulPairedItem *
get_item (const FulCompareAnswer *answer,
          gint32                  item)
{
  return ful_pairing_get_item (answer->runs->pairing, item);
}

/**
 * ful_pair_dialog_can_pair:
 *
 * Returns: whether only one side has @item
 */
gboolean
ful_pair_dialog_can_pair (const FulCompareAnswer *answer,
                          gint32                  item)
{
  const FulPairedItem *paired = get_item (answer, item);

  return paired->is_on[FUL_BEFORE] != paired->is_on[FUL_AFTER] && !paired->is_unnamed;
}

static void
add_row (Dialog               *self,
         const FulComparedRow *row)
{
  const FulPairedItem *item = get_item (self->answer, row->item);
  const char *place = *item->file != '\0' ? item->file : item->library;
  g_autofree char *value = ful_change_text_value (row->change.mean[!self->side], self->answer->unit);
  g_autofree char *shown = ful_format_label (item->name, "");
  g_autofree char *name = g_markup_escape_text (shown, -1);
  g_autofree char *shown_place = ful_format_label (place, "");
  g_autofree char *subtitle = g_markup_escape_text (shown_place, -1);
  GtkWidget *widget = adw_action_row_new (), *number = gtk_label_new (value);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (widget), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (widget), subtitle);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (widget), 1);
  gtk_widget_add_css_class (number, "numeric");
  gtk_widget_add_css_class (number, "dim-label");
  adw_action_row_add_suffix (ADW_ACTION_ROW (widget), number);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (widget), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, value, -1);
  g_object_set_data (G_OBJECT (widget), "item", GINT_TO_POINTER (row->item));
  gtk_list_box_append (self->list, widget);
}

static void
find_candidates (Dialog *self)
{
  const GArray *rows = self->answer->lists[FUL_COMPARED_TOTAL]->rows;

  self->candidates = g_ptr_array_new ();
  self->names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < rows->len && self->candidates->len < MAX_CANDIDATES; i++)
    {
      FulComparedRow *row = &g_array_index (rows, FulComparedRow, i);
      const FulPairedItem *item = get_item (self->answer, row->item);

      if (!ful_pair_dialog_can_pair (self->answer, row->item) || item->is_on[self->side])
        continue;
      g_ptr_array_add (self->candidates, row);
      g_ptr_array_add (self->names, g_utf8_casefold (item->name, -1));
    }
}

static void
fill (Dialog *self)
{
  g_autofree char *search = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  GtkListBoxRow *row;
  guint n = 0;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)))
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < self->candidates->len && n < MAX_ROWS; i++)
    if (strstr (self->names->pdata[i], search))
      {
        add_row (self, self->candidates->pdata[i]);
        n++;
      }
}

static void
pair (Dialog        *self,
      GtkListBoxRow *row)
{
  gint32 other = row ? GPOINTER_TO_INT (g_object_get_data (G_OBJECT (row), "item")) : FUL_NONE;

  if (other == FUL_NONE)
    return;

  ful_compare_document_pair (self->document, get_item (self->answer, self->side == FUL_BEFORE ? self->item : other)->name,
                             get_item (self->answer, self->side == FUL_BEFORE ? other : self->item)->name);
  gtk_window_close (self->window);
}

static void
activated_cb (Dialog        *self,
              GtkListBoxRow *row)
{
  pair (self, row);
}

static void
entered_cb (Dialog *self)
{
  pair (self, gtk_list_box_get_row_at_index (self->list, 0));
}

static void
create_list (Dialog *self)
{
  GtkWidget *none = gtk_label_new (_("No function that only the other side has"));

  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (none, "dim-label");
  gtk_list_box_set_placeholder (self->list, none);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "boxed-list");
  gtk_widget_set_valign (GTK_WIDGET (self->list), GTK_ALIGN_START);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Functions"), -1);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (activated_cb), self);
}

/**
 * ful_pair_dialog_present:
 * @document: has an answer
 * @item: see ful_pair_dialog_can_pair()
 *
 * Asks what @item is on the other side, and compares it with that.
 */
void
ful_pair_dialog_present (GtkWindow          *parent,
                         FulCompareDocument *document,
                         gint32              item)
{
  Dialog *self = g_new0 (Dialog, 1);
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;

  self->document = g_object_ref (document);
  self->answer = ful_compare_answer_ref (ful_compare_document_get_answer (document));
  self->item = item;
  self->side = get_item (self->answer, item)->is_on[FUL_BEFORE] ? FUL_BEFORE : FUL_AFTER;
  name = ful_format_label (get_item (self->answer, item)->name, "");
  /* Translators: %s is a function that only one of two recordings has */
  title = g_strdup_printf (_("Pair “%s” With"), name);
  self->search = gtk_search_entry_new ();
  create_list (self);
  self->window = ful_search_window_new (parent, title, WIDTH, self->search, _("Search functions"), GTK_WIDGET (self->list));
  g_object_set_data_full (G_OBJECT (self->window), "dialog", self, dialog_free);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (fill), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (entered_cb), self);
  find_candidates (self);
  fill (self);
  gtk_window_present (self->window);
  gtk_widget_grab_focus (self->search);
}
