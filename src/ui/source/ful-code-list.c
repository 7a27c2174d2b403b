/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-code-list.h"

#include "base/ful-bisect.h"
#include "base/ful-format.h"
#include "lists/ful-row-cursor.h"
#include "lists/ful-row-model.h"
#include "lists/ful-row-view.h"
#include "tree/samples/ful-hits.h"

#include <glib/gi18n.h>

/* Columns of the list itself; those of the owner follow. */
enum
{
  TOTAL,
  SELF,
  N_COLUMNS,
};

/* The classes of the style sheet, from the least heat. */
static const char *const heats[] = { "heat-1", "heat-2", "heat-3", "heat-4", "heat-5" };

/* Of all self weights: the least total with the greatest heat. */
#define LEAST_HOT 0.125

/* em */
#define OTHER_WIDTH 4.1

/* Of a line; the rest is cut. */
#define MAX_CHARS 1000

struct _FulCodeList
{
  GtkWidget      parent_instance;

  gpointer       owner;
  FulCodeText    text;
  FulRowModel   *model;
  GtkColumnView *list;
  GtkWidget     *view;
  guint          n_columns;
  guint          n_rows;
  GArray        *costs;        /* FulHit: rows, ascending */
  GtkColumnViewColumn *other;  /* (nullable) (unowned): totals of something else that has the same rows */
  GArray        *other_costs;  /* (nullable) FulHit: likewise */
  gint64         hottest;      /* row, or -1 */
  double         heat_total;   /* that has the greatest heat */
  FulWeightType  weight_type;
  GtkBitset     *marked;
  gint64         wanted;       /* row to show when there are items for all, or -1 */
  gboolean       wants_focus;  /* and to focus */
};

G_DEFINE_FINAL_TYPE (FulCodeList, ful_code_list, GTK_TYPE_WIDGET)

enum
{
  SELECTED,
  BUSY_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Number of the first of @costs of a row that is not before @row. */
static guint
find_cost (const GArray *costs,
           gint64        row)
{
  return FUL_BISECT (0, costs->len, m, g_array_index (costs, FulHit, m).value >= row);
}

static FulHit
get_cost (const GArray *costs,
          guint         row)
{
  guint i = find_cost (costs, row);
  const FulHit *cost = i < costs->len ? &g_array_index (costs, FulHit, i) : NULL;

  return cost && cost->value == row ? *cost : (FulHit) { row, 0, 0 };
}

static char *
format_weight (FulCodeList *self,
               double       weight)
{
  return weight == 0 ? g_strdup ("") : ful_format_number (weight, 3, self->weight_type == FUL_WEIGHT_TYPE_TRACING_MS ? 1 : 0);
}

static void
mark_row (FulCodeList  *self,
          GtkWidget    *cell,
          guint         row,
          const FulHit *cost)
{
  gint64 heat = -1;

  if (cost->total > 0)
    heat = MIN ((gint64) (cost->total / self->heat_total * G_N_ELEMENTS (heats)), (gint64) G_N_ELEMENTS (heats) - 1);
  for (guint i = 0; i < G_N_ELEMENTS (heats); i++)
    ful_row_cell_mark (cell, heats[i], i == heat);
  ful_row_cell_mark (cell, "hottest", self->hottest == row);
  ful_row_cell_mark (cell, "marked", gtk_bitset_contains (self->marked, row));
}

static void
describe_row (FulCodeList *self,
              GtkWidget   *cell,
              guint        row,
              const char  *total,
              const char  *own)
{
  g_autofree char *text = self->text (self->owner, row);
  /* Translators: what a line of code costs */
  g_autofree char *costs = g_strdup_printf (_("total %s, self %s"), *total ? total : "0", *own ? own : "0");
  FulHit other = { row, 0, 0 };
  g_autofree char *other_text = NULL;
  g_autofree char *both = NULL;

  if (self->other)
    other = get_cost (self->other_costs, row);
  other_text = format_weight (self, other.total);
  if (other.total != 0)
    both = g_strdup_printf ("%s, %s %s", costs, gtk_column_view_column_get_title (self->other), other_text);
  ful_row_cell_describe (cell, *text ? text : _("empty line"), both ? both : *total || *own ? costs : "");
}

static gboolean
fill_cost (gpointer   owner,
           guint      column,
           guint      position,
           GtkWidget *cell)
{
  FulCodeList *self = owner;
  FulHit cost = get_cost (self->costs, position);
  g_autofree char *total = format_weight (self, cost.total);
  g_autofree char *own = format_weight (self, cost.self);

  if (position >= self->n_rows)
    return FALSE;

  ful_row_cell_set (cell, NULL, column == TOTAL ? total : own);
  if (column == TOTAL)
    {
      mark_row (self, cell, position, &cost);
      describe_row (self, cell, position, total, own);
    }

  return TRUE;
}

static gboolean
fill_other (gpointer   owner,
            guint      column,
            guint      position,
            GtkWidget *cell)
{
  FulCodeList *self = owner;
  FulHit cost = get_cost (self->other_costs, position);
  g_autofree char *total = format_weight (self, cost.total);

  if (position >= self->n_rows)
    return FALSE;
  ful_row_cell_set (cell, NULL, total);

  return TRUE;
}

static void
select_cb (FulCodeList *self,
           gint64       row)
{
  g_signal_emit (self, signals[SELECTED], 0, row);
}

static void
settled_cb (FulCodeList *self)
{
  gint64 wanted = self->wanted;

  self->wanted = -1;
  if (wanted >= 0)
    ful_row_cursor_show (self->list, (guint) wanted, self->wants_focus);
  g_signal_emit (self, signals[BUSY_CHANGED], 0);
}

static void
copy_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulCodeList *self = FUL_CODE_LIST (widget);
  gint64 row = ful_row_model_get_selected (self->model);
  g_autofree char *text = row < 0 ? NULL : self->text (self->owner, (guint) row);

