/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-page-event.h"

#include "markers/list/ful-marker-list.h"

G_BEGIN_DECLS

/**
 * FulPageLoad:
 * @window: the page, its innerWindowID; NaN for moments without a page
 * @url: (nullable): address of the page
 * @start: when the navigation to it began, absolute ms; NaN if it is not known
 * @start_is_guessed: whether the start is a navigation without a page
 * @events: (element-type FulPageEvent): moments of its load, ascending by time, without the navigation
 *
 * How a page was loaded.
 */
typedef struct
{
  double    window;
  char     *url;
  double    start;
  gboolean  start_is_guessed;
  GArray   *events;
} FulPageLoad;

GPtrArray *ful_page_loads_find (FulMarkerList *list,
                                const GArray  *markers,
                                GHashTable    *addresses);

G_END_DECLS
