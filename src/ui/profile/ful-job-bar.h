/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulJobBar:
 *
 * A line that says what a job writes and how far it is, with a button that cancels it.
 */
#define FUL_TYPE_JOB_BAR (ful_job_bar_get_type ())
G_DECLARE_FINAL_TYPE (FulJobBar, ful_job_bar, FUL, JOB_BAR, GtkWidget)

gint    *ful_job_bar_begin   (FulJobBar    *self,
                              const char   *text,
                              GCancellable *cancellable);
void     ful_job_bar_end     (FulJobBar    *self);
gboolean ful_job_bar_is_busy (FulJobBar    *self);

G_END_DECLS
