/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One factory a column. A cell is bound to an item of the list and updates when the
 * item emits "changed". Texts are made only for rows on screen. Semantics of the
 * texts: call-tree.md 6. */

#include "config.h"

#include "ful-call-tree-columns.h"

#include "ful-function-cell.h"
#include "ful-when-cell.h"
#include "ful-when-text.h"

#include "base/ful-format.h"
#include "document/notes/ful-note.h"
#include "lists/ful-column-fit.h"
#include "lists/ful-column-title.h"
#include "lists/ful-row-column.h"
#include "lists/ful-row-cursor.h"
#include "lists/ful-row-item.h"
#include "lists/ful-row-place.h"
#include "model/ful-func-origin.h"
#include "stacks/ful-search.h"
#include "tree/ful-figures.h"
#include "widgets/ful-em.h"
#include "widgets/ful-level-label.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>
#include <string.h>

/* Opacity of "—", as .dim-label; adding a style class would make GTK compute the styles again. */
#define DIMMED 0.55

/* Opacity of a row that a transform would remove. */
#define GONE 0.35

/* em: narrower tables have no column of libraries, and no totals. */
#define NARROW 52
#define VERY_NARROW 34

/* px: of the column around a strip. */
#define WHEN_WIDTH 96

typedef void (*FillFunc) (FulCallTreeColumns   *self,
                          GtkWidget            *cell,
                          guint                 position,
                          const FulCallTreeRow *row);

typedef struct
{
  FulCallTreeColumns *columns;
  GtkWidget        *(*create) (FulCallTreeColumns *columns,
                               GtkListItem        *list_item);
  FillFunc            fill;
} Column;

enum
{
  PERCENT,
  TOTAL,
  SELF,
  WHEN,
  FUNCTION,
  LIBRARY,
  N_COLUMNS,
};

struct _FulCallTreeColumns
{
  GtkColumnView       *view;
  FulCallTreeModel    *model;
  FulDocument         *document;      /* (nullable): whose notes are marked */
  FulTransformPreview *preview;       /* (nullable): what a transform would do to @model */
  FulCallNodeIndex     asked;         /* the last node that would_go() was called for, or FUL_NONE, */
  gboolean             asked_goes;    /* and its answer */
  FulWhenStrips       *strips;        /* of @model */
  GHashTable          *when_items;    /* GtkListItem of strips on screen */
  Column               columns[N_COLUMNS];
  GtkColumnViewColumn *view_columns[N_COLUMNS];
  gboolean             has_library_column;    /* else the library is right after the function */
  FulSearch           *search;        /* (nullable) */
  FulCallTree         *tree;          /* (nullable): whose figures are shown */
  gboolean             is_js_tracer;  /* the thread of @tree is a traced one */
  FulFigures           figures;
};

/* Returns: (nullable): the attributes that highlight the matches in @text */
static PangoAttrList *
highlight (FulCallTreeColumns *self,
           const char         *text)
{
  PangoAttrList *list = NULL;
  gsize start = 0;
  gsize end;

  for (; self->search && ful_search_find (self->search, text, &start, &end); start = end)
    {
      PangoAttribute *attributes[] = {
        pango_attr_weight_new (PANGO_WEIGHT_BOLD),
        pango_attr_underline_new (PANGO_UNDERLINE_SINGLE),
      };

      if (!list)
        list = pango_attr_list_new ();
      for (guint a = 0; a < G_N_ELEMENTS (attributes); a++)
        {
          attributes[a]->start_index = (guint) start;
          attributes[a]->end_index = (guint) end;
          pango_attr_list_insert (list, attributes[a]);
        }
    }

  return list;
}

/* Returns: (nullable): what a transform would do to the rows */
static FulTransformEffect *
get_effect (FulCallTreeColumns *self)
{
  FulTransformEffect *effect = self->preview ? ful_transform_preview_get_effect (self->preview) : NULL;

  return effect && effect->before == ful_call_tree_model_get_tree (self->model) ? effect : NULL;
}

