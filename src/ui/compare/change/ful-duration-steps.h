/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulDurationSteps:
 *
 * How long markers of both sides took: steps over a logarithmic axis, before as a line, after filled. Decoration: what is most
 * frequent is beside it in words.
 */
#define FUL_TYPE_DURATION_STEPS (ful_duration_steps_get_type ())
G_DECLARE_FINAL_TYPE (FulDurationSteps, ful_duration_steps, FUL, DURATION_STEPS, GtkWidget)

GtkWidget *ful_duration_steps_new (void);
void       ful_duration_steps_set (FulDurationSteps *self,
                                   GArray           *before,
                                   GArray           *after);

G_END_DECLS
