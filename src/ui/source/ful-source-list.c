/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-source-list.h"
#include "ful-source-colors.h"

#include "tree/samples/ful-hits.h"

#include <glib/gi18n.h>
#include <string.h>

#define TAB_WIDTH 8

/* Columns after those of the list. */
enum
{
  LINE = 2,
  TEXT,
};

struct _FulSourceList
{
  GtkWidget        parent_instance;

  FulCodeList     *list;
  GtkColumnViewColumn *text_column;   /* (unowned) */
  GPtrArray       *lines;    /* char *, without tabs */
  FulSourceColors *colors;   /* (nullable) */
  GtkBitset       *alone;    /* (nullable): rows that another text has not */
  const char      *sign;     /* (nullable): before their numbers; an interned text */
};

G_DEFINE_FINAL_TYPE (FulSourceList, ful_source_list, GTK_TYPE_WIDGET)

enum
{
  LINE_SELECTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Returns: (transfer full): @line with spaces up to the next multiple of @TAB_WIDTH for each tab */
static char *
expand_tabs (const char *line)
{
  GString *expanded = g_string_sized_new (strlen (line));
  guint column = 0;

  for (const char *p = line; *p != '\0'; p = g_utf8_next_char (p))
    if (*p != '\t')
      {
        g_string_append_len (expanded, p, g_utf8_next_char (p) - p);
        column++;
      }
    else
      {
        do
          g_string_append_c (expanded, ' ');
        while (++column % TAB_WIDTH != 0);
      }

  return g_string_free (expanded, FALSE);
}

static gboolean
fill (gpointer   owner,
      guint      column,
      guint      position,
      GtkWidget *cell)
{
  FulSourceList *self = owner;
  gboolean is_alone = self->alone && gtk_bitset_contains (self->alone, position);
  g_autofree char *number = g_strdup_printf ("%s%u", is_alone ? self->sign : "", position + 1);
  PangoAttrList *colors;

  if (position >= self->lines->len)
    return FALSE;
  if (column == LINE)
    {
      ful_row_cell_set (cell, NULL, number);
      return TRUE;
    }

  colors = self->colors ? ful_source_colors_get (self->colors, position) : NULL;
  ful_row_cell_set_code (cell, g_ptr_array_index (self->lines, position), colors);
  g_clear_pointer (&colors, pango_attr_list_unref);

  return TRUE;
}

static char *
dup_text (gpointer owner,
          guint    row)
{
  FulSourceList *self = owner;

  return g_strdup (row < self->lines->len ? g_ptr_array_index (self->lines, row) : "");
}

static void
selected_cb (FulSourceList *self,
             gint64         row)
{
  if (row >= 0)
    g_signal_emit (self, signals[LINE_SELECTED], 0, (guint) row + 1);
}

static void
ful_source_list_dispose (GObject *object)
{
  FulSourceList *self = FUL_SOURCE_LIST (object);

  if (self->list)
    gtk_widget_unparent (GTK_WIDGET (self->list));
  self->list = NULL;
  g_clear_pointer (&self->lines, g_ptr_array_unref);
  g_clear_object (&self->colors);
  g_clear_pointer (&self->alone, gtk_bitset_unref);

  G_OBJECT_CLASS (ful_source_list_parent_class)->dispose (object);
}

static void
ful_source_list_class_init (FulSourceListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_source_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);

