/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What lists of functions and trees of nodes show of both sides. Column 0, with the name, is that of the list. In a narrow list
 * figures give way to the name and the verdict. */

#include "config.h"

#include "ful-compare-columns.h"

#include "ful-change-bar.h"

#include "compare/ful-change-text.h"
#include "lists/ful-row-column.h"
#include "widgets/ful-em.h"

#include <glib/gi18n.h>

/* em: of the verdict, and of a name before figures give way to it. */
#define VERDICT_WIDTH 16
#define NAME_WIDTH 12

enum
{
  COLUMN_BEFORE = 1,
  COLUMN_AFTER,
  COLUMN_DIFFERENCE,
  COLUMN_BAR,
  COLUMN_CHANGE,
  COLUMN_VERDICT,
  N_COLUMNS,
};

/**
 * ful_compare_columns_dup_verdict:
 * @table: that @row is of
 *
 * Returns: (transfer full): what can be concluded, in words
 */
char *
ful_compare_columns_dup_verdict (const FulCompareAnswer *answer,
                                 FulComparedTable        table,
                                 const FulComparedRow   *row)
{
  return ful_change_text_verdict (row, ful_compare_answer_get_unit (answer, table), answer->rules.margin, ful_compared_table_is_of_markers (table));
}

static char *
dup_text (const FulCompareColumns *self,
          const FulComparedRow    *row,
          guint                    column)
{
  const char *unit = ful_compare_answer_get_unit (self->answer, self->table);

  switch (column)
    {
    case COLUMN_BEFORE:
      return ful_change_text_value (row->change.mean[FUL_BEFORE], unit);
    case COLUMN_AFTER:
      return ful_change_text_value (row->change.mean[FUL_AFTER], unit);
    case COLUMN_DIFFERENCE:
      return ful_change_text_difference (&row->change, unit);
    case COLUMN_CHANGE:
      return ful_change_text_relative (&row->change, unit);
    case COLUMN_VERDICT:
    default:
      return ful_compare_columns_dup_verdict (self->answer, self->table, row);
    }
}

static gboolean
fill (gpointer   owner,
      guint      column,
      guint      position,
      GtkWidget *cell)
{
  FulCompareColumns *self = owner;
  const FulComparedRow *row = self->answer ? self->row_at (self->owner, position) : NULL;
  g_autofree char *text = NULL;

  if (row == NULL)
    return FALSE;

  if (column == COLUMN_BAR)
    {
      if (gtk_widget_get_first_child (cell) == NULL)
        gtk_box_append (GTK_BOX (cell), ful_change_bar_new ());
      ful_change_bar_set (FUL_CHANGE_BAR (gtk_widget_get_first_child (cell)), row, self->scale);
      return TRUE;
    }
  text = dup_text (self, row, column);
  ful_row_cell_set (cell, NULL, text);

  return TRUE;
}

/* A column that is only hidden keeps its share of the width in GTK 4.8. */
static void
show_column (FulCompareColumns   *self,
             guint                i,
             GtkColumnViewColumn *column,
             gboolean             show)
{
  gboolean is_shown = self->hidden_widths[i] == 0;

  if (show == is_shown)
    return;

  if (show)
    gtk_column_view_column_set_fixed_width (column, ful_em (GTK_WIDGET (self->view), self->hidden_widths[i]));
  self->hidden_widths[i] = show ? 0 : 100.0 * gtk_column_view_column_get_fixed_width (column) / ful_em (GTK_WIDGET (self->view), 100);
  if (!show)
    gtk_column_view_column_set_fixed_width (column, 0);
  gtk_column_view_column_set_visible (column, show);
}

