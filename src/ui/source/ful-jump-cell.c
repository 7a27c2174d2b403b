/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-jump-cell.h"

/* px between lanes, and of lines and arrow heads. */
#define LANE_WIDTH 5
#define ARROW 3
#define OPACITY 0.55f

struct _FulJumpCell
{
  GtkWidget    parent_instance;

  FulJumpMarks marks;
};

G_DEFINE_FINAL_TYPE (FulJumpCell, ful_jump_cell, GTK_TYPE_WIDGET)

static void
ful_jump_cell_measure (GtkWidget      *widget,
                       GtkOrientation  orientation,
                       int             for_size,
                       int            *minimum,
                       int            *natural,
                       int            *minimum_baseline,
                       int            *natural_baseline)
{
  *minimum = *natural = 0;
}

static void
append (GtkSnapshot   *snapshot,
        const GdkRGBA *color,
        float          x,
        float          y,
        float          width,
        float          height)
{
  gtk_snapshot_append_color (snapshot, color, &GRAPHENE_RECT_INIT (x, y, width, height));
}

/* Code is written from the left, whatever the direction of the window. */
static void
ful_jump_cell_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  FulJumpCell *self = FUL_JUMP_CELL (widget);
  float width = (float) gtk_widget_get_width (widget);
  float height = (float) gtk_widget_get_height (widget);
  float middle = (float) (int) (height / 2);
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  color.alpha *= OPACITY;
  for (guint lane = 0; lane < FUL_JUMP_LANES; lane++)
    {
      float x = (float) lane * LANE_WIDTH + 1;

      if ((self->marks.above >> lane) & 1)
        append (snapshot, &color, x, 0, 1, middle);
      if ((self->marks.below >> lane) & 1)
        append (snapshot, &color, x, middle, 1, height - middle);
      if ((self->marks.ends >> lane) & 1)
        append (snapshot, &color, x, middle, width - x - 1, 1);
    }
  for (int i = 1; self->marks.is_target && i <= ARROW; i++)
    append (snapshot, &color, width - 1 - (float) i, middle - (float) i, 1, (float) (2 * i + 1));
}

static void
ful_jump_cell_class_init (FulJumpCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = ful_jump_cell_measure;
  widget_class->snapshot = ful_jump_cell_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ful_jump_cell_init (FulJumpCell *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *
ful_jump_cell_new (void)
{
  return g_object_new (FUL_TYPE_JUMP_CELL, NULL);
}

void
ful_jump_cell_set (FulJumpCell        *self,
                   const FulJumpMarks *marks)
{
  self->marks = *marks;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Returns: px that cells need for some lanes, given as bits */
int
ful_jump_cell_get_width (guint8 lanes)
{
  return lanes == 0 ? 0 : g_bit_storage (lanes) * LANE_WIDTH + 2 * ARROW;
}
