/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The pointer over strips: says when the row ran there, marks the time in the tracks, and sets
 * the preview range with a click or a drag. In the capture phase, so that a press on a strip
 * selects no row. The rows may be others with the new range: the second press of a double click
 * counts wherever it is. */

#include "config.h"

#include "ful-when-pointer.h"

#include "ful-when-cell.h"
#include "ful-when-text.h"

#include "base/ful-format.h"
#include "document/analysis/ful-when-range.h"
#include "lists/ful-row-cursor.h"
#include "tree/ful-figures.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>
#include <math.h>

/* px */
#define THRESHOLD 3

typedef struct
{
  GtkColumnView    *list;
  FulCallTreeModel *model;
  FulWhenStrips    *strips;
  FulDocument      *document;

  FulWhenCell      *hovered;     /* (nullable) (weak) */
  gboolean          has_hover;   /* the mark in the tracks is that of a strip */

  FulWhenCell      *pressed;     /* (nullable) (weak): where the button went down */
  gboolean          is_drag;     /* it moved since */
  gboolean          has_clicked; /* the last press selected a run */
  FulTimeRange      range;       /* of the strip */
  guint             bin;         /* that was pressed */
} Pointer;

static void
pointer_free (gpointer  data,
              GClosure *closure)
{
  Pointer *self = data;

  g_clear_weak_pointer (&self->hovered);
  g_clear_weak_pointer (&self->pressed);
  g_object_unref (self->strips);
  g_object_unref (self->document);
  g_free (self);
}

/* @x, @y: (inout): in the list, then in the cell
 * Returns: (nullable): the cell with a strip there */
static FulWhenCell *
find_cell (Pointer          *self,
           double           *x,
           double           *y,
           FulCallNodeIndex *out_node,
           FulWhenStrip     *out_strip)
{
  GtkWidget *picked = gtk_widget_pick (GTK_WIDGET (self->list), *x, *y, GTK_PICK_DEFAULT);
  gint64 position = FUL_IS_WHEN_CELL (picked) ? ful_row_cursor_pick (self->list, *x, *y) : -1;
  const FulCallTreeRow *row = position < 0 ? NULL : ful_call_tree_model_get_row (self->model, (guint) position);

  if (!row || !ful_when_strips_find (self->strips, ful_call_tree_model_get_tree (self->model), row->node, out_strip))
    return NULL;

  gtk_widget_translate_coordinates (GTK_WIDGET (self->list), picked, *x, *y, x, y);
  *out_node = row->node;

  return FUL_WHEN_CELL (picked);
}

static void
clear_hover (Pointer *self)
{
  if (self->hovered)
    {
      ful_when_cell_set_frame (self->hovered, 0, 0);
      ful_tooltip_set_text (GTK_WIDGET (self->hovered), NULL);
    }
  g_clear_weak_pointer (&self->hovered);
  if (self->has_hover)
    ful_document_set_hover (self->document, NAN);
  self->has_hover = FALSE;
}

static void
set_tooltip (Pointer            *self,
             FulWhenCell        *cell,
             FulCallNodeIndex    node,
             const FulWhenStrip *strip,
             const FulWhenRun   *run)
{
  FulCallTree *tree = ful_call_tree_model_get_tree (self->model);
  FulFigures figures = ful_figures_of_tree (tree, ful_document_get_samples_as_times (self->document));
  g_autofree char *name = ful_format_label (ful_call_tree_get_shown_name (tree, node), "");
  g_autofree char *numbers = ful_when_describe_run (tree->profile, strip, run, &figures);
  g_autofree char *text = g_strdup_printf ("%s\n%s\n%s", name, numbers, _("Click: show this time. Drag: select another."));

  ful_tooltip_set_text (GTK_WIDGET (cell), text);
}

static void
motion_cb (GtkEventControllerMotion *controller,
           double                    x,
           double                    y,
           Pointer                  *self)
{
  FulCallNodeIndex node;
  FulWhenStrip strip;
  FulWhenCell *cell;
  FulWhenRun run = { 0 };
  g_autoptr(GArray) runs = NULL;
  guint bin;

  if (self->pressed)
    return;
  cell = find_cell (self, &x, &y, &node, &strip);
  if (cell != self->hovered)
    clear_hover (self);
  if (!cell)
    return;

  g_set_weak_pointer (&self->hovered, cell);
  bin = ful_when_cell_get_bin (cell, x);
  self->has_hover = TRUE;
  ful_document_set_hover (self->document, (ful_when_bins_get_edge (strip.range, bin) +
                                           ful_when_bins_get_edge (strip.range, bin + 1)) / 2);
  runs = ful_when_runs_new (strip.bins);
  if (ful_when_runs_find (runs, bin, &run))
    set_tooltip (self, cell, node, &strip, &run);
  else
    ful_tooltip_set_text (GTK_WIDGET (cell), NULL);
  ful_when_cell_set_frame (cell, run.begin, run.end);
}

