/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Describes the row under the pointer in the status line of the page. */

#include "config.h"

#include "ful-tree-hover.h"

#include "lists/ful-row-cursor.h"
#include "panels/ful-node-tooltip.h"

typedef struct
{
  GtkColumnView    *view;
  FulCallTreeModel *model;
  FulSamplePage    *page;
  FulCallTree      *tree;   /* (nullable): only compared */
  FulCallNodeIndex  node;   /* of @tree, or FUL_NONE */
} Hover;

static void
hover_free (gpointer  data,
            GClosure *closure)
{
  g_free (data);
}

static void
show (Hover            *hover,
      FulCallTree      *tree,
      FulCallNodeIndex  node)
{
  g_autofree char *numbers = NULL;
  g_autofree char *line = NULL;
  FulCategoryIndex category;
  gint32 subcategory;

  if (tree == hover->tree && node == hover->node)
    return;

  hover->tree = tree;
  hover->node = node;
  if (node != FUL_NONE)
    {
      FulFigures figures = ful_figures_of_tree (tree, ful_document_get_samples_as_times (ful_sample_page_get_document (hover->page)));

      ful_call_tree_get_category (tree, node, &category, &subcategory);
      numbers = ful_node_describe_total (tree, node, &figures);
      line = ful_node_describe (tree, ful_call_tree_get_func (tree, node), category, numbers);
    }
  ful_sample_page_set_hovered (hover->page, line);
}

static void
motion_cb (GtkEventControllerMotion *controller,
           double                    x,
           double                    y,
           Hover                    *hover)
{
  gint64 position = ful_row_cursor_pick (hover->view, x, y);
  const FulCallTreeRow *row = position < 0 ? NULL : ful_call_tree_model_get_row (hover->model, (guint) position);

  show (hover, ful_call_tree_model_get_tree (hover->model), row ? row->node : FUL_NONE);
}

static void
leave_cb (GtkEventControllerMotion *controller,
          Hover                    *hover)
{
  show (hover, NULL, FUL_NONE);
}

/**
 * ful_tree_hover_watch:
 * @view: a list of rows
 * @model: its model; must outlive @view
 * @page: the page around it
 *
 * Describes the row under the pointer in the status line of @page.
 */
void
ful_tree_hover_watch (GtkColumnView    *view,
                      FulCallTreeModel *model,
                      FulSamplePage    *page)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  Hover *hover = g_new0 (Hover, 1);

  *hover = (Hover) { view, model, page, NULL, FUL_NONE };
  g_signal_connect (motion, "enter", G_CALLBACK (motion_cb), hover);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), hover);
  g_signal_connect_data (motion, "leave", G_CALLBACK (leave_cb), hover, hover_free, 0);
  gtk_widget_add_controller (GTK_WIDGET (view), motion);
}