  if (text)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

/* Who comes here first comes to the row that matters most. */
static gboolean
ful_code_list_focus (GtkWidget        *widget,
                     GtkDirectionType  direction)
{
  FulCodeList *self = FUL_CODE_LIST (widget);

  if (ful_row_model_get_selected (self->model) < 0 && self->hottest >= 0)
    ful_code_list_step (self, 1);

  return gtk_widget_child_focus (self->view, direction);
}

static void
ful_code_list_dispose (GObject *object)
{
  FulCodeList *self = FUL_CODE_LIST (object);

  g_clear_pointer (&self->view, gtk_widget_unparent);
  g_clear_object (&self->model);
  g_clear_pointer (&self->costs, g_array_unref);
  g_clear_pointer (&self->other_costs, g_array_unref);
  g_clear_pointer (&self->marked, gtk_bitset_unref);

  G_OBJECT_CLASS (ful_code_list_parent_class)->dispose (object);
}

static void
ful_code_list_class_init (FulCodeListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_code_list_dispose;
  widget_class->focus = ful_code_list_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  signals[SELECTED] = g_signal_new ("selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT64);
  signals[BUSY_CHANGED] = g_signal_new ("busy-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_install_action (widget_class, "code.copy", NULL, copy_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "code.copy", NULL);
}

static void
ful_code_list_init (FulCodeList *self)
{
  self->costs = g_array_new (FALSE, FALSE, sizeof (FulHit));
  self->marked = gtk_bitset_new_empty ();
  self->hottest = -1;
  self->wanted = -1;
  self->model = ful_row_model_new ();
  self->list = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "code");
  ful_row_column_append (self->list, _("Total"), _("Total: what passes through here in the selected range, each sample once"), 4.1,
                         FUL_ROW_CELL_NUMBER, TOTAL, fill_cost, self);
  ful_row_column_append (self->list, _("Self"), _("Self: what ends here in the selected range"), 3.9,
                         FUL_ROW_CELL_NUMBER, SELF, fill_cost, self);
  self->n_columns = N_COLUMNS;
  self->view = ful_row_view_new (self->list);
  gtk_column_view_set_model (self->list, GTK_SELECTION_MODEL (self->model));
  ful_row_model_follow (self->model, GTK_SCROLLABLE (self->list));
  gtk_widget_set_parent (self->view, GTK_WIDGET (self));
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);

  g_signal_connect_object (self->model, "select", G_CALLBACK (select_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "settled", G_CALLBACK (settled_cb), self, G_CONNECT_SWAPPED);
}

/**
 * ful_code_list_new:
 * @name: for assistive tools
 * @text: texts of rows
 * @owner: lives as long as the list
 *
 * Returns: (transfer floating): a list without rows
 */
FulCodeList *
ful_code_list_new (const char  *name,
                   FulCodeText  text,
                   gpointer     owner)
{
  FulCodeList *self = g_object_new (FUL_TYPE_CODE_LIST, NULL);

  self->text = text;
  self->owner = owner;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);

  return self;
}

/**
 * ful_code_list_add_column:
 * @width: em, or 0 for the remaining width
 * @fill: fills its cells for the owner of the list
 *
 * Returns: (transfer none): the new last column
 */
GtkColumnViewColumn *
ful_code_list_add_column (FulCodeList *self,
                          const char  *title,
                          const char  *tooltip,
                          double       width,
                          FulRowCell   kind,
                          FulRowFill   fill)
{
  return ful_row_column_append (self->list, title, tooltip, width, kind, self->n_columns++, fill, self->owner);
}

/**
 * ful_code_list_set_width:
 * @column: a column of code without a width
 * @n_chars: characters of its longest line
 *
 * It has room for all of it; the list scrolls sideways where it has not.
 */
void
ful_code_list_set_width (FulCodeList         *self,
                         GtkColumnViewColumn *column,
                         guint                n_chars)
{
  g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), "0");
  g_autoptr(PangoAttrList) monospace = pango_attr_list_new ();
  int width;

  pango_attr_list_insert (monospace, pango_attr_family_new ("monospace"));
  pango_layout_set_attributes (layout, monospace);
  pango_layout_get_size (layout, &width, NULL);
  gtk_column_view_column_set_fixed_width (column, (int) (MIN (n_chars, MAX_CHARS) + 2) * width / PANGO_SCALE);
}

