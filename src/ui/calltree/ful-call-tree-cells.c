/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The cells of each column: what a row says, and its words for assistive tools. Texts are made only for rows on screen.
 * Semantics of the texts: call-tree.md 6. */

#include "config.h"

#include "ful-call-tree-columns-private.h"

#include "ful-function-cell.h"
#include "ful-when-cell.h"
#include "ful-when-text.h"

#include "base/ful-format.h"
#include "document/notes/ful-note-index.h"
#include "document/notes/ful-note.h"
#include "lists/ful-column-fit.h"
#include "lists/ful-row-cursor.h"
#include "lists/ful-row-item.h"
#include "lists/ful-row-place.h"
#include "model/ful-func-origin.h"
#include "threads/ful-view-options.h"
#include "tree/ful-call-tree-rows.h"
#include "tree/ful-transform-effect.h"
#include "widgets/ful-level-label.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

/* Opacity of "—", as .dim-label; adding a style class would make GTK compute the styles again. */
#define DIMMED 0.55

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
gboolean
ful_call_tree_cells_would_go (FulCallTreeColumns   *self,
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

  if (!effect || ful_call_tree_cells_would_go (self, row))
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

  ful_level_label_set (FUL_LEVEL_LABEL (cell), text, share, ful_call_tree_cells_would_go (self, row));
  ful_column_fit (self->view, self->view_columns[FUL_CALL_TREE_PERCENT], text);
}

static void
fill_total (FulCallTreeColumns   *self,
            GtkWidget            *cell,
            guint                 position,
            const FulCallTreeRow *row)
{
  set_weight (self, cell, FUL_CALL_TREE_TOTAL, ful_call_tree_get_total (ful_call_tree_model_get_tree (self->model), row->node),
              ful_call_tree_cells_would_go (self, row));
}

static void
fill_self (FulCallTreeColumns   *self,
           GtkWidget            *cell,
           guint                 position,
           const FulCallTreeRow *row)
{
  double weight = ful_call_tree_get_self (ful_call_tree_model_get_tree (self->model), row->node);

  set_weight (self, cell, FUL_CALL_TREE_SELF, weight, ful_call_tree_cells_would_go (self, row));
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
                          ful_call_tree_cells_would_go (self, row) ? _(", would go") : change ? change_text : "", when, note ? note_text : "");
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

  if (ful_call_tree_cells_would_go (self, row))
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

  if (ful_call_tree_cells_would_go (self, row))
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

/* The strip may be another one. */
void
ful_call_tree_cells_update_when (FulCallTreeColumns   *self,
                                 GtkWidget            *cell,
                                 guint                 position,
                                 const FulCallTreeRow *row)
{
  if (set_when (self, cell, row) && get_row_widget (cell))
    describe_row (self, cell, position, row);
}

const FulCallTreeCell ful_call_tree_cells[FUL_CALL_TREE_N_COLUMNS] = {
  [FUL_CALL_TREE_PERCENT] = { create_level, fill_percent },
  [FUL_CALL_TREE_TOTAL] = { create_number, fill_total },
  [FUL_CALL_TREE_SELF] = { create_number, fill_self },
  [FUL_CALL_TREE_WHEN] = { create_when_cell, fill_when },
  [FUL_CALL_TREE_FUNCTION] = { create_function, fill_function },
  [FUL_CALL_TREE_LIBRARY] = { create_text, fill_library },
};
