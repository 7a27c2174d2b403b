/* SPDX-License-Identifier: GPL-3.0-or-later */

/* GtkTreeExpander requires a GtkTreeListModel; this is the same for a flat model. */

#include "config.h"

#include "ful-function-cell.h"

#include "widgets/ful-em.h"
#include "widgets/marks/ful-swatch.h"

#define INDENT 14
#define ROOM 14   /* em: of arrow and name at least */
#define ARROW 16
#define GAP 6

/* Space between name and origin, and the least width of an origin (px). */
#define ORIGIN_GAP 12
#define ORIGIN_MIN 60

/* Opacity of labels, which are not functions. */
#define DIMMED 0.75

/* Limit on the indentation of a deep row (px). */
#define MIN_WIDTH 120

struct _FulFunctionCell
{
  GtkWidget  parent_instance;

  int        depth;
  GtkWidget *arrow;
  GtkWidget *swatch;
  GtkWidget *name;
  GtkWidget *badge;
  GtkWidget *origin;
};

G_DEFINE_FINAL_TYPE (FulFunctionCell, ful_function_cell, GTK_TYPE_WIDGET)

enum
{
  TOGGLED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
arrow_pressed_cb (GtkGestureClick *gesture,
                  int              n_press,
                  double           x,
                  double           y,
                  FulFunctionCell *self)
{
  if (gtk_widget_get_opacity (self->arrow) == 0)
    return;

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  g_signal_emit (self, signals[TOGGLED], 0);
}

static void
ful_function_cell_measure (GtkWidget      *widget,
                           GtkOrientation  orientation,
                           int             for_size,
                           int            *minimum,
                           int            *natural,
                           int            *minimum_baseline,
                           int            *natural_baseline)
{
  FulFunctionCell *self = FUL_FUNCTION_CELL (widget);
  int name, arrow;

  /* The column has the remaining width, so measuring the names of two hundred cells in every layout is
   * unnecessary. */
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = *natural = MIN_WIDTH;
      return;
    }

  gtk_widget_measure (self->name, orientation, -1, &name, NULL, NULL, NULL);
  gtk_widget_measure (self->arrow, orientation, -1, &arrow, NULL, NULL, NULL);
  *minimum = *natural = MAX (name, arrow);
}

static void
allocate_at (GtkWidget *widget,
             GtkWidget *child,
             int        x,
             int        child_width)
{
  int width = gtk_widget_get_width (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;

  gtk_widget_size_allocate (child, &(GtkAllocation) { rtl ? width - x - child_width : x, 0,
                                                      child_width, gtk_widget_get_height (widget) }, -1);
}

/* The name has priority: its origin gets the remaining width, or is hidden. */
static void
allocate_origin (FulFunctionCell *self,
                 int              x,
                 int              room)
{
  int natural = 0;
  gboolean shown;

  if (*gtk_label_get_label (GTK_LABEL (self->origin)) != '\0')
    gtk_widget_measure (self->origin, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  shown = natural > 0 && room - ORIGIN_GAP >= MIN (natural, ORIGIN_MIN);
  gtk_widget_set_child_visible (self->origin, shown);
  if (shown)
    allocate_at (GTK_WIDGET (self), self->origin, x + ORIGIN_GAP, MIN (natural, room - ORIGIN_GAP));
}

static void
ful_function_cell_size_allocate (GtkWidget *widget,
                                 int        width,
                                 int        height,
                                 int        baseline)
{
  FulFunctionCell *self = FUL_FUNCTION_CELL (widget);
  /* Rows that are deeper than that stand below each other, with their names in sight. */
  int x = CLAMP (width - ful_em (widget, ROOM), 0, self->depth * INDENT);
  int arrow, swatch, badge = 0, name, name_minimum;

  gtk_widget_measure (self->arrow, GTK_ORIENTATION_HORIZONTAL, -1, &arrow, NULL, NULL, NULL);
  gtk_widget_measure (self->swatch, GTK_ORIENTATION_HORIZONTAL, -1, &swatch, NULL, NULL, NULL);
  gtk_widget_measure (self->name, GTK_ORIENTATION_HORIZONTAL, -1, &name_minimum, &name, NULL, NULL);
  if (gtk_widget_should_layout (self->badge))
    gtk_widget_measure (self->badge, GTK_ORIENTATION_HORIZONTAL, -1, &badge, NULL, NULL, NULL);

  allocate_at (widget, self->arrow, x, arrow);
  x += arrow;
  allocate_at (widget, self->swatch, x, swatch);
  x += swatch + GAP;
  name = MAX (name_minimum, MIN (name, width - x - badge));
  allocate_at (widget, self->name, x, name);
  if (gtk_widget_should_layout (self->badge))
    allocate_at (widget, self->badge, x + name, badge);
  allocate_origin (self, x + name + badge, width - x - name - badge);
}

static void
ful_function_cell_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))))
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ful_function_cell_parent_class)->dispose (object);
}