/* Whether a transform would remove @row. Cells of a row are filled one after the other, and in an inverted tree the answer
 * takes time. */
static gboolean
would_go (FulCallTreeColumns   *self,
          const FulCallTreeRow *row)
{
  FulTransformEffect *effect = get_effect (self);

  if (!effect)
    return FALSE;

  if (self->asked != row->node)
    {
      self->asked = row->node;
      self->asked_goes = ful_transform_effect_removes (effect, row->node);
    }

  return self->asked_goes;
}

/* Returns: (nullable) (transfer full): “17 → 1,714 self”, if a transform would change that */
static char *
create_change (FulCallTreeColumns   *self,
               const FulCallTreeRow *row)
{
  FulTransformEffect *effect = get_effect (self);
  g_autofree char *before = NULL, *after = NULL;

  if (!effect || would_go (self, row))
    return NULL;

  before = ful_figures_format_number (&self->figures, ful_call_tree_get_self (effect->before, row->node));
  after = ful_figures_format_number (&self->figures, ful_transform_effect_get_self (effect, row->node));

  /* Translators: self weight of a row now, and after a transform */
  return g_str_equal (before, after) ? NULL : g_strdup_printf (_("%s → %s self"), before, after);
}

/* Adds to @list (nullable, transfer full). Returns: (transfer full) */
static PangoAttrList *
strike (PangoAttrList *list)
{
  PangoAttrList *struck = list ? list : pango_attr_list_new ();

  pango_attr_list_insert (struck, pango_attr_strikethrough_new (TRUE));

  return struck;
}

static GtkWidget *
create_level (FulCallTreeColumns *self,
              GtkListItem        *list_item)
{
  return ful_level_label_new ();
}

static GtkWidget *
create_number (FulCallTreeColumns *self,
               GtkListItem        *list_item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, "numeric");

  return label;
}

static GtkWidget *
create_text (FulCallTreeColumns *self,
             GtkListItem        *list_item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "caption");

  return label;
}

static void
toggled_cb (FulFunctionCell *cell,
            GtkListItem     *list_item)
{
  FulCallTreeColumns *self = g_object_get_data (G_OBJECT (cell), "columns");
  guint position = ful_row_item_get_position (gtk_list_item_get_item (list_item));

  if (!ful_call_tree_model_get_row (self->model, position))
    return;

  ful_call_tree_model_select (self->model, position);
  ful_row_place_release (self->view);
  ful_row_cursor_go (self->view, position, TRUE);

  ful_call_tree_model_toggle (self->model, position);
}

static GtkWidget *
create_function (FulCallTreeColumns *self,
                 GtkListItem        *list_item)
{
  GtkWidget *cell = ful_function_cell_new ();

  g_object_set_data (G_OBJECT (cell), "columns", self);
  g_signal_connect (cell, "toggled", G_CALLBACK (toggled_cb), list_item);

  return cell;
}

static double
get_share (FulCallTree      *tree,
           FulCallNodeIndex  node)
{
  return tree->root_total != 0 ? ful_call_tree_get_total (tree, node) / tree->root_total : 0;
}

static void
set_struck (GtkWidget *label,
            gboolean   struck)
{
  PangoAttrList *attributes = struck ? strike (NULL) : NULL;

  gtk_label_set_attributes (GTK_LABEL (label), attributes);
  g_clear_pointer (&attributes, pango_attr_list_unref);
}

/* The whole figure of a rounded one is in the tooltip. */
static void
set_weight (FulCallTreeColumns *self,
            GtkWidget          *cell,
            guint               column,
            double              weight,
            gboolean            struck)
{
  g_autofree char *text = ful_figures_format_number (&self->figures, weight);
  g_autofree char *whole = self->figures.type == FUL_WEIGHT_TYPE_BYTES && weight != 0 ? ful_figures_format (&self->figures, weight) : NULL;

  gtk_label_set_label (GTK_LABEL (cell), text);
  set_struck (cell, struck);
  ful_tooltip_set_text (cell, whole);
  ful_column_fit (self->view, self->view_columns[column], text);
}

