/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of the list of results: what was found, by kinds, or before anything is written what was used last and what the panel offers. */

#include "config.h"

#include "ful-palette-private.h"

#include "ful-palette-used.h"

#include "base/ful-format.h"
#include "base/ful-types.h"
#include "document/find/ful-find-link.h"
#include "document/ful-document.h"
#include "find/ful-find-match.h"
#include "find/ful-find-time.h"

#include <glib/gi18n.h>

static void
append_row (FulPalette *self,
            GtkWidget  *row,
            FulPalettePlace       place)
{
  g_object_set_data_full (G_OBJECT (row), "place", g_memdup2 (&place, sizeof place), g_free);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

static void
set_title (GtkListBoxRow *row,
           const char    *title,
           guint          n)
{
  g_autofree char *count = n > 0 ? ful_format_number (n, 0, 0) : g_strdup ("");

  gtk_list_box_row_set_header (row, ful_palette_row_new_title (title, count));
}

/* Headers are those that rows get when they are made. */
void
ful_palette_keep_header_cb (GtkListBoxRow *row,
                            GtkListBoxRow *before,
                            gpointer       user_data)
{
  const char *title = g_object_get_data (G_OBJECT (row), "title");

  if (title && gtk_list_box_row_get_header (row) == NULL)
    set_title (row, title, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "n")));
}

/* @n: number of rows of the kind, 0 if that says nothing */
static void
begin_group (GtkWidget  *row,
             const char *title,
             guint       n)
{
  g_object_set_data_full (G_OBJECT (row), "title", g_strdup (title), g_free);
  g_object_set_data (G_OBJECT (row), "n", GUINT_TO_POINTER (n));
}

const FulPalettePlace *
ful_palette_get_place (GtkListBoxRow *row)
{
  return row ? g_object_get_data (G_OBJECT (row), "place") : NULL;
}

GtkListBoxRow *
ful_palette_get_row (FulPalette *self,
                     int         at)
{
  return gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), at);
}

static void
scroll_to (FulPalette *self,
           GtkWidget  *row)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  GtkWidget *header = gtk_list_box_row_get_header (GTK_LIST_BOX_ROW (row));
  graphene_rect_t bounds;
  double top;

  if (!gtk_widget_compute_bounds (row, self->list, &bounds) || bounds.size.height <= 0)
    return;

  top = bounds.origin.y - (header ? gtk_widget_get_height (header) : 0);
  gtk_adjustment_clamp_page (adjustment, top, bounds.origin.y + bounds.size.height);
}

/* The row is what the field is about. */
void
ful_palette_select_row (FulPalette    *self,
                        GtkListBoxRow *row)
{
  if (row == NULL)
    {
      gtk_accessible_reset_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
      return;
    }

  gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  g_object_get_data (G_OBJECT (row), "spoken"), -1);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT, row, -1);
  scroll_to (self, GTK_WIDGET (row));
}

void
ful_palette_clear_rows (FulPalette *self)
{
  GtkListBoxRow *row;

  gtk_accessible_reset_relation (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT);
  while ((row = ful_palette_get_row (self, 0)))
    gtk_list_box_remove (GTK_LIST_BOX (self->list), GTK_WIDGET (row));
}

/* Sets the texts of a row of the window. */
static void
describe_item (FulPalette  *self,
               guint        row,
               FulFindLine *line)
{
  const FulPaletteItem *item = g_ptr_array_index (self->items, row);

  line->name = g_strdup (item->name);
  line->place = g_strdup (item->place);
  line->figure = g_strdup (item->figure);
}

static void
describe_time (FulPalette  *self,
               FulFindLine *line)
{
  g_autofree char *start = ful_format_duration (self->time.start);
  g_autofree char *end = ful_format_duration (self->time.end);

  /* Translators: a time, from the start of the recording */
  line->name = self->time.end > self->time.start ? g_strdup_printf (_("Go to %s to %s"), start, end)
                                                 : g_strdup_printf (_("Go to %s"), start);
  line->place = g_strdup ("");
  line->figure = g_strdup ("");
}

