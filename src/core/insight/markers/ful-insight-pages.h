/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/list/ful-marker-list.h"

G_BEGIN_DECLS

/**
 * FulInsightPage:
 * @url: its address
 * @thread: number of the thread
 * @start: when the navigation to it began, absolute ms; NaN if that is not known
 * @first_paint: first contentful paint, ms after the start; NaN if it is not known, as are the others
 * @largest_paint: largest contentful paint
 * @content: DOMContentLoaded
 * @load: the event "load"
 *
 * How long a page took to load.
 */
typedef struct
{
  char  *url;
  guint  thread;
  double start;
  double first_paint;
  double largest_paint;
  double content;
  double load;
} FulInsightPage;

GArray *ful_insight_pages_new      (void);
void    ful_insight_pages_add      (GArray               *pages,
                                    FulMarkerList        *list,
                                    const GArray         *markers,
                                    guint                 thread,
                                    GHashTable           *addresses);
double  ful_insight_page_get_time  (const FulInsightPage *page);
void    ful_insight_pages_sort     (GArray               *pages);

G_END_DECLS