static void
ful_function_cell_class_init (FulFunctionCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_function_cell_dispose;
  widget_class->measure = ful_function_cell_measure;
  widget_class->size_allocate = ful_function_cell_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "functioncell");

  signals[TOGGLED] = g_signal_new ("toggled", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_function_cell_init (FulFunctionCell *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new ();

  self->arrow = gtk_image_new_from_icon_name ("pan-end-symbolic");
  self->swatch = ful_swatch_new ();
  self->name = gtk_label_new (NULL);
  self->badge = gtk_label_new (NULL);
  self->origin = gtk_label_new (NULL);

  gtk_widget_set_size_request (self->arrow, ARROW, -1);
  gtk_label_set_ellipsize (GTK_LABEL (self->name), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (self->name), 0);
  gtk_widget_add_css_class (self->badge, "badge");
  gtk_label_set_ellipsize (GTK_LABEL (self->origin), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (self->origin), 0);
  gtk_widget_add_css_class (self->origin, "dim-label");
  gtk_widget_add_css_class (self->origin, "caption");
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);

  gtk_widget_set_parent (self->arrow, widget);
  gtk_widget_set_parent (self->swatch, widget);
  gtk_widget_set_parent (self->name, widget);
  gtk_widget_set_parent (self->badge, widget);
  gtk_widget_set_parent (self->origin, widget);

  g_signal_connect (click, "pressed", G_CALLBACK (arrow_pressed_cb), self);
  gtk_widget_add_controller (self->arrow, GTK_EVENT_CONTROLLER (click));
}

GtkWidget *
ful_function_cell_new (void)
{
  return g_object_new (FUL_TYPE_FUNCTION_CELL, NULL);
}

/**
 * ful_function_cell_set:
 * @name: of the function
 * @badge: (nullable): a badge after the name
 * @attributes: (nullable): of @name
 * @color: colour word of the category
 * @dimmed: whether the function is a label, without a source location
 * @depth: 0 for a root
 * @has_children: whether it can be expanded
 * @expanded: whether it is
 */
void
ful_function_cell_set (FulFunctionCell *self,
                       const char      *name,
                       const char      *badge,
                       PangoAttrList   *attributes,
                       const char      *color,
                       gboolean         dimmed,
                       int              depth,
                       gboolean         has_children,
                       gboolean         expanded)
{
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  const char *icon_name = expanded ? "pan-down-symbolic" : rtl ? "pan-start-symbolic" : "pan-end-symbolic";

  if (self->depth != depth)
    {
      self->depth = depth;
      gtk_widget_queue_allocate (GTK_WIDGET (self));
    }
  if (g_strcmp0 (gtk_image_get_icon_name (GTK_IMAGE (self->arrow)), icon_name) != 0)
    gtk_image_set_from_icon_name (GTK_IMAGE (self->arrow), icon_name);
  gtk_widget_set_opacity (self->arrow, has_children ? 1 : 0);
  ful_swatch_set_color (FUL_SWATCH (self->swatch), color);
  gtk_label_set_attributes (GTK_LABEL (self->name), attributes);
  gtk_label_set_label (GTK_LABEL (self->name), name);
  gtk_label_set_label (GTK_LABEL (self->badge), badge ? badge : "");
  gtk_widget_set_visible (self->badge, badge != NULL);
  /* Style classes would make GTK compute the styles of changed rows again. */
  gtk_widget_set_opacity (self->name, dimmed ? DIMMED : 1);
}

/**
 * ful_function_cell_set_noted:
 * @is_noted: whether there is a note on the function
 */
void
ful_function_cell_set_noted (FulFunctionCell *self,
                             gboolean         is_noted)
{
  ful_swatch_set_noted (FUL_SWATCH (self->swatch), is_noted);
}

/**
 * ful_function_cell_set_origin:
 * @origin: origin of the function, shown right after it as far as it fits; or ""
 * @attributes: (nullable): of @origin
 */
void
ful_function_cell_set_origin (FulFunctionCell *self,
                              const char      *origin,
                              PangoAttrList   *attributes)
{
  gtk_label_set_attributes (GTK_LABEL (self->origin), attributes);
  gtk_label_set_label (GTK_LABEL (self->origin), origin);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}