static void
fill_percent (FulCallTreeColumns   *self,
              GtkWidget            *cell,
              guint                 position,
              const FulCallTreeRow *row)
{
  double share = get_share (ful_call_tree_model_get_tree (self->model), row->node);
  g_autofree char *text = ful_format_percent (share);

  ful_level_label_set (FUL_LEVEL_LABEL (cell), text, share, would_go (self, row));
  ful_column_fit (self->view, self->view_columns[PERCENT], text);
}

static void
fill_total (FulCallTreeColumns   *self,
            GtkWidget            *cell,
            guint                 position,
            const FulCallTreeRow *row)
{
  set_weight (self, cell, TOTAL, ful_call_tree_get_total (ful_call_tree_model_get_tree (self->model), row->node),
              would_go (self, row));
}

static void
fill_self (FulCallTreeColumns   *self,
           GtkWidget            *cell,
           guint                 position,
           const FulCallTreeRow *row)
{
  double weight = ful_call_tree_get_self (ful_call_tree_model_get_tree (self->model), row->node);

  set_weight (self, cell, SELF, weight, would_go (self, row));
  if (weight == 0)
    gtk_widget_set_opacity (cell, DIMMED);
}

/* Returns: (transfer full): the origin of the function of @row */
static char *
create_origin (FulCallTreeColumns   *self,
               const FulCallTreeRow *row)
{
  FulCallTree *tree = ful_call_tree_model_get_tree (self->model);
  g_autofree char *origin = ful_func_get_origin (tree->profile, ful_call_tree_get_func (tree, row->node));

  return ful_format_label (origin, "");
}

/* Returns: (nullable): the widget of the row that @cell is in; none while the cell is made */
static GtkWidget *
get_row_widget (GtkWidget *cell)
{
  GtkWidget *parent = gtk_widget_get_parent (cell);

  return parent ? gtk_widget_get_parent (parent) : NULL;
}

/* Returns: (transfer full): when the row ran, or "" while that is not known */
static char *
create_when (FulCallTreeColumns   *self,
             const FulCallTreeRow *row)
{
  FulCallTree *tree = ful_call_tree_model_get_tree (self->model);
  FulWhenStrip strip;
  g_autofree char *when = ful_when_strips_find (self->strips, tree, row->node, &strip) ? ful_when_describe (tree->profile, &strip)
                                                                                       : NULL;

  return g_strdup_printf (when ? ", %s" : "%s", when ? when : "");
}

/* Returns: (nullable): the note on the function of @row */
static const FulNote *
find_note (FulCallTreeColumns   *self,
           const FulCallTreeRow *row)
{
  FulCallTree *tree = ful_call_tree_model_get_tree (self->model);

  return self->document ? ful_note_index_find_func (ful_document_get_note_index (self->document),
                                                    ful_call_tree_get_func (tree, row->node)) : NULL;
}