/**
 * ful_code_list_set_rows:
 *
 * Other rows. What they cost is not known yet, and none is selected.
 */
void
ful_code_list_set_rows (FulCodeList *self,
                        guint        n_rows)
{
  g_array_set_size (self->costs, 0);
  if (self->other_costs)
    g_array_set_size (self->other_costs, 0);
  self->hottest = -1;
  self->wanted = -1;
  self->n_rows = n_rows;
  g_clear_pointer (&self->marked, gtk_bitset_unref);
  self->marked = gtk_bitset_new_empty ();
  ful_row_model_set_selected (self->model, -1);
  ful_row_model_set_rows (self->model, n_rows, TRUE);
}

/**
 * ful_code_list_set_costs:
 * @costs: (element-type FulHit): rows, ascending, and what they cost; those that the list has not are left out
 * @hottest: the row that matters most, or -1
 * @weight_type: their unit
 */
void
ful_code_list_set_costs (FulCodeList   *self,
                         GArray        *costs,
                         gint64         hottest,
                         FulWeightType  weight_type)
{
  double all = 0;

  g_array_set_size (self->costs, 0);
  self->hottest = hottest < self->n_rows ? hottest : -1;
  self->heat_total = 0;
  self->weight_type = weight_type;
  for (guint i = 0; i < costs->len; i++)
    {
      const FulHit *cost = &g_array_index (costs, FulHit, i);

      if (cost->value < 0 || cost->value >= self->n_rows)
        continue;
      self->heat_total = MAX (self->heat_total, cost->total);
      all += cost->self;
      g_array_append_val (self->costs, *cost);
    }
  /* Where all rows cost the same, none is hot. */
  self->heat_total = MAX (self->heat_total, all * LEAST_HOT);
  ful_row_model_refresh (self->model);
}

