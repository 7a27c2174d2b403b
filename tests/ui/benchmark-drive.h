/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/ful-watchdog.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *benchmark_find_widget (GtkWidget  *widget,
                                  GType       type);
void       benchmark_paint       (GtkWidget  *widget);
void       benchmark_rest        (GtkWidget  *widget);
void       benchmark_print       (const char       *name,
                                  const char       *input,
                                  FulWatchdogReport figures);
void       benchmark_report      (const char *name,
                                  const char *input);

G_END_DECLS
