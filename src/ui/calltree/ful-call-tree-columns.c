/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One factory a column. A cell is bound to an item of the list and updates when the
 * item emits "changed". */

#include "config.h"

#include "ful-call-tree-columns-private.h"

#include "ful-when-cell.h"

#include "base/ful-format.h"
#include "lists/ful-column-fit.h"
#include "lists/ful-column-title.h"
#include "lists/ful-row-column.h"
#include "lists/ful-row-item.h"
#include "threads/ful-view-options.h"
#include "tree/ful-call-tree-rows.h"
#include "widgets/ful-em.h"

#include <glib/gi18n.h>

/* Opacity of a row that a transform would remove. */
#define GONE 0.35

/* em: narrower tables have no column of libraries, and no totals. */
#define NARROW 52
#define VERY_NARROW 34

/* px: of the column around a strip. */
#define WHEN_WIDTH 96

static gboolean
is_column (const FulCallTreeColumn *column,
           guint                    kind)
{
  return column == &column->columns->columns[kind];
}

static void
item_changed_cb (FulRowItem  *item,
                 GtkListItem *list_item)
{
  FulCallTreeColumn *column = g_object_get_data (G_OBJECT (list_item), "column");
  guint position = ful_row_item_get_position (item);
  const FulCallTreeRow *row = ful_call_tree_model_get_row (column->columns->model, position);

  /* The row was removed; the item follows in a later step. */
  gtk_widget_set_opacity (gtk_list_item_get_child (list_item), row ? 1 : 0);
  if (!row)
    return;

  if (is_column (column, FUL_CALL_TREE_FUNCTION))
    ful_row_cell_set_item (gtk_list_item_get_child (list_item), item);
  column->cell->fill (column->columns, gtk_list_item_get_child (list_item), position, row);
  if (ful_call_tree_cells_would_go (column->columns, row))
    gtk_widget_set_opacity (gtk_list_item_get_child (list_item), GONE);
}

static void
setup_cb (GtkListItemFactory *factory,
          GtkListItem        *list_item,
          FulCallTreeColumn *column)
{
  g_object_set_data (G_OBJECT (list_item), "column", column);
  gtk_list_item_set_child (list_item, column->cell->create (column->columns, list_item));
}

static void
bind_cb (GtkListItemFactory *factory,
         GtkListItem        *list_item,
         FulCallTreeColumn *column)
{
  FulRowItem *item = gtk_list_item_get_item (list_item);

  g_signal_connect (item, "changed", G_CALLBACK (item_changed_cb), list_item);
  if (is_column (column, FUL_CALL_TREE_WHEN))
    g_hash_table_add (column->columns->when_items, list_item);
  item_changed_cb (item, list_item);
}

static void
unbind_cb (GtkListItemFactory *factory,
           GtkListItem        *list_item,
           FulCallTreeColumn *column)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (list_item), item_changed_cb, list_item);
  if (is_column (column, FUL_CALL_TREE_FUNCTION))
    ful_row_cell_set_item (gtk_list_item_get_child (list_item), NULL);
  if (is_column (column, FUL_CALL_TREE_WHEN))
    g_hash_table_remove (column->columns->when_items, list_item);
}

static void
strips_changed_cb (FulCallTreeColumns *self)
{
  GHashTableIter iter;
  gpointer list_item;

  g_hash_table_iter_init (&iter, self->when_items);
  while (g_hash_table_iter_next (&iter, &list_item, NULL))
    {
      guint position = ful_row_item_get_position (gtk_list_item_get_item (list_item));
      GtkWidget *cell = gtk_list_item_get_child (list_item);
      const FulCallTreeRow *row = ful_call_tree_model_get_row (self->model, position);

      if (row)
        ful_call_tree_cells_update_when (self, cell, position, row);
    }
}

/* A brush dims strips at once, before there are other numbers. */
static void
preview_changed_cb (FulCallTreeColumns *self)
{
  FulViewOptions *options = ful_document_get_options (self->document);
  GHashTableIter iter;
  gpointer list_item;

  g_hash_table_iter_init (&iter, self->when_items);
  while (g_hash_table_iter_next (&iter, &list_item, NULL))
    ful_when_cell_set_preview (FUL_WHEN_CELL (gtk_list_item_get_child (list_item)),
                               options->has_preview ? &options->preview : NULL);
}

/**
 * ful_call_tree_columns_new:
 * @view: a column view in its scrolled window, without columns
 * @model: its model; must outlive @view
 * @strips: when its rows ran
 * @has_library_column: whether libraries have a column, to sort by; else they are right after the functions
 *
 * Adds the columns to @view.
 *
 * Returns: (transfer full): the owner of the columns
 */
