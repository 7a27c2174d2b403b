/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A window that asks for one of many rows: a search entry above a list. */

#include "config.h"

#include "ful-search-window.h"

#include "widgets/ful-control-name.h"

#include <adwaita.h>

#define HEIGHT 520
#define MARGIN 12

/**
 * ful_search_window_new:
 * @parent: the window that it is modal to
 * @width: px
 * @search: an entry, whose Escape closes the window
 * @search_name: its accessible name
 * @list: the rows
 *
 * Returns: (transfer none): the window, which is not shown yet
 */
GtkWindow *
ful_search_window_new (GtkWindow  *parent,
                       const char *title,
                       int         width,
                       GtkWidget  *search,
                       const char *search_name,
                       GtkWidget  *list)
{
  GtkWindow *window = g_object_new (ADW_TYPE_WINDOW, "transient-for", parent, "modal", TRUE, "title", title, "default-width", width,
                                    "default-height", HEIGHT, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *inner = gtk_box_new (GTK_ORIENTATION_VERTICAL, MARGIN);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  ful_control_set_name (search, search_name);
  g_signal_connect_swapped (search, "stop-search", G_CALLBACK (gtk_window_close), window);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (inner), search);
  gtk_box_append (GTK_BOX (inner), scrolled);
  gtk_widget_set_margin_start (inner, MARGIN);
  gtk_widget_set_margin_end (inner, MARGIN);
  gtk_widget_set_margin_bottom (inner, MARGIN);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), inner);
  adw_window_set_content (ADW_WINDOW (window), box);

  return window;
}
