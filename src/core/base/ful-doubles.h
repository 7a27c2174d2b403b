/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A #GCompareFunc of doubles, the least first. */
static inline int
ful_doubles_compare (gconstpointer a,
                     gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* The middle one of @n values that ascend, or the mean of the two in the middle. */
static inline double
ful_doubles_get_median (const double *values,
                        guint         n)
{
  return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

G_END_DECLS