/* Assistive tools focus the row: its description has the texts of all cells. */
static void
describe_row (FulCallTreeColumns   *self,
              GtkWidget            *cell,
              guint                 position,
              const FulCallTreeRow *row)
{
  FulCallTree *tree = ful_call_tree_model_get_tree (self->model);
  gboolean has_children = ful_call_tree_has_children (tree, row->node);
  gboolean expanded = has_children && ful_call_tree_model_is_expanded (self->model, position);
  const FulNote *note = find_note (self, row);
  g_autofree char *percent = ful_format_percent (get_share (tree, row->node));
  g_autofree char *self_text = ful_figures_format_number (&self->figures, ful_call_tree_get_self (tree, row->node));
  g_autofree char *note_name = note ? ful_format_label (note->name, "") : NULL;
  g_autofree char *note_text = note ? g_strdup_printf (_(", note: %s"), note_name) : NULL;
  g_autofree char *when = create_when (self, row);
  g_autofree char *change = create_change (self, row);
  g_autofree char *change_text = change ? g_strdup_printf (", %s", change) : NULL;
  g_autofree char *text = NULL;

  /* Translators: total share, self weight, level in the tree, state, what a transform would do, when it ran, note on the
   * function */
  text = g_strdup_printf (_("total %s, self %s, level %d%s%s%s%s"), percent, self_text, row->depth + 1,
                          !has_children ? "" : expanded ? _(", expanded") : _(", collapsed"),
                          would_go (self, row) ? _(", would go") : change ? change_text : "", when, note ? note_text : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (get_row_widget (cell)), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
name_row (GtkWidget            *cell,
          const FulCallTreeRow *row,
          const char           *name,
          gboolean              has_children,
          gboolean              expanded)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (get_row_widget (cell));

  gtk_accessible_update_property (accessible,
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_LEVEL, row->depth + 1,
                                  -1);
  if (has_children)
    gtk_accessible_update_state (accessible, GTK_ACCESSIBLE_STATE_EXPANDED, expanded, -1);
  else
    gtk_accessible_reset_state (accessible, GTK_ACCESSIBLE_STATE_EXPANDED);
}

static void
fill_origin (FulCallTreeColumns   *self,
             FulFunctionCell      *cell,
             const FulCallTreeRow *row)
{
  g_autofree char *origin = create_origin (self, row);
  PangoAttrList *attributes = highlight (self, origin);

  if (would_go (self, row))
    attributes = strike (attributes);
  ful_function_cell_set_origin (cell, origin, attributes);
  g_clear_pointer (&attributes, pango_attr_list_unref);
}

static void
fill_function (FulCallTreeColumns   *self,
               GtkWidget            *cell,
               guint                 position,
               const FulCallTreeRow *row)
{
  FulCallTree *tree = ful_call_tree_model_get_tree (self->model);
  FulProfile *profile = tree->profile;
  g_autofree char *name = ful_format_label (ful_call_tree_get_shown_name (tree, row->node), "");
  gint32 inlined_into = ful_call_tree_get_inlined_into (tree, row->node);
  gboolean has_children = ful_call_tree_has_children (tree, row->node);
  gboolean expanded = has_children && ful_call_tree_model_is_expanded (self->model, position);
  PangoAttrList *attributes = highlight (self, name);
  g_autofree char *change = create_change (self, row);
  FulCategoryIndex category;
  gint32 subcategory;
  FulCategory *info;
  const FulNote *note = find_note (self, row);
  g_autofree char *note_name = note ? ful_format_label (note->name, "") : NULL;
  g_autofree char *note_text = note ? g_strdup_printf (_("Note: %s"), note_name) : NULL;
  g_autofree char *category_name = NULL;
  g_autofree char *part_name = NULL;
  g_autofree char *tooltip = NULL;

  ful_call_tree_get_category (tree, row->node, &category, &subcategory);
  info = ful_profile_get_category (profile, category);

  if (would_go (self, row))
    attributes = strike (attributes);
  ful_function_cell_set (FUL_FUNCTION_CELL (cell), name, change ? change : inlined_into >= 0 ? _("(inlined)") : NULL, attributes,
                         ful_profile_get_color (profile, ful_call_tree_get_func (tree, row->node), category),
                         profile->funcs->resource[ful_call_tree_get_func (tree, row->node)] == FUL_NONE,
                         row->depth, has_children, expanded);
  g_clear_pointer (&attributes, pango_attr_list_unref);
  if (!self->has_library_column)
    fill_origin (self, FUL_FUNCTION_CELL (cell), row);

  category_name = ful_format_label (info->name, "");
  part_name = subcategory > 0 ? ful_format_label (info->subcategories[subcategory], "") : g_strdup ("");
  tooltip = g_strconcat (name, "\n", category_name, *part_name ? ": " : "", part_name, note ? "\n" : NULL, note_text, NULL);
  ful_tooltip_set_text (cell, tooltip);
  ful_function_cell_set_noted (FUL_FUNCTION_CELL (cell), note != NULL);

  if (get_row_widget (cell))
    {
      name_row (cell, row, name, has_children, expanded);
      describe_row (self, cell, position, row);
    }
}

static GtkWidget *
create_when_cell (FulCallTreeColumns *self,
                  GtkListItem        *list_item)
{
  return ful_when_cell_new ();
}

/* Returns: whether the strip is another one */
static gboolean
set_when (FulCallTreeColumns   *self,
          GtkWidget            *cell,
          const FulCallTreeRow *row)
{
  FulCallTree *tree = ful_call_tree_model_get_tree (self->model);
  FulWhenStrip strip;
  gboolean found = ful_when_strips_find (self->strips, tree, row->node, &strip);

  return ful_when_cell_set (FUL_WHEN_CELL (cell), found ? &strip : NULL, ful_call_tree_get_func (tree, row->node)) && found;
}

static void
fill_when (FulCallTreeColumns   *self,
           GtkWidget            *cell,
           guint                 position,
           const FulCallTreeRow *row)
{
  FulViewOptions *options = self->document ? ful_document_get_options (self->document) : NULL;

  set_when (self, cell, row);
  ful_when_cell_set_preview (FUL_WHEN_CELL (cell), options && options->has_preview ? &options->preview : NULL);
}

static void
fill_library (FulCallTreeColumns   *self,
              GtkWidget            *cell,
              guint                 position,
              const FulCallTreeRow *row)
{
  g_autofree char *origin = create_origin (self, row);
  PangoAttrList *attributes = highlight (self, origin);

  gtk_label_set_attributes (GTK_LABEL (cell), attributes);
  gtk_label_set_label (GTK_LABEL (cell), origin);
  g_clear_pointer (&attributes, pango_attr_list_unref);
}

static void
item_changed_cb (FulRowItem  *item,
                 GtkListItem *list_item)
{
  Column *column = g_object_get_data (G_OBJECT (list_item), "column");
  guint position = ful_row_item_get_position (item);
  const FulCallTreeRow *row = ful_call_tree_model_get_row (column->columns->model, position);

  /* The row was removed; the item follows in a later step. */
  gtk_widget_set_opacity (gtk_list_item_get_child (list_item), row ? 1 : 0);
  if (!row)
    return;

  if (column->fill == fill_function)
    ful_row_cell_set_item (gtk_list_item_get_child (list_item), item);
  column->fill (column->columns, gtk_list_item_get_child (list_item), position, row);
  if (would_go (column->columns, row))
    gtk_widget_set_opacity (gtk_list_item_get_child (list_item), GONE);
}

static void
setup_cb (GtkListItemFactory *factory,
          GtkListItem        *list_item,
          Column             *column)
{
  g_object_set_data (G_OBJECT (list_item), "column", column);
  gtk_list_item_set_child (list_item, column->create (column->columns, list_item));
}

static void
bind_cb (GtkListItemFactory *factory,
         GtkListItem        *list_item,
         Column             *column)
{
  FulRowItem *item = gtk_list_item_get_item (list_item);

  g_signal_connect (item, "changed", G_CALLBACK (item_changed_cb), list_item);
  if (column->fill == fill_when)
    g_hash_table_add (column->columns->when_items, list_item);
  item_changed_cb (item, list_item);
}

static void
unbind_cb (GtkListItemFactory *factory,
           GtkListItem        *list_item,
           Column             *column)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (list_item), item_changed_cb, list_item);
  if (column->fill == fill_function)
    ful_row_cell_set_item (gtk_list_item_get_child (list_item), NULL);
  if (column->fill == fill_when)
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

      if (row && set_when (self, cell, row) && get_row_widget (cell))
        describe_row (self, cell, position, row);
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
    GtkWidget *(*create) (FulCallTreeColumns *columns,
                          GtkListItem        *list_item);
    FillFunc    fill;
  } descriptions[N_COLUMNS] = {
    [PERCENT] = { N_("Total"), N_("Total as a share of all: in the function itself, and in what it called"), 4.8,
                  create_level, fill_percent },
    [TOTAL] = { N_("Samples"), NULL, 6.3, create_number, fill_total },
    [SELF] = { N_("Self"), N_("Self: in the function itself, without what it called"), 5.7, create_number, fill_self },
    [WHEN] = { N_("When"), N_("When it ran in the shown range: its share of what ran at each time"), 0, create_when_cell, fill_when },
    [FUNCTION] = { N_("Function"), N_("Name of the function, and the colour of its category"), 0, create_function,
                   fill_function },
    [LIBRARY] = { N_("Library"), N_("Library or file that the function comes from"), 18.4, create_text, fill_library },
  };
  FulCallTreeColumns *self = g_new0 (FulCallTreeColumns, 1);
  g_autoptr(GMenu) title_menu = g_menu_new ();

  g_menu_append (title_menu, _("_When"), "columns.show-when");
  self->view = view;
  self->model = g_object_ref (model);
  self->strips = g_object_ref (strips);
  self->when_items = g_hash_table_new (NULL, NULL);
  self->has_library_column = has_library_column;

  for (guint i = 0; i < N_COLUMNS; i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      GtkColumnViewColumn *column = gtk_column_view_column_new (_(descriptions[i].title), factory);

      self->columns[i] = (Column) { self, descriptions[i].create, descriptions[i].fill };
      g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), &self->columns[i]);
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), &self->columns[i]);
      g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), &self->columns[i]);

      if (descriptions[i].tooltip)
        ful_column_title_set_tooltip (column, _(descriptions[i].tooltip));
      gtk_column_view_column_set_header_menu (column, G_MENU_MODEL (title_menu));
      gtk_column_view_column_set_resizable (column, i != WHEN);
      if (i == WHEN)
        gtk_column_view_column_set_fixed_width (column, WHEN_WIDTH);
      else if (descriptions[i].width > 0)
        gtk_column_view_column_set_fixed_width (column, ful_em (GTK_WIDGET (view), descriptions[i].width));
      else
        gtk_column_view_column_set_expand (column, TRUE);

      if (i != WHEN && (i != LIBRARY || has_library_column))
        gtk_column_view_append_column (view, column);
      if (i <= SELF)
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
  for (guint i = 0; i < N_COLUMNS; i++)
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
  gtk_column_view_column_set_title (self->view_columns[TOTAL], word ? word : _(texts[self->figures.type].title));
  ful_column_title_set_tooltip (self->view_columns[TOTAL],
                                word ? _("Total: of the function itself, and of what it called")
                                     : _(texts[self->figures.type].tooltip));

  /* Before rows are filled, so that the columns do not move while one scrolls. */
  greatest = ful_figures_format_number (&self->figures, self->tree->root_total);
  whole = ful_format_percent (1);
  ful_column_fit (self->view, self->view_columns[TOTAL], greatest);
  ful_column_fit (self->view, self->view_columns[SELF], greatest);
  ful_column_fit (self->view, self->view_columns[PERCENT], whole);
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
      if (column <= SELF)
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
    show_column (self, LIBRARY, g_list_model_get_n_items (gtk_column_view_get_columns (self->view)), width >= ful_em (GTK_WIDGET (self->view), NARROW));
  else
    show_column (self, TOTAL, TOTAL, width >= ful_em (GTK_WIDGET (self->view), VERY_NARROW));
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

      if (column == self->view_columns[FUNCTION])
        place = i;
    }
  show_column (self, WHEN, place, show);
}