FulCallTreeColumns *
ful_call_tree_columns_new (GtkColumnView    *view,
                           FulCallTreeModel *model,
                           FulWhenStrips    *strips,
                           gboolean          has_library_column)
{
  static const struct
  {
    const char *title;
    const char *tooltip;   /* (nullable): if it depends on the tree */
    double      width;   /* em, or 0 for the remaining width */
  } descriptions[FUL_CALL_TREE_N_COLUMNS] = {
    [FUL_CALL_TREE_PERCENT] = { N_("Total"), N_("Total as a share of all: in the function itself, and in what it called"), 4.8 },
    [FUL_CALL_TREE_TOTAL] = { N_("Samples"), NULL, 6.3 },
    [FUL_CALL_TREE_SELF] = { N_("Self"), N_("Self: in the function itself, without what it called"), 5.7 },
    [FUL_CALL_TREE_WHEN] = { N_("When"), N_("When it ran in the shown range: its share of what ran at each time"), 0 },
    [FUL_CALL_TREE_FUNCTION] = { N_("Function"), N_("Name of the function, and the colour of its category"), 0 },
    [FUL_CALL_TREE_LIBRARY] = { N_("Library"), N_("Library or file that the function comes from"), 18.4 },
  };
  FulCallTreeColumns *self = g_new0 (FulCallTreeColumns, 1);
  g_autoptr(GMenu) title_menu = g_menu_new ();

  g_menu_append (title_menu, _("_When"), "columns.show-when");
  self->view = view;
  self->model = g_object_ref (model);
  self->strips = g_object_ref (strips);
  self->when_items = g_hash_table_new (NULL, NULL);
  self->has_library_column = has_library_column;

  for (guint i = 0; i < FUL_CALL_TREE_N_COLUMNS; i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      GtkColumnViewColumn *column = gtk_column_view_column_new (_(descriptions[i].title), factory);

      self->columns[i] = (FulCallTreeColumn) { self, &ful_call_tree_cells[i] };
      g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), &self->columns[i]);
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), &self->columns[i]);
      g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), &self->columns[i]);

      if (descriptions[i].tooltip)
        ful_column_title_set_tooltip (column, _(descriptions[i].tooltip));
      gtk_column_view_column_set_header_menu (column, G_MENU_MODEL (title_menu));
      gtk_column_view_column_set_resizable (column, i != FUL_CALL_TREE_WHEN);
      if (i == FUL_CALL_TREE_WHEN)
        gtk_column_view_column_set_fixed_width (column, WHEN_WIDTH);
      else if (descriptions[i].width > 0)
        gtk_column_view_column_set_fixed_width (column, ful_em (GTK_WIDGET (view), descriptions[i].width));
      else
        gtk_column_view_column_set_expand (column, TRUE);

      if (i != FUL_CALL_TREE_WHEN && (i != FUL_CALL_TREE_LIBRARY || has_library_column))
        gtk_column_view_append_column (view, column);
      if (i <= FUL_CALL_TREE_SELF)
        ful_column_title_align_end (view, column);
      self->view_columns[i] = column;
    }
  g_signal_connect_swapped (strips, "changed", G_CALLBACK (strips_changed_cb), self);
  ful_row_model_follow (FUL_ROW_MODEL (model), GTK_SCROLLABLE (view));

  return self;
}

/**
 * ful_call_tree_columns_free:
 *
 * Call it when the view has been disposed.
 */
void
ful_call_tree_columns_free (FulCallTreeColumns *self)
{
  for (guint i = 0; i < FUL_CALL_TREE_N_COLUMNS; i++)
    g_object_unref (self->view_columns[i]);
  g_object_unref (self->model);
  g_signal_handlers_disconnect_by_data (self->strips, self);
  g_object_unref (self->strips);
  g_hash_table_unref (self->when_items);
  if (self->document)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_object (&self->document);
  if (self->preview)
    g_signal_handlers_disconnect_by_data (self->preview, self);
  g_clear_object (&self->preview);
  g_clear_pointer (&self->tree, ful_call_tree_unref);
  g_clear_pointer (&self->search, ful_search_free);
  g_free (self);
}

/**
 * ful_call_tree_columns_set_search:
 * @profile: what the tree shows
 * @search: the search of the tree
 * @flags: flags of the search
 *
 * Matches are highlighted when a row is filled next.
 */
void
ful_call_tree_columns_set_search (FulCallTreeColumns *self,
                                  const FulProfile   *profile,
                                  const char         *search,
                                  FulSearchFlags      flags)
{
  g_clear_pointer (&self->search, ful_search_free);
  self->search = ful_search_new (profile, search, flags, NULL);
}

