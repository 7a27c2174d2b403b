/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-network-summary-pane.h"

#include "base/ful-format.h"
#include "markers/network/ful-network-summary.h"

#include <glib/gi18n.h>

/* Each request is read on the main thread. */
#define MAX_REQUESTS 24

/* Of a list. */
#define MAX_GROUPS 6

struct _FulNetworkSummaryPane
{
  GtkWidget  parent_instance;

  GtkWidget *box;
};

G_DEFINE_FINAL_TYPE (FulNetworkSummaryPane, ful_network_summary_pane, GTK_TYPE_WIDGET)

static void
attach (GtkWidget  *grid,
        const char *text,
        int         column,
        int         row)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  gtk_widget_add_css_class (label, column == 0 ? "name" : "numeric");
  if (column == 0)
    {
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
      gtk_widget_set_hexpand (label, TRUE);
    }
  gtk_grid_attach (GTK_GRID (grid), label, column, row, 1, 1);
}

static void
add_list (FulNetworkSummaryPane *self,
          const char            *title,
          GArray                *groups)
{
  GtkWidget *list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *head = gtk_label_new (title);
  GtkWidget *grid = gtk_grid_new ();

  gtk_label_set_xalign (GTK_LABEL (head), 0);
  gtk_widget_add_css_class (head, "heading");
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 4);
  for (guint i = 0; i < MIN (groups->len, MAX_GROUPS); i++)
    {
      const FulNetworkGroup *group = &g_array_index (groups, FulNetworkGroup, i);
      g_autofree char *name = ful_format_label (*group->name ? group->name : _("unknown"), "");
      g_autofree char *n = g_strdup_printf (ngettext ("%u request", "%u requests", group->n_requests), group->n_requests);
      g_autofree char *size = ful_format_bytes (group->size_bytes);
      g_autofree char *duration = ful_format_duration (group->duration);
      const char *texts[] = { name, n, size, duration };

      for (guint column = 0; column < G_N_ELEMENTS (texts); column++)
        attach (grid, texts[column], (int) column, (int) i);
    }
  gtk_widget_set_hexpand (list, TRUE);
  gtk_box_append (GTK_BOX (list), head);
  gtk_box_append (GTK_BOX (list), grid);
  gtk_box_append (GTK_BOX (self->box), list);
}

static void
ful_network_summary_pane_dispose (GObject *object)
{
  g_clear_pointer (&FUL_NETWORK_SUMMARY_PANE (object)->box, gtk_widget_unparent);

  G_OBJECT_CLASS (ful_network_summary_pane_parent_class)->dispose (object);
}

static void
ful_network_summary_pane_class_init (FulNetworkSummaryPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_network_summary_pane_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "networksummary");
}

static void
ful_network_summary_pane_init (FulNetworkSummaryPane *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 32);
  gtk_box_set_homogeneous (GTK_BOX (self->box), TRUE);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
ful_network_summary_pane_new (void)
{
  return g_object_new (FUL_TYPE_NETWORK_SUMMARY_PANE, NULL);
}

/**
 * ful_network_summary_pane_set_view:
 * @view: requests; of many nothing is shown
 */
void
ful_network_summary_pane_set_view (FulNetworkSummaryPane *self,
                                   FulMarkerView         *view)
{
  GtkWidget *child;

  g_return_if_fail (FUL_IS_NETWORK_SUMMARY_PANE (self));

  while ((child = gtk_widget_get_first_child (self->box)))
    gtk_box_remove (GTK_BOX (self->box), child);
  gtk_widget_set_visible (GTK_WIDGET (self), view->markers->len > 0 && view->markers->len <= MAX_REQUESTS);
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return;

  for (guint by = FUL_NETWORK_BY_HOST; by <= FUL_NETWORK_BY_TYPE; by++)
    {
      g_autoptr(GArray) groups = ful_network_summarize (view->list, view->markers, by);

      add_list (self, by == FUL_NETWORK_BY_HOST ? _("By Host") : _("By Type"), groups);
    }
}