/* Before the rest there has to be room for a name and the verdict, which share what is less than that. */
static void
fit (FulCompareColumns *self)
{
  static const guint8 by_importance[] = { COLUMN_DIFFERENCE, COLUMN_AFTER, COLUMN_BEFORE, COLUMN_CHANGE, COLUMN_BAR };
  GListModel *columns = gtk_column_view_get_columns (self->view);
  GtkWidget *view = GTK_WIDGET (self->view);
  int width = (int) gtk_adjustment_get_page_size (gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (view))), room;
  g_autoptr(GtkColumnViewColumn) verdict = g_list_model_get_item (columns, COLUMN_VERDICT);
  gboolean is_tight = width < ful_em (view, NAME_WIDTH + VERDICT_WIDTH);

  if (width <= 0)
    return;

  if (is_tight || self->is_tight)
    gtk_column_view_column_set_fixed_width (verdict, is_tight ? width / 2 : ful_em (view, VERDICT_WIDTH));
  self->is_tight = is_tight;
  room = width - ful_em (view, NAME_WIDTH) - gtk_column_view_column_get_fixed_width (verdict);
  for (guint i = 0; i < G_N_ELEMENTS (by_importance); i++)
    {
      guint place = by_importance[i];
      g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item (columns, place);

      room -= self->hidden_widths[place] > 0 ? ful_em (view, self->hidden_widths[place]) : gtk_column_view_column_get_fixed_width (column);
      show_column (self, place, column, room >= 0);
    }
}

static gboolean
fit_cb (gpointer user_data)
{
  FulCompareColumns *self = user_data;

  self->fit_id = 0;
  fit (self);

  return G_SOURCE_REMOVE;
}

/* Columns cannot be hidden during an allocation. */
static void
queue_fit (FulCompareColumns *self)
{
  if (self->view && self->fit_id == 0)
    self->fit_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fit_cb, self, NULL);
}

/**
 * ful_compare_columns_append:
 * @view: a list with its column 0
 * @row_at: finds rows
 * @owner: for @row_at; @self is a part of it
 */
void
ful_compare_columns_append (FulCompareColumns *self,
                            GtkColumnView     *view,
                            FulCompareRowAt    row_at,
                            gpointer           owner)
{
  static const struct { const char *title, *tooltip; double width; FulRowCell kind; } columns[N_COLUMNS] = {
    [COLUMN_BEFORE] = { N_("Before"), N_("Mean of the runs before"), 5.5, FUL_ROW_CELL_NUMBER },
    [COLUMN_AFTER] = { N_("After"), N_("Mean of the runs after"), 5.5, FUL_ROW_CELL_NUMBER },
    [COLUMN_DIFFERENCE] = { N_("Difference"), N_("After without before"), 6.1, FUL_ROW_CELL_NUMBER },
    [COLUMN_BAR] = { N_("Less 0 More"), N_("The difference, and the interval that it is in with 95 %"), 9, FUL_ROW_CELL_BIN },
    [COLUMN_CHANGE] = { N_("Change"), N_("After divided by before"), 5.5, FUL_ROW_CELL_NUMBER },
    [COLUMN_VERDICT] = { N_("Verdict"), N_("What can be concluded"), VERDICT_WIDTH, FUL_ROW_CELL_TEXT },
  };

  self->row_at = row_at;
  self->owner = owner;
  self->hidden_widths = g_new0 (double, N_COLUMNS);
  for (guint i = COLUMN_BEFORE; i < N_COLUMNS; i++)
    ful_row_column_append (view, _(columns[i].title), _(columns[i].tooltip), columns[i].width, columns[i].kind, i, fill, self);
}

/**
 * ful_compare_columns_follow:
 * @view: the list, in its scrolled window
 *
 * From now on figures give way where the list is narrow, until ful_compare_columns_clear().
 */
void
ful_compare_columns_follow (FulCompareColumns *self,
                            GtkColumnView     *view)
{
  g_autoptr(GtkColumnViewColumn) verdict = g_list_model_get_item (gtk_column_view_get_columns (view), COLUMN_VERDICT);

  self->view = view;
  g_signal_connect_swapped (gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (view)), "notify::page-size", G_CALLBACK (queue_fit), self);
  /* It has another one when the size of the text changes. */
  g_signal_connect_swapped (verdict, "notify::fixed-width", G_CALLBACK (queue_fit), self);
}

