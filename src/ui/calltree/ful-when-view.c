/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Strips are wanted when one on screen is missing, and then for a screenful of rows before and
 * after those on screen: scrolling by less computes nothing. */

#include "config.h"

#include "ful-when-view.h"

#include "ful-when-pointer.h"

#include "document/analysis/ful-when-range.h"

#include <math.h>

struct _FulWhenView
{
  GtkColumnView    *list;
  FulCallTreeModel *model;
  FulWhenStrips    *strips;
  FulDocument      *document;    /* (nullable) */
  FulCallTree      *tree;        /* (nullable): the newest one; its rows may still be in a job */
  FulDerivedThread *thread;      /* (nullable): of @tree */
  gboolean          is_shown;    /* the column is */
  FulCallNodeIndex  wanted;      /* whose range is to be selected when its strip is there, or FUL_NONE */
  gboolean          whole;       /* all of that range */
};

static gboolean
has_strip (FulWhenView *self,
           guint        position)
{
  const FulCallTreeRow *row = ful_call_tree_model_get_row (self->model, position);
  FulWhenStrip strip;

  return !row || ful_when_strips_find (self->strips, ful_call_tree_model_get_tree (self->model), row->node, &strip);
}

static void
want_visible (FulWhenView *self)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->list));
  guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  double height = n_rows > 0 ? gtk_adjustment_get_upper (adjustment) / n_rows : 0;   /* all rows have the same */
  g_autoptr(GArray) nodes = NULL;
  guint first, end, n, position;

  if (!self->is_shown || height <= 0)
    return;

  first = (guint) CLAMP (gtk_adjustment_get_value (adjustment) / height, 0, n_rows - 1);
  n = (guint) CLAMP (ceil (gtk_adjustment_get_page_size (adjustment) / height), 0, n_rows) + 1;
  end = MIN (first + n, n_rows);
  for (position = first; position < end && has_strip (self, position); position++)
    ;
  if (position == end)
    return;

  nodes = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));
  for (position = first - MIN (first, n); position < MIN (end + n, n_rows); position++)
    {
      const FulCallTreeRow *row = ful_call_tree_model_get_row (self->model, position);

      if (row)
        g_array_append_val (nodes, row->node);
    }
  ful_when_strips_want (self->strips, ful_call_tree_model_get_tree (self->model), (FulCallNodeIndex *) (gpointer) nodes->data, nodes->len);
}

static void
select_wanted (FulWhenView *self)
{
  FulCallTree *tree = ful_call_tree_model_get_tree (self->model);
  FulWhenStrip strip;

  if (self->wanted == FUL_NONE)
    return;
  if (!tree || self->wanted != ful_call_tree_model_get_selected_node (self->model))
    {
      self->wanted = FUL_NONE;
      return;
    }
  if (!ful_when_strips_find (self->strips, tree, self->wanted, &strip))
    {
      ful_when_strips_want (self->strips, tree, &self->wanted, 1);
      return;
    }

  self->wanted = FUL_NONE;
  ful_when_range_step (self->document, &strip, self->whole);
}

static void
strips_changed_cb (FulWhenView *self)
{
  select_wanted (self);
  want_visible (self);
}

/* The rows are those of another tree, or more. */
static void
settled_cb (FulWhenView *self)
{
  if (self->tree && ful_call_tree_model_get_tree (self->model) == self->tree)
    ful_when_strips_set_tree (self->strips, self->tree, self->thread);
  strips_changed_cb (self);
}

/**
 * ful_when_view_new:
 * @list: a list in its scrolled window
 * @model: its model
 *
 * Returns: (transfer full): nothing is computed before the column is shown or a range is selected
 */
FulWhenView *
ful_when_view_new (GtkColumnView    *list,
                   FulCallTreeModel *model)
{
  FulWhenView *self = g_new0 (FulWhenView, 1);
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list));

  self->list = g_object_ref (list);
  self->model = g_object_ref (model);
  self->strips = ful_when_strips_new ();
  self->wanted = FUL_NONE;
  g_signal_connect_swapped (self->strips, "changed", G_CALLBACK (strips_changed_cb), self);
  g_signal_connect_swapped (model, "settled", G_CALLBACK (settled_cb), self);
  g_signal_connect_swapped (adjustment, "value-changed", G_CALLBACK (want_visible), self);
  g_signal_connect_swapped (adjustment, "changed", G_CALLBACK (want_visible), self);

  return self;
}

void
ful_when_view_free (FulWhenView *self)
{
  g_signal_handlers_disconnect_by_data (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->list)), self);
  g_signal_handlers_disconnect_by_data (self->model, self);
  g_signal_handlers_disconnect_by_data (self->strips, self);
  g_clear_pointer (&self->tree, ful_call_tree_unref);
  g_clear_pointer (&self->thread, ful_derived_thread_unref);
  g_object_unref (self->strips);
  g_clear_object (&self->document);
  g_object_unref (self->model);
  g_object_unref (self->list);
  g_free (self);
}

FulWhenStrips *
ful_when_view_get_strips (FulWhenView *self)
{
  return self->strips;
}

/**
 * ful_when_view_set_document:
 * @document: whose preview range is set; once
 */
void
ful_when_view_set_document (FulWhenView *self,
                            FulDocument *document)
{
  self->document = g_object_ref (document);
  ful_when_pointer_watch (self->list, self->model, self->strips, document);
}

/**
 * ful_when_view_set_tree:
 * @tree: the tree that @model gets
 * @thread: its derived thread
 */
void
ful_when_view_set_tree (FulWhenView      *self,
                        FulCallTree      *tree,
                        FulDerivedThread *thread)
{
  ful_call_tree_ref (tree);
  g_clear_pointer (&self->tree, ful_call_tree_unref);
  self->tree = tree;
  ful_derived_thread_ref (thread);
  g_clear_pointer (&self->thread, ful_derived_thread_unref);
  self->thread = thread;

  /* Of a preview range that is committed the tree is the same, and is not set again. */
  if (ful_call_tree_model_get_tree (self->model) == tree)
    settled_cb (self);
}

/**
 * ful_when_view_set_shown:
 * @is_shown: whether the column of strips is
 */
void
ful_when_view_set_shown (FulWhenView *self,
                         gboolean     is_shown)
{
  self->is_shown = is_shown;
  want_visible (self);
}

/**
 * ful_when_view_select_range:
 * @whole: whether to select all of the time in which the selected row ran
 *
 * Selects when the selected row mostly ran, or ran at all; soon, if that is not known yet.
 */
void
ful_when_view_select_range (FulWhenView *self,
                            gboolean     whole)
{
  self->wanted = self->document ? ful_call_tree_model_get_selected_node (self->model) : FUL_NONE;
  self->whole = whole;
  select_wanted (self);
}
