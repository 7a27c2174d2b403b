/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

double ful_sampling_interval_measure (const double *time,
                                      guint         n_rows,
                                      double        nominal);

G_END_DECLS