  signals[LINE_SELECTED] = g_signal_new ("line-selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
ful_source_list_init (FulSourceList *self)
{
  self->lines = g_ptr_array_new_with_free_func (g_free);
  self->list = ful_code_list_new (_("Source"), dup_text, self);
  ful_code_list_add_column (self->list, _("Line"), _("Number of the line in the file"), 3.3, FUL_ROW_CELL_NUMBER, fill);
  self->text_column = ful_code_list_add_column (self->list, _("Source"), _("The line as it is in the file"), 0, FUL_ROW_CELL_CODE, fill);
  gtk_widget_set_parent (GTK_WIDGET (self->list), GTK_WIDGET (self));
  g_signal_connect_object (self->list, "selected", G_CALLBACK (selected_cb), self, G_CONNECT_SWAPPED);
}

/**
 * ful_source_list_set_text:
 * @filename: says which language it is
 * @lines: (element-type utf8): the text
 */
void
ful_source_list_set_text (FulSourceList *self,
                          const char    *filename,
                          GPtrArray     *lines)
{
  guint longest = 0;

  g_ptr_array_unref (self->lines);
  self->lines = g_ptr_array_new_full (lines->len, g_free);
  for (guint i = 0; i < lines->len; i++)
    {
      char *line = expand_tabs (g_ptr_array_index (lines, i));

      longest = MAX (longest, (guint) g_utf8_strlen (line, -1));
      g_ptr_array_add (self->lines, line);
    }
  ful_code_list_set_width (self->list, self->text_column, longest);

  g_clear_pointer (&self->alone, gtk_bitset_unref);
  g_clear_object (&self->colors);
  self->colors = ful_source_colors_new (filename, self->lines);
  g_signal_connect_object (self->colors, "changed", G_CALLBACK (ful_code_list_refresh), self->list, G_CONNECT_SWAPPED);
  ful_code_list_set_rows (self->list, self->lines->len);
}

void
ful_source_list_set_costs (FulSourceList *self,
                           FulAnnotation *costs,
                           FulWeightType  weight_type)
{
  g_autoptr(GArray) rows = g_array_copy (costs->lines);

  for (guint i = 0; i < rows->len; i++)
    g_array_index (rows, FulHit, i).value--;
  ful_code_list_set_costs (self->list, rows, (gint64) costs->line - 1, weight_type);
}

/**
 * ful_source_list_set_other:
 * @title: of another text, whose lines @costs are of
 * @costs: (element-type FulHit): lines from 1, ascending, and what the same lines of the other text cost
 * @alone: rows that the other text has not
 * @sign: what they have before their number
 */
void
ful_source_list_set_other (FulSourceList *self,
                           const char    *title,
                           GArray        *costs,
                           GtkBitset     *alone,
                           const char    *sign)
{
  g_autoptr(GArray) rows = g_array_copy (costs);

  for (guint i = 0; i < rows->len; i++)
    g_array_index (rows, FulHit, i).value--;
  gtk_bitset_ref (alone);
  g_clear_pointer (&self->alone, gtk_bitset_unref);
  self->alone = alone;
  self->sign = g_intern_string (sign);
  ful_code_list_set_other (self->list, title, rows);
}

/**
 * ful_source_list_get_lines:
 *
 * Returns: (transfer none) (element-type utf8): the text, without tabs; it is not changed any more
 */
GPtrArray *
ful_source_list_get_lines (FulSourceList *self)
{
  return self->lines;
}

/**
 * ful_source_list_mark_line:
 * @line: from 1, or 0 for none
 *
 * Marks the line that belongs to what is selected elsewhere, and scrolls it into view.
 */
void
ful_source_list_mark_line (FulSourceList *self,
                           guint          line)
{
  g_autoptr(GtkBitset) rows = gtk_bitset_new_empty ();

  if (line > 0 && line <= self->lines->len)
    gtk_bitset_add (rows, line - 1);
  ful_code_list_mark (self->list, rows);
  if (!gtk_bitset_is_empty (rows))
    ful_code_list_show (self->list, line - 1, FALSE);
}

/* Returns: the selected line, else the hottest one, from 1; 0 if there is none */
guint
ful_source_list_get_line (FulSourceList *self)
{
  gint64 selected = ful_code_list_get_selected (self->list);

  return (guint) (1 + (selected >= 0 ? selected : ful_code_list_get_hottest (self->list)));
}

FulCodeList *
ful_source_list_get_list (FulSourceList *self)
{
  return self->list;
}
