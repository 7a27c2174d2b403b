/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-overview-columns.h"

#include "widgets/ful-em.h"

/* em: a panel that is as wide has two columns. */
#define LEAST_WIDTH 52
/* px between them, and how the rest is shared. */
#define SPACING 16
/* px, where one is below the other; that of their sections. */
#define BELOW 10
#define LEFT_SHARE (1.05 / 2.05)

struct _FulOverviewColumns
{
  GtkWidget  parent_instance;

  GtkWidget *left;
  GtkWidget *right;
};

G_DEFINE_FINAL_TYPE (FulOverviewColumns, ful_overview_columns, GTK_TYPE_WIDGET)

/* A column without rows leaves its room to the other one. */
static gboolean
has_two (FulOverviewColumns *self,
         int                 width)
{
  return width >= ful_em (GTK_WIDGET (self), LEAST_WIDTH) && gtk_widget_should_layout (self->left) &&
         gtk_widget_should_layout (self->right);
}

static int
get_left_width (int width)
{
  return (int) ((width - SPACING) * LEFT_SHARE);
}

static int
get_height (GtkWidget *column,
            int        width)
{
  int natural = 0;

  if (gtk_widget_should_layout (column))
    gtk_widget_measure (column, GTK_ORIENTATION_VERTICAL, width, NULL, &natural, NULL, NULL);

  return natural;
}

static GtkSizeRequestMode
ful_overview_columns_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ful_overview_columns_measure (GtkWidget      *widget,
                              GtkOrientation  orientation,
                              int             for_size,
                              int            *minimum,
                              int            *natural,
                              int            *minimum_baseline,
                              int            *natural_baseline)
{
  FulOverviewColumns *self = FUL_OVERVIEW_COLUMNS (widget);

  if (orientation == GTK_ORIENTATION_VERTICAL && has_two (self, for_size))
    {
      int left = get_left_width (for_size);

      *minimum = *natural = MAX (get_height (self->left, left), get_height (self->right, for_size - SPACING - left));
    }
  else if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = *natural = get_height (self->left, for_size) + BELOW + get_height (self->right, for_size);
    }
  else
    {
      int left, right, left_natural, right_natural;

      gtk_widget_measure (self->left, orientation, -1, &left, &left_natural, NULL, NULL);
      gtk_widget_measure (self->right, orientation, -1, &right, &right_natural, NULL, NULL);
      *minimum = MAX (left, right);
      *natural = left_natural + SPACING + right_natural;
    }
}

static void
ful_overview_columns_size_allocate (GtkWidget *widget,
                                    int        width,
                                    int        height,
                                    int        baseline)
{
  FulOverviewColumns *self = FUL_OVERVIEW_COLUMNS (widget);
  gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  gboolean is_beside = has_two (self, width);
  int left = is_beside ? get_left_width (width) : width;
  int right = is_beside ? width - SPACING - left : width;
  int left_height = is_beside ? height : get_height (self->left, left);
  int top = is_beside ? 0 : left_height + BELOW;

  if (gtk_widget_should_layout (self->left))
    gtk_widget_size_allocate (self->left, &(GtkAllocation) { is_beside && is_rtl ? width - left : 0, 0, left, left_height }, -1);
  if (gtk_widget_should_layout (self->right))
    gtk_widget_size_allocate (self->right,
                              &(GtkAllocation) { is_beside && !is_rtl ? width - right : 0, top, right,
                                                 is_beside ? height : MAX (get_height (self->right, right), height - top) },
                              -1);
}

static void
ful_overview_columns_dispose (GObject *object)
{
  FulOverviewColumns *self = FUL_OVERVIEW_COLUMNS (object);

  g_clear_pointer (&self->left, gtk_widget_unparent);
  g_clear_pointer (&self->right, gtk_widget_unparent);

  G_OBJECT_CLASS (ful_overview_columns_parent_class)->dispose (object);
}

static void
ful_overview_columns_class_init (FulOverviewColumnsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_overview_columns_dispose;
  widget_class->get_request_mode = ful_overview_columns_get_request_mode;
  widget_class->measure = ful_overview_columns_measure;
  widget_class->size_allocate = ful_overview_columns_size_allocate;
}

static void
ful_overview_columns_init (FulOverviewColumns *self)
{
}

/**
 * ful_overview_columns_new:
 * @left: (transfer floating): the first column
 * @right: (transfer floating): the second one
 *
 * Returns: (transfer floating): both
 */
GtkWidget *
ful_overview_columns_new (GtkWidget *left,
                          GtkWidget *right)
{
  FulOverviewColumns *self = g_object_new (FUL_TYPE_OVERVIEW_COLUMNS, NULL);

  self->left = left;
  self->right = right;
  gtk_widget_set_parent (left, GTK_WIDGET (self));
  gtk_widget_set_parent (right, GTK_WIDGET (self));

  return GTK_WIDGET (self);
}
