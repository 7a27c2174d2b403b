/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint8 *ful_interval_crossing_find (const double *start,
                                    const double *end,
                                    guint         n);

G_END_DECLS
