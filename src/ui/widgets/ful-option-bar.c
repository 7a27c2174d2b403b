/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Children of an interface description are appended too; those of the type "kept"
 * are always in the bar. */

#include "config.h"

#include "ful-option-bar.h"

#include "ful-control-name.h"
#include "ful-layout-end.h"
#include "ful-tooltip.h"

#include <glib/gi18n.h>

/* px */
#define SPACING 8

/* Extra px before an option returns to the bar: its width is not the same in bar and popover. */
#define SLACK 16

typedef struct
{
  GtkWidget *widget;
  gboolean   is_kept;
} Option;

struct _FulOptionBar
{
  GtkWidget      parent_instance;

  GArray        *options;    /* Option, in their order */
  GtkWidget     *row;        /* those that fit */
  GtkWidget     *more;       /* shows the others */
  GtkWidget     *others;
  guint          n_folded;   /* how many are among the others, from the end */
  guint          n_wanted;
};

static void ful_option_bar_buildable_init (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (FulOptionBar, ful_option_bar, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, ful_option_bar_buildable_init))

/* To the beginning of @box. */
static void
move (GtkWidget *widget,
      GtkWidget *box)
{
  if (gtk_widget_get_parent (widget) != box)
    {
      g_object_ref (widget);
      gtk_box_remove (GTK_BOX (gtk_widget_get_parent (widget)), widget);
      gtk_box_prepend (GTK_BOX (box), widget);
      g_object_unref (widget);
    }
  gtk_box_reorder_child_after (GTK_BOX (box), widget, NULL);
}

static void
fold (FulOptionBar *self,
      guint         n_folded)
{
  guint left = n_folded;

  self->n_folded = n_folded;
  for (guint i = self->options->len; i-- > 0;)
    {
      Option *option = &g_array_index (self->options, Option, i);

      move (option->widget, left > 0 && !option->is_kept ? self->others : self->row);
      if (left > 0 && !option->is_kept)
        left--;
    }
  gtk_widget_set_visible (self->more, n_folded > 0);
}

static void
apply_fold (GtkWidget *widget)
{
  FulOptionBar *self = FUL_OPTION_BAR (widget);

  /* The options are not moved until the popover closes. */
  if (!gtk_widget_get_visible (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (self->more)))))
    fold (self, self->n_wanted);
}