static void
leave_cb (GtkEventControllerMotion *controller,
          Pointer                  *self)
{
  if (!self->pressed)
    clear_hover (self);
}

static void
pressed_cb (GtkGestureClick *gesture,
            int              n_press,
            double           x,
            double           y,
            Pointer         *self)
{
  gboolean is_second = n_press % 2 == 0 && self->has_clicked;
  FulCallNodeIndex node;
  FulWhenStrip strip;
  FulWhenCell *cell = is_second ? NULL : find_cell (self, &x, &y, &node, &strip);

  clear_hover (self);
  self->has_clicked = FALSE;
  self->is_drag = FALSE;
  g_set_weak_pointer (&self->pressed, cell);
  gtk_gesture_set_state (GTK_GESTURE (gesture), cell || is_second ? GTK_EVENT_SEQUENCE_CLAIMED : GTK_EVENT_SEQUENCE_DENIED);
  if (is_second)
    gtk_widget_activate_action (GTK_WIDGET (self->list), "view.commit-preview", NULL);
  if (cell)
    {
      self->range = strip.range;
      self->bin = ful_when_cell_get_bin (cell, x);
    }
}

static void
drag_update_cb (GtkGestureDrag *gesture,
                double          offset_x,
                double          offset_y,
                Pointer        *self)
{
  double x, y;
  guint bin;

  if (!self->pressed || (!self->is_drag && fabs (offset_x) < THRESHOLD))
    return;

  /* The user took it back. */
  if (self->is_drag && !ful_document_get_options (self->document)->has_preview)
    {
      ful_when_cell_set_frame (self->pressed, 0, 0);
      g_clear_weak_pointer (&self->pressed);
      return;
    }

  self->is_drag = TRUE;
  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  gtk_widget_translate_coordinates (GTK_WIDGET (self->list), GTK_WIDGET (self->pressed), x + offset_x, y, &x, &y);
  bin = ful_when_cell_get_bin (self->pressed, x);
  ful_when_range_select (self->document, self->range, MIN (bin, self->bin), MAX (bin, self->bin) + 1);
  ful_when_cell_set_frame (self->pressed, MIN (bin, self->bin), MAX (bin, self->bin) + 1);
}

static void
drag_end_cb (GtkGestureDrag *gesture,
             double          offset_x,
             double          offset_y,
             Pointer        *self)
{
  FulCallNodeIndex node;
  FulWhenStrip strip;
  FulWhenRun run;
  double x, y;

  if (self->pressed && !self->is_drag && gtk_gesture_drag_get_start_point (gesture, &x, &y) &&
      find_cell (self, &x, &y, &node, &strip))
    {
      g_autoptr(GArray) runs = ful_when_runs_new (strip.bins);

      self->has_clicked = ful_when_runs_find (runs, self->bin, &run);
      if (self->has_clicked)
        ful_when_range_select (self->document, strip.range, run.begin, run.end);
    }
  if (self->pressed)
    ful_when_cell_set_frame (self->pressed, 0, 0);
  g_clear_weak_pointer (&self->pressed);
}

/**
 * ful_when_pointer_watch:
 * @list: a list with a column of strips
 * @model: its model; must outlive @list
 * @strips: strips of its rows
 * @document: whose preview range is set
 *
 * Makes strips say when their row ran, and set the preview range.
 */
void
ful_when_pointer_watch (GtkColumnView    *list,
                        FulCallTreeModel *model,
                        FulWhenStrips    *strips,
                        FulDocument      *document)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  Pointer *self = g_new0 (Pointer, 1);

  self->list = list;
  self->model = model;
  self->strips = g_object_ref (strips);
  self->document = g_object_ref (document);

  g_signal_connect (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (list), motion);

  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_data (drag, "drag-end", G_CALLBACK (drag_end_cb), self, pointer_free, 0);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (drag), GTK_PHASE_CAPTURE);
  gtk_gesture_group (drag, click);
  gtk_widget_add_controller (GTK_WIDGET (list), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (list), GTK_EVENT_CONTROLLER (drag));
}