/**
 * ful_compare_columns_clear:
 *
 * Before the list goes.
 */
void
ful_compare_columns_clear (FulCompareColumns *self)
{
  ful_compare_columns_set_answer (self, NULL, self->table, 0);
  g_clear_handle_id (&self->fit_id, g_source_remove);
  self->view = NULL;
  g_clear_pointer (&self->hidden_widths, g_free);
}

/**
 * ful_compare_columns_set_answer:
 * @answer: (nullable)
 * @table: of @answer
 * @scale: difference at the end of a bar
 *
 * The list has to fill its rows again.
 */
void
ful_compare_columns_set_answer (FulCompareColumns *self,
                                FulCompareAnswer  *answer,
                                FulComparedTable   table,
                                double             scale)
{
  if (answer)
    ful_compare_answer_ref (answer);
  g_clear_pointer (&self->answer, ful_compare_answer_unref);
  self->answer = answer;
  self->table = table;
  self->scale = scale;
  queue_fit (self);
}

/**
 * ful_compare_columns_describe:
 * @cell: of column 0
 * @name: what the row is about
 *
 * For assistive tools; and what is unclear is dimmed.
 */
void
ful_compare_columns_describe (const FulCompareColumns *self,
                              GtkWidget               *cell,
                              const FulComparedRow    *row,
                              const char              *name)
{
  char *texts[N_COLUMNS];
  g_autofree char *interval = ful_change_text_interval (&row->change, ful_compare_answer_get_unit (self->answer, self->table));
  g_autofree char *description = NULL;
  FulCompareGroup group = ful_compare_group_of (row);

  for (guint i = COLUMN_BEFORE; i < N_COLUMNS; i++)
    texts[i] = dup_text (self, row, i);
  /* Translators: values of both sides, their difference, the change with its 95 % interval, and what can be concluded */
  description = g_strdup_printf (_("before %s, after %s, difference %s, change %s (%s), %s"), texts[COLUMN_BEFORE], texts[COLUMN_AFTER],
                                 texts[COLUMN_DIFFERENCE], texts[COLUMN_CHANGE], interval, texts[COLUMN_VERDICT]);
  ful_row_cell_describe (cell, name, description);
  ful_row_cell_mark (cell, "unclear", group == FUL_COMPARE_UNCLEAR || group == FUL_COMPARE_FEW || group == FUL_COMPARE_SAME);
  for (guint i = COLUMN_BEFORE; i < N_COLUMNS; i++)
    g_free (texts[i]);
}

/**
 * ful_compare_columns_get_place:
 *
 * Returns: (transfer none): file or library of a row, or ""
 */
const char *
ful_compare_columns_get_place (const FulCompareAnswer *answer,
                               FulComparedTable        table,
                               const FulComparedRow   *row)
{
  const FulPairedItem *item = ful_pairing_get_item (ful_compared_runs_get_pairing (answer->runs, table), row->item);

  return *item->file != '\0' ? item->file : item->library;
}

/**
 * ful_compare_columns_dup_line:
 *
 * Returns: (transfer full): name, place, and the texts of all columns, with tabs between them
 */
char *
ful_compare_columns_dup_line (const FulCompareColumns *self,
                              const FulComparedRow    *row)
{
  GString *line = g_string_new (ful_pairing_get_item (ful_compared_runs_get_pairing (self->answer->runs, self->table), row->item)->name);
  g_autofree char *interval = ful_change_text_interval (&row->change, ful_compare_answer_get_unit (self->answer, self->table));

  g_string_append_printf (line, "\t%s", ful_compare_columns_get_place (self->answer, self->table, row));
  for (guint i = COLUMN_BEFORE; i < N_COLUMNS; i++)
    {
      g_autofree char *text = i == COLUMN_BAR ? g_strdup (interval) : dup_text (self, row, i);

      g_string_append_printf (line, "\t%s", text);
    }
  g_string_append_c (line, '\n');

  return g_string_free (line, FALSE);
}
