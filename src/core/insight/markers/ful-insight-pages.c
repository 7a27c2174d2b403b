/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages that were loaded, the slowest first (insight.md 7). */

#include "config.h"

#include "ful-insight-pages.h"

#include "markers/network/ful-page-load.h"

#include <math.h>
#include <string.h>

static void
clear_page (gpointer data)
{
  g_free (((FulInsightPage *) data)->url);
}

/* Returns: (transfer full) (element-type FulInsightPage): no pages */
GArray *
ful_insight_pages_new (void)
{
  GArray *pages = g_array_new (FALSE, FALSE, sizeof (FulInsightPage));

  g_array_set_clear_func (pages, clear_page);

  return pages;
}

/* Pages of the browser itself do not count. */
static gboolean
is_of_web (const char *url)
{
  return url && (g_str_has_prefix (url, "http:") || g_str_has_prefix (url, "https:") || g_str_has_prefix (url, "file:"));
}

static void
set_event (FulInsightPage *page,
           const char     *label,
           double          time)
{
  if (strcmp (label, "FirstContentfulPaint") == 0 || strcmp (label, "First contentful paint") == 0)
    page->first_paint = time;
  else if (strcmp (label, "LargestContentfulPaint") == 0 || strcmp (label, "Largest contentful paint") == 0)
    page->largest_paint = time;
  else if (strcmp (label, "DOMContentLoaded") == 0)
    page->content = time;
  else if (g_ascii_strcasecmp (label, "load") == 0)
    page->load = time;
}

static gboolean
has_event (const FulInsightPage *page)
{
  return !isnan (page->first_paint) || !isnan (page->largest_paint) || !isnan (page->content) || !isnan (page->load);
}

/**
 * ful_insight_pages_add:
 * @pages: (element-type FulInsightPage): gets the pages of a thread
 * @list: its markers
 * @markers: (element-type guint): those to look at
 * @addresses: of ful_pages_read_addresses()
 */
void
ful_insight_pages_add (GArray        *pages,
                       FulMarkerList *list,
                       const GArray  *markers,
                       guint          thread,
                       GHashTable    *addresses)
{
  g_autoptr(GPtrArray) loads = ful_page_loads_find (list, markers, addresses);

  for (guint i = 0; i < loads->len; i++)
    {
      const FulPageLoad *load = g_ptr_array_index (loads, i);
      FulInsightPage page = { NULL, thread, load->start, NAN, NAN, NAN, NAN };

      if (!is_of_web (load->url))
        continue;
      for (guint k = 0; k < load->events->len; k++)
        {
          const FulPageEvent *event = &g_array_index (load->events, FulPageEvent, k);

          set_event (&page, event->label, event->time - load->start);
        }
      if (!has_event (&page))
        continue;
      page.url = g_strdup (load->url);
      g_array_append_val (pages, page);
    }
}

/**
 * ful_insight_page_get_time:
 *
 * Returns: ms until the page was there, by the best event that is known; 0 if none is
 */
double
ful_insight_page_get_time (const FulInsightPage *page)
{
  return page->load > 0 ? page->load : page->largest_paint > 0 ? page->largest_paint : page->first_paint > 0 ? page->first_paint : 0;
}

static int
compare_pages (gconstpointer a,
               gconstpointer b)
{
  const FulInsightPage *x = a, *y = b;
  double left = ful_insight_page_get_time (x), right = ful_insight_page_get_time (y);

  if (left != right)
    return left < right ? 1 : -1;
  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;

  return x->start < y->start ? -1 : x->start > y->start;
}

/* The slowest first. */
void
ful_insight_pages_sort (GArray *pages)
{
  g_array_sort (pages, compare_pages);
}
