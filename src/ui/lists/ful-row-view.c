/* SPDX-License-Identifier: GPL-3.0-or-later */

/* GTK moves the focus from row to row with Tab, so that a long list cannot be left.
 * Before GTK 4.12 lists have no property for that. */

#include "config.h"

#include "ful-row-view.h"
#include "ful-column-fit.h"
#include "ful-column-title.h"
#include "ful-row-column.h"
#include "ful-row-model.h"

#include "widgets/ful-em.h"

#include <glib/gi18n.h>

struct _FulRowView
{
  GtkWidget      parent_instance;

  GtkWidget     *scrolled;
  GtkColumnView *list;
  int            text_size;   /* px of 100 em when the columns got their widths; 0 before */
};

G_DEFINE_FINAL_TYPE (FulRowView, ful_row_view, GTK_TYPE_WIDGET)

/* Whether all of @row is on screen; rows without a size are not laid out yet. */
static gboolean
is_in_view (GtkWidget *row)
{
  GtkWidget *rows = gtk_widget_get_parent (row);
  graphene_rect_t bounds;

  return gtk_widget_get_mapped (row) && gtk_widget_compute_bounds (row, rows, &bounds) &&
         graphene_rect_get_height (&bounds) > 0 && graphene_rect_get_y (&bounds) >= 0 &&
         graphene_rect_get_y (&bounds) + graphene_rect_get_height (&bounds) <= gtk_widget_get_height (rows);
}

/* Without scrolling: focuses the selected row, or the first one on screen if that
 * is not visible. */
static gboolean
ful_row_view_focus (GtkWidget        *widget,
                    GtkDirectionType  direction)
{
  FulRowView *self = FUL_ROW_VIEW (widget);
  GtkWidget *rows = gtk_widget_get_last_child (GTK_WIDGET (self->list));
  GtkSelectionModel *model = gtk_column_view_get_model (self->list);
  gint64 selected = model ? ful_row_model_get_selected (FUL_ROW_MODEL (model)) : -1;
  gint64 best_position = -1;
  GtkWidget *best = NULL;
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));

  /* If the focused row was removed, focuses another row. */
  if (focus && gtk_widget_is_ancestor (focus, widget))
    return FALSE;

  for (GtkWidget *row = gtk_widget_get_first_child (rows); row; row = gtk_widget_get_next_sibling (row))
    {
      gint64 position = ful_row_row_get_position (row);

      if (position < 0 || (best && best_position == selected) || !is_in_view (row))
        continue;

      if (!best || position == selected || position < best_position)
        {
          best = row;
          best_position = position;
        }
    }

  if (!best)
    return FALSE;

  /* Keys act on the selection. */
  if (selected < 0 && !ful_row_model_get_patient (FUL_ROW_MODEL (model)))
    gtk_selection_model_select_item (model, (guint) best_position, TRUE);

  return gtk_widget_grab_focus (best);
}

/* The size of the text may change while the program runs. */
static void
ful_row_view_css_changed (GtkWidget         *widget,
                          GtkCssStyleChange *change)
{
  FulRowView *self = FUL_ROW_VIEW (widget);
  int before = self->text_size;

  GTK_WIDGET_CLASS (ful_row_view_parent_class)->css_changed (widget, change);
  if (!gtk_widget_get_root (widget))
    return;

  self->text_size = ful_em (widget, 100);
  if (before > 0 && self->text_size != before)
    ful_column_fit_scale (self->list, (double) self->text_size / before);
}

static void
ful_row_view_dispose (GObject *object)
{
  g_clear_pointer (&FUL_ROW_VIEW (object)->scrolled, gtk_widget_unparent);

  G_OBJECT_CLASS (ful_row_view_parent_class)->dispose (object);
}

static void
ful_row_view_class_init (FulRowViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_row_view_dispose;
  widget_class->css_changed = ful_row_view_css_changed;
  widget_class->focus = ful_row_view_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ful_row_view_init (FulRowView *self)
{
  self->scrolled = gtk_scrolled_window_new ();
  gtk_widget_set_focusable (self->scrolled, FALSE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
}

static void
focus_moved_cb (GtkEventControllerFocus *focus)
{
  GtkWidget *rows = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (focus));

  if (gtk_event_controller_focus_contains_focus (focus))
    gtk_widget_add_css_class (rows, "has-focus");
  else
    gtk_widget_remove_css_class (rows, "has-focus");
}

/**
 * ful_row_view_new:
 * @list: (transfer floating): a list, whose model is or will be a #FulRowModel
 *
 * Returns: (transfer floating): the list with its scroll bars
 */
GtkWidget *
ful_row_view_new (GtkColumnView *list)
{
  FulRowView *self = g_object_new (FUL_TYPE_ROW_VIEW, NULL);
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->list = list;
  g_signal_connect (focus, "notify::contains-focus", G_CALLBACK (focus_moved_cb), NULL);
  gtk_widget_add_controller (gtk_widget_get_last_child (GTK_WIDGET (list)), focus);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_first_child (GTK_WIDGET (list))),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _("Column titles"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_last_child (GTK_WIDGET (list))),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _("Rows"), -1);
  ful_column_title_install_tooltips (list);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), GTK_WIDGET (list));

  return GTK_WIDGET (self);
}