/* The least width with @n_folded options among the others. */
static int
get_width (FulOptionBar *self,
           guint         n_folded)
{
  int width = 0, minimum, natural;
  guint left = n_folded;

  for (guint i = self->options->len; i-- > 0;)
    {
      Option *option = &g_array_index (self->options, Option, i);

      if (left > 0 && !option->is_kept)
        {
          left--;
          continue;
        }
      gtk_widget_measure (option->widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
      if (gtk_widget_get_visible (option->widget))
        width += SPACING + (gtk_widget_get_hexpand (option->widget) ? minimum : natural);
    }
  if (n_folded == 0)
    return MAX (width - SPACING, 0);

  /* Its own measure is 0 while it is hidden. */
  gtk_widget_measure (gtk_widget_get_first_child (self->more), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);

  return width + natural;
}

static guint
count_options (FulOptionBar *self)
{
  guint n = 0;

  for (guint i = 0; i < self->options->len; i++)
    n += !g_array_index (self->options, Option, i).is_kept;

  return n;
}

static GtkSizeRequestMode
ful_option_bar_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ful_option_bar_measure (GtkWidget      *widget,
                        GtkOrientation  orientation,
                        int             for_size,
                        int            *minimum,
                        int            *natural,
                        int            *minimum_baseline,
                        int            *natural_baseline)
{
  FulOptionBar *self = FUL_OPTION_BAR (widget);

  gtk_widget_measure (self->row, orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = get_width (self, count_options (self));
      *natural = MAX (*natural, *minimum);
    }
}

static void
ful_option_bar_size_allocate (GtkWidget *widget,
                              int        width,
                              int        height,
                              int        baseline)
{
  FulOptionBar *self = FUL_OPTION_BAR (widget);
  guint n_options = count_options (self);
  int least;

  self->n_wanted = 0;
  while (self->n_wanted < n_options &&
         get_width (self, self->n_wanted) + (self->n_wanted < self->n_folded ? SLACK : 0) > width)
    self->n_wanted++;
  if (self->n_wanted != self->n_folded)
    ful_layout_end_queue (widget);

  /* Until then options that do not fit are cut. */
  gtk_widget_measure (self->row, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_size_allocate (self->row, &(GtkAllocation) { 0, 0, MAX (width, least), height }, baseline);
}

static void
ful_option_bar_dispose (GObject *object)
{
  FulOptionBar *self = FUL_OPTION_BAR (object);

  g_clear_pointer (&self->row, gtk_widget_unparent);

  G_OBJECT_CLASS (ful_option_bar_parent_class)->dispose (object);
}

static void
ful_option_bar_finalize (GObject *object)
{
  g_array_unref (FUL_OPTION_BAR (object)->options);

  G_OBJECT_CLASS (ful_option_bar_parent_class)->finalize (object);
}

static void
ful_option_bar_class_init (FulOptionBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_option_bar_dispose;
  G_OBJECT_CLASS (klass)->finalize = ful_option_bar_finalize;
  widget_class->get_request_mode = ful_option_bar_get_request_mode;
  widget_class->measure = ful_option_bar_measure;
  widget_class->size_allocate = ful_option_bar_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "optionbar");
}

static void
ful_option_bar_init (FulOptionBar *self)
{
  GtkWidget *popover = gtk_popover_new ();

  ful_layout_end_install (GTK_WIDGET (self), apply_fold);
  self->options = g_array_new (FALSE, FALSE, sizeof (Option));
  self->row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_parent (self->row, GTK_WIDGET (self));

  self->others = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);
  gtk_widget_add_css_class (self->others, "other-options");
  gtk_popover_set_child (GTK_POPOVER (popover), self->others);
  g_signal_connect_object (popover, "closed", G_CALLBACK (gtk_widget_queue_allocate), self, G_CONNECT_SWAPPED);
  self->more = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->more), "view-more-horizontal-symbolic");
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->more), popover);
  gtk_widget_add_css_class (self->more, "flat");
  ful_control_set_name (self->more, _("More Options"));
  ful_tooltip_describe (self->more, _("Options that do not fit"));
  gtk_widget_hide (self->more);
  gtk_box_append (GTK_BOX (self->row), self->more);
}

static void
add (FulOptionBar *self,
     GtkWidget    *widget,
     gboolean      is_kept)
{
  Option option = { widget, is_kept };

  g_array_append_val (self->options, option);
  gtk_box_insert_child_after (GTK_BOX (self->row), widget, gtk_widget_get_prev_sibling (self->more));
  if (self->n_folded > 0)
    fold (self, 0);
}

static void
ful_option_bar_add_child (GtkBuildable *buildable,
                          GtkBuilder   *builder,
                          GObject      *child,
                          const char   *type)
{
  add (FUL_OPTION_BAR (buildable), GTK_WIDGET (child), g_strcmp0 (type, "kept") == 0);
}

static void
ful_option_bar_buildable_init (GtkBuildableIface *iface)
{
  iface->add_child = ful_option_bar_add_child;
}

/**
 * ful_option_bar_keep:
 * @widget: (transfer floating): a widget that is always in the bar
 */
void
ful_option_bar_keep (FulOptionBar *self,
                     GtkWidget    *widget)
{
  g_return_if_fail (FUL_IS_OPTION_BAR (self));

  add (self, widget, TRUE);
}

/**
 * ful_option_bar_append:
 * @option: (transfer floating): a control that is clear without its neighbours
 *
 * If the bar is too narrow for all, the last ones are in a popover.
 */
void
ful_option_bar_append (FulOptionBar *self,
                       GtkWidget    *option)
{
  g_return_if_fail (FUL_IS_OPTION_BAR (self));

  add (self, option, FALSE);
}
