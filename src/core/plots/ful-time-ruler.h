/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

double  ful_time_ruler_get_step      (double   min_step);
double  ful_time_ruler_get_size_step (double   min_step);
char   *ful_time_ruler_format        (gboolean is_bytes,
                                      double   at,
                                      double   step);

G_END_DECLS
