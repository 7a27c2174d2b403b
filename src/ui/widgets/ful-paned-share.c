/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-paned-share.h"

static void
extent_changed_cb (GtkPaned   *paned,
                   GParamSpec *pspec,
                   gpointer    percent)
{
  int extent;

  g_object_get (paned, "max-position", &extent, NULL);
  if (extent < 100)
    return;

  gtk_paned_set_position (paned, extent - extent * GPOINTER_TO_INT (percent) / 100);
  g_signal_handlers_disconnect_by_func (paned, extent_changed_cb, percent);
}

/**
 * ful_paned_set_share:
 * @percent: share of the end child, until the user moves the handle
 */
void
ful_paned_set_share (GtkPaned *paned,
                            guint     percent)
{
  g_signal_connect (paned, "notify::max-position", G_CALLBACK (extent_changed_cb), GUINT_TO_POINTER (percent));
}
