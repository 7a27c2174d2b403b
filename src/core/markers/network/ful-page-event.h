/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/list/ful-marker-list.h"

G_BEGIN_DECLS

/**
 * FulPageEvent:
 * @marker: row of the marker list
 * @time: absolute ms
 * @rgb: its colour, 0xRRGGBB
 * @label: for the user; lives as long as the list
 * @window: the page, its innerWindowID; NaN if it is not known
 *
 * A moment in the load of a page.
 */
typedef struct
{
  guint       marker;
  double      time;
  guint32     rgb;
  const char *label;
  double      window;
} FulPageEvent;

GArray *ful_page_events_find (const FulMarkerList *list);

G_END_DECLS