/**
 * ful_code_list_set_other:
 * @title: of the column that has them, from the first time on
 * @costs: (element-type FulHit): rows, ascending, and what they cost elsewhere
 */
void
ful_code_list_set_other (FulCodeList *self,
                         const char  *title,
                         GArray      *costs)
{
  if (self->other == NULL)
    {
      g_autoptr(GtkColumnViewColumn) column = NULL;

      self->other_costs = g_array_new (FALSE, FALSE, sizeof (FulHit));
      column = g_object_ref (ful_row_column_append (self->list, title, _("Total of the same line on the other side"), OTHER_WIDTH,
                                                    FUL_ROW_CELL_NUMBER, self->n_columns++, fill_other, self));
      gtk_column_view_remove_column (self->list, column);
      gtk_column_view_insert_column (self->list, N_COLUMNS, column);
      self->other = column;
    }
  g_array_set_size (self->other_costs, 0);
  g_array_append_vals (self->other_costs, costs->data, costs->len);
  ful_row_model_refresh (self->model);
}

/**
 * ful_code_list_mark:
 * @rows: rows that belong to what is selected elsewhere
 */
void
ful_code_list_mark (FulCodeList *self,
                    GtkBitset   *rows)
{
  if (gtk_bitset_equals (rows, self->marked))
    return;

  gtk_bitset_ref (rows);
  gtk_bitset_unref (self->marked);
  self->marked = rows;
  ful_row_model_refresh (self->model);
}

/* Returns: the row that matters most, or -1 */
gint64
ful_code_list_get_hottest (FulCodeList *self)
{
  return self->hottest;
}

/* Returns: the selected row, or -1 */
gint64
ful_code_list_get_selected (FulCodeList *self)
{
  return ful_row_model_get_selected (self->model);
}

/**
 * ful_code_list_show:
 * @row: a row; a negative one is ignored
 *
 * @focus: whether it is selected, too, and gets the focus
 *
 * Scrolls it into view, now or when its item is there.
 */
void
ful_code_list_show (FulCodeList *self,
                    gint64       row,
                    gboolean     focus)
{
  if (row < 0)
    return;

  if (focus)
    ful_row_model_set_selected (self->model, row);
  if (!ful_row_model_get_busy (self->model))
    {
      ful_row_cursor_show (self->list, (guint) row, focus);
      return;
    }
  self->wanted = row;
  self->wants_focus = focus;
}

/**
 * ful_code_list_step:
 * @step: 1 for the next row with a cost, -1 for the one before; without a selected row to the hottest one
 *
 * Selects it, and scrolls it into view.
 */
void
ful_code_list_step (FulCodeList *self,
                    int          step)
{
  gint64 selected = ful_row_model_get_selected (self->model);
  guint n = self->costs->len;
  gint64 row = self->hottest;

  if (n == 0)
    return;
  if (selected >= 0 || row < 0)
    {
      guint i = find_cost (self->costs, step > 0 ? selected + 1 : selected);

      row = g_array_index (self->costs, FulHit, step > 0 ? i % n : (i + n - 1) % n).value;
    }

  ful_row_model_set_selected (self->model, row);
  ful_code_list_show (self, row, FALSE);
  g_signal_emit (self, signals[SELECTED], 0, row);
}

/**
 * ful_code_list_refresh:
 *
 * Contents of the owner's columns changed.
 */
void
ful_code_list_refresh (FulCodeList *self)
{
  ful_row_model_refresh (self->model);
}

/**
 * ful_code_list_copy:
 *
 * Puts the text of all rows on the clipboard.
 */
void
ful_code_list_copy (FulCodeList *self)
{
  g_autoptr(GString) all = g_string_new (NULL);

  for (guint i = 0; i < self->n_rows; i++)
    {
      g_autofree char *text = self->text (self->owner, i);

      g_string_append (all, text);
      g_string_append_c (all, '\n');
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), all->str);
}

gboolean
ful_code_list_get_busy (FulCodeList *self)
{
  return ful_row_model_get_busy (self->model);
}
