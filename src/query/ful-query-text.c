/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of functions with aligned numbers, in colour on a terminal. */

#include "config.h"

#include "ful-query-text.h"

#include "base/ful-format.h"
#include "model/ful-func-origin.h"

#include <math.h>

#define BOLD "\033[1m"
#define DIM "\033[2m"
#define RESET "\033[0m"

/**
 * ful_query_text_weight:
 *
 * Returns: (transfer full): a formatted weight, "—" for none
 */
char *
ful_query_text_weight (FulWeightType weight_type,
                       double        weight)
{
  if (weight == 0)
    return g_strdup ("—");

  return ful_format_number (weight, 3, weight_type == FUL_WEIGHT_TYPE_TRACING_MS ? 1 : 0);
}

static void
print_cell (const char *text,
            int         width)
{
  g_print ("%*s%s", (int) MAX (width - g_utf8_strlen (text, -1), 0), "", text);
}

void
ful_query_text_print_heading (FulQuery     *query,
                              FulQueryView *view)
{
  static const char *const units[] = { "samples", "ms", "bytes" };

  g_autofree char *total = ful_query_text_weight (view->tree->weight_type, view->tree->root_total);

  g_print ("%s%8s %12s %12s  %s%s\n", query->color ? BOLD : "", "total %", "total", "self",
           "function", query->color ? RESET : "");
  g_print ("%s%8s %12s %12s  %s%s\n", query->color ? DIM : "", "100%", total, "",
           units[view->tree->weight_type], query->color ? RESET : "");
}

void
ful_query_text_print_row (FulQuery     *query,
                          FulQueryView *view,
                          FulFuncIndex  func,
                          gint32        depth,
                          double        total,
                          double        self)
{
  g_autofree char *total_text = ful_query_text_weight (view->tree->weight_type, total);
  g_autofree char *self_text = ful_query_text_weight (view->tree->weight_type, self);
  g_autofree char *percent = ful_format_percent (total / view->tree->root_total);
  g_autofree char *origin = ful_func_get_origin (query->profile, func);

  print_cell (percent, 8);
  g_print (" ");
  print_cell (total_text, 12);
  g_print (" ");
  print_cell (self_text, 12);
  g_print ("  %*s%s", 2 * depth, "", ful_profile_get_shown_name (query->profile, func));
  if (*origin)
    g_print ("  %s%s%s", query->color ? DIM : "", origin, query->color ? RESET : "");
  g_print ("\n");
}