static void
add_row (FulPalette         *self,
         const FulFindGroup *group,
         guint               i)
{
  g_auto(FulFindLine) line = { NULL };
  FulPalettePlace place = { group->kind, g_array_index (group->match->hits, FulFindHit, i).row };
  /* Translators: number of a row, of all of its kind, the kind */
  g_autofree char *position = g_strdup_printf (_("%u of %u in %s"), i + 1, group->match->n_found,
                                               ful_find_kind_get_title (group->kind));
  GtkWidget *row;

  /* Items of the text before may be gone. */
  if (group->kind >= FUL_FIND_NOTES && group->kind < FUL_FIND_VALUES && place.row >= self->items->len)
    return;
  if (group->kind == FUL_FIND_VALUES)
    describe_time (self, &line);
  else if (group->kind >= FUL_FIND_NOTES)
    describe_item (self, place.row, &line);
  else
    ful_find_line_init (&line, ful_find_get_catalog (self->find), group->kind, place.row);
  row = ful_palette_row_new (group->kind, &line, ful_find_get_query (self->find), position);
  if (i == 0)
    begin_group (row, ful_find_kind_get_title (group->kind), group->match->n_found);
  append_row (self, row, place);
}

static void
add_rest (FulPalette         *self,
          const FulFindGroup *group)
{
  g_autofree char *count = ful_format_number (group->match->n_found, 0, 0);
  g_autofree char *text = g_strdup_printf (_("Show all %s"), count);
  FulFindLine line = { text, (char *) "", (char *) "" };

  append_row (self, ful_palette_row_new (group->kind, &line, NULL, ful_find_kind_get_title (group->kind)),
              (FulPalettePlace) { group->kind, G_MAXUINT });
}

static GtkListBoxRow *
find_row (FulPalette  *self,
          const FulPalettePlace *place)
{
  GtkListBoxRow *row;

  for (int i = 0; place && (row = ful_palette_get_row (self, i)); i++)
    if (ful_palette_get_place (row)->kind == place->kind && ful_palette_get_place (row)->row == place->row)
      return row;

  return ful_palette_get_row (self, 0);
}

void
ful_palette_fill (FulPalette *self)
{
  const GArray *groups = ful_find_get_groups (self->find);
  const FulPalettePlace *selected = ful_palette_get_place (gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list)));
  g_autofree FulPalettePlace *kept = selected ? g_memdup2 (selected, sizeof *selected) : NULL;

  if (groups == NULL || *gtk_editable_get_text (GTK_EDITABLE (self->entry)) == '\0')
    return;

  ful_palette_clear_rows (self);
  for (guint i = 0; i < groups->len; i++)
    {
      const FulFindGroup *group = &g_array_index (groups, FulFindGroup, i);

      for (guint k = 0; k < group->match->hits->len; k++)
        add_row (self, group, k);
      if (group->match->hits->len < group->match->n_found && group->match->hits->len <= FUL_PALETTE_FEW)
        add_rest (self, group);
    }
  ful_palette_select_row (self, find_row (self, self->only == FUL_NONE ? NULL : kept));
}

/* Of what was used last, then what the panel offers. */
void
ful_palette_fill_start (FulPalette *self)
{
  gboolean has_any = FALSE;

  ful_palette_clear_rows (self);
  gtk_label_set_text (GTK_LABEL (self->count), "");
  for (guint rank = 5; rank > 0; rank--)
    for (guint i = 0; i < self->items->len; i++)
      {
        const FulPaletteItem *item = g_ptr_array_index (self->items, i);
        g_auto(FulFindLine) line = { NULL };
        GtkWidget *row;

        if (ful_palette_used_get_rank (item) != rank)
          continue;
        describe_item (self, i, &line);
        row = ful_palette_row_new (item->kind, &line, NULL, _("Last Used"));
        if (!has_any)
          begin_group (row, _("Last Used"), 0);
        has_any = TRUE;
        append_row (self, row, (FulPalettePlace) { item->kind, i });
      }
  has_any = FALSE;
  for (guint i = 0; i < self->items->len; i++)
    {
      const FulPaletteItem *item = g_ptr_array_index (self->items, i);
      g_auto(FulFindLine) line = { NULL };
      GtkWidget *row;

      if (!item->is_of_panel || ful_palette_used_get_rank (item) > 0)
        continue;
      describe_item (self, i, &line);
      row = ful_palette_row_new (item->kind, &line, NULL, ful_find_kind_get_title (item->kind));
      if (!has_any)
        begin_group (row, ful_find_kind_get_title (FUL_FIND_COMMANDS), 0);
      has_any = TRUE;
      append_row (self, row, (FulPalettePlace) { item->kind, i });
    }
  ful_palette_select_row (self, ful_palette_get_row (self, 0));
}
