/* SPDX-License-Identifier: GPL-3.0-or-later */

/* GtkListBox and GtkFlowBox stop at each row. */

#include "config.h"

#include "ful-overview-list.h"

struct _FulOverviewList
{
  GtkWidget  parent_instance;

  gboolean   in_lines;
  GtkWidget *last;       /* (nullable): the row that had the focus last; a child */
};

G_DEFINE_FINAL_TYPE (FulOverviewList, ful_overview_list, GTK_TYPE_WIDGET)

/* Places the rows in lines of a width. Returns: the height of all */
static int
place (GtkWidget *widget,
       int        width,
       gboolean   allocate)
{
  gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int x = 0, y = 0, line = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      int natural, height;

      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
      natural = MIN (natural, width);
      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, natural, NULL, &height, NULL, NULL);
      if (x > 0 && x + natural > width)
        {
          x = 0;
          y += line;
          line = 0;
        }
      if (allocate)
        gtk_widget_size_allocate (child, &(GtkAllocation) { is_rtl ? width - x - natural : x, y, natural, height }, -1);
      x += natural;
      line = MAX (line, height);
    }

  return y + line;
}

static GtkSizeRequestMode
get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
measure_lines (GtkWidget      *widget,
               GtkOrientation  orientation,
               int             for_size,
               int            *minimum,
               int            *natural,
               int            *minimum_baseline,
               int            *natural_baseline)
{
  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = *natural = place (widget, for_size < 0 ? G_MAXINT / 2 : for_size, FALSE);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      int least, most;

      gtk_widget_measure (child, orientation, -1, &least, &most, NULL, NULL);
      *minimum = MAX (*minimum, least);
      *natural += most;
    }
}

static void
allocate_lines (GtkWidget *widget,
                int        width,
                int        height,
                int        baseline)
{
  place (widget, width, TRUE);
}

static void
ful_overview_list_set_focus_child (GtkWidget *widget,
                                   GtkWidget *child)
{
  if (child)
    FUL_OVERVIEW_LIST (widget)->last = child;

  GTK_WIDGET_CLASS (ful_overview_list_parent_class)->set_focus_child (widget, child);
}

/* The row that had the focus last, if it is still there. */
static GtkWidget *
get_last (FulOverviewList *self)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child; child = gtk_widget_get_next_sibling (child))
    if (child == self->last)
      return child;

  return gtk_widget_get_first_child (GTK_WIDGET (self));
}

static gboolean
ful_overview_list_grab_focus (GtkWidget *widget)
{
  GtkWidget *row = get_last (FUL_OVERVIEW_LIST (widget));

  return row && gtk_widget_grab_focus (row);
}

static GtkWidget *
get_neighbour (FulOverviewList  *self,
               GtkWidget        *row,
               GtkDirectionType  direction)
{
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  gboolean is_along = direction == GTK_DIR_LEFT || direction == GTK_DIR_RIGHT;
  gboolean goes_back = direction == GTK_DIR_UP || direction == (is_rtl ? GTK_DIR_RIGHT : GTK_DIR_LEFT);

  /* Beside a list there is another one. */
  if (is_along != self->in_lines)
    return NULL;

  return goes_back ? gtk_widget_get_prev_sibling (row) : gtk_widget_get_next_sibling (row);
}

static gboolean
ful_overview_list_focus (GtkWidget        *widget,
                         GtkDirectionType  direction)
{
  FulOverviewList *self = FUL_OVERVIEW_LIST (widget);
  GtkWidget *row = gtk_widget_get_focus_child (widget);
  GtkWidget *next;

  if (row && (direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD))
    return FALSE;
  if (row)
    next = get_neighbour (self, row, direction);
  else if (direction == GTK_DIR_UP)
    next = gtk_widget_get_last_child (widget);
  else
    next = direction == GTK_DIR_DOWN ? gtk_widget_get_first_child (widget) : get_last (self);

  return next && gtk_widget_grab_focus (next);
}

static void
ful_overview_list_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))))
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ful_overview_list_parent_class)->dispose (object);
}

static void
ful_overview_list_class_init (FulOverviewListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_overview_list_dispose;
  widget_class->focus = ful_overview_list_focus;
  widget_class->grab_focus = ful_overview_list_grab_focus;
  widget_class->set_focus_child = ful_overview_list_set_focus_child;
  gtk_widget_class_set_css_name (widget_class, "overviewlist");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
ful_overview_list_init (FulOverviewList *self)
{
}

/**
 * ful_overview_list_new:
 * @in_lines: whether rows are in lines, as the words of a text
 *
 * Returns: (transfer floating): a list, whose children are its rows
 */
GtkWidget *
ful_overview_list_new (gboolean in_lines)
{
  FulOverviewList *self = g_object_new (FUL_TYPE_OVERVIEW_LIST, NULL);

  self->in_lines = in_lines;
  gtk_widget_set_layout_manager (GTK_WIDGET (self), in_lines ? gtk_custom_layout_new (get_request_mode, measure_lines, allocate_lines)
                                                             : gtk_box_layout_new (GTK_ORIENTATION_VERTICAL));

  return GTK_WIDGET (self);
}
