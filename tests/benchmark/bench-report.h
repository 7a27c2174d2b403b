/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Figures are CPU time: the machine may be shared. */
double bench_cpu_ms (void);
void   bench_report (const char *name,
                     double      value,
                     const char *unit,
                     const char *input,
                     double      reference);