/* Heads and widths of the figures. */
static void
update_figures (FulCallTreeColumns *self)
{
  static const struct { const char *title; const char *tooltip; } texts[] = {
    [FUL_WEIGHT_TYPE_SAMPLES] = { N_("Samples"), N_("Total: samples in the function itself, and in what it called") },
    [FUL_WEIGHT_TYPE_TRACING_MS] = { N_("Time (ms)"), N_("Total: time in the function itself, and in what it called") },
    [FUL_WEIGHT_TYPE_BYTES] = { N_("Bytes"), N_("Total: bytes of the function itself, and of what it called") },
  };
  const char *word;
  g_autofree char *greatest = NULL, *whole = NULL;

  self->figures = ful_figures_of_tree (self->tree, self->document && ful_document_get_samples_as_times (self->document));
  if (self->is_js_tracer)
    self->figures.max_fraction = 3;
  word = self->figures.word;
  gtk_column_view_column_set_title (self->view_columns[FUL_CALL_TREE_TOTAL], word ? word : _(texts[self->figures.type].title));
  ful_column_title_set_tooltip (self->view_columns[FUL_CALL_TREE_TOTAL],
                                word ? _("Total: of the function itself, and of what it called")
                                     : _(texts[self->figures.type].tooltip));

  /* Before rows are filled, so that the columns do not move while one scrolls. */
  greatest = ful_figures_format_number (&self->figures, self->tree->root_total);
  whole = ful_format_percent (1);
  ful_column_fit (self->view, self->view_columns[FUL_CALL_TREE_TOTAL], greatest);
  ful_column_fit (self->view, self->view_columns[FUL_CALL_TREE_SELF], greatest);
  ful_column_fit (self->view, self->view_columns[FUL_CALL_TREE_PERCENT], whole);
}

/**
 * ful_call_tree_columns_set_tree:
 * @tree: whose figures rows show when they are filled next
 * @is_js_tracer: whether the thread is a traced one
 */
void
ful_call_tree_columns_set_tree (FulCallTreeColumns *self,
                                FulCallTree        *tree,
                                gboolean            is_js_tracer)
{
  ful_call_tree_ref (tree);
  g_clear_pointer (&self->tree, ful_call_tree_unref);
  self->tree = tree;
  self->is_js_tracer = is_js_tracer;
  update_figures (self);
}

static void
figures_changed_cb (FulCallTreeColumns *self)
{
  if (!self->tree)
    return;

  update_figures (self);
  ful_row_model_refresh (FUL_ROW_MODEL (self->model));
}

/**
 * ful_call_tree_columns_set_document:
 * @document: whose notes are marked, and which says how samples are shown, and in which range; once
 */
void
ful_call_tree_columns_set_document (FulCallTreeColumns *self,
                                    FulDocument        *document)
{
  self->document = g_object_ref (document);
  g_signal_connect_object (document, "notify::notes", G_CALLBACK (ful_row_model_refresh), self->model, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (document, "notify::samples-as-times", G_CALLBACK (figures_changed_cb), self);
  g_signal_connect_swapped (document, "notify::view-state", G_CALLBACK (preview_changed_cb), self);
}

static void
effect_changed_cb (FulCallTreeColumns *self)
{
  self->asked = FUL_NONE;
  ful_row_model_refresh (FUL_ROW_MODEL (self->model));
}

/**
 * ful_call_tree_columns_set_preview:
 * @preview: what a transform would do to the tree, which rows show; once
 */
void
ful_call_tree_columns_set_preview (FulCallTreeColumns  *self,
                                   FulTransformPreview *preview)
{
  self->preview = g_object_ref (preview);
  self->asked = FUL_NONE;
  g_signal_connect_swapped (preview, "changed", G_CALLBACK (effect_changed_cb), self);
}

/* A column that is only hidden keeps its share of the width in GTK 4.8. */
static void
show_column (FulCallTreeColumns *self,
             guint               column,
             guint               place,
             gboolean            show)
{
  gboolean shown = gtk_column_view_column_get_column_view (self->view_columns[column]) != NULL;

  if (shown && !show)
    gtk_column_view_remove_column (self->view, self->view_columns[column]);
  else if (!shown && show)
    {
      gtk_column_view_insert_column (self->view, place, self->view_columns[column]);
      if (column <= FUL_CALL_TREE_SELF)
        ful_column_title_align_end (self->view, self->view_columns[column]);
    }
}

/**
 * ful_call_tree_columns_set_width:
 * @width: px of the table
 *
 * Hides columns in favour of the functions if the table is narrow.
 */
void
ful_call_tree_columns_set_width (FulCallTreeColumns *self,
                                 int                 width)
{
  if (self->has_library_column)
    show_column (self, FUL_CALL_TREE_LIBRARY, g_list_model_get_n_items (gtk_column_view_get_columns (self->view)), width >= ful_em (GTK_WIDGET (self->view), NARROW));
  else
    show_column (self, FUL_CALL_TREE_TOTAL, FUL_CALL_TREE_TOTAL, width >= ful_em (GTK_WIDGET (self->view), VERY_NARROW));
}

/**
 * ful_call_tree_columns_show_when:
 * @show: whether there is a column that says when rows ran, left of the functions
 */
void
ful_call_tree_columns_show_when (FulCallTreeColumns *self,
                                 gboolean            show)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  guint place = 0;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (column == self->view_columns[FUL_CALL_TREE_FUNCTION])
        place = i;
    }
  show_column (self, FUL_CALL_TREE_WHEN, place, show);
}
