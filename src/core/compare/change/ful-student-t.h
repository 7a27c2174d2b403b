/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

double ful_student_t_tail     (double t,
                               double nu);
double ful_student_t_quantile (double probability,
                               double nu);

G_END_DECLS
