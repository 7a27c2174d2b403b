/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Arguments, standard streams, signals and clocks of the tool, for which each system has functions of its own. */

void           ful_query_system_init          (char      ***arguments);
GInputStream  *ful_query_system_open_input    (void);
GOutputStream *ful_query_system_open_output   (void);
gboolean       ful_query_system_is_reader_gone (int         number);
void           ful_query_system_on_interrupt  (GSourceFunc  interrupted,
                                               gpointer     user_data);
void           ful_query_system_limit_cpu     (double       seconds,
                                               void       (*over) (void));

G_END_DECLS
