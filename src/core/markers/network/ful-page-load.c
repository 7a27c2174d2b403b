/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The moments in the loads of pages, put together by page.
 *
 * A process usually begins to navigate before the page exists, so the marker has
 * none. The last such navigation in the thread before the first moment of a page is
 * assigned to that page, and to no other. A navigation of a page that has earlier
 * moments leaves that page. */

#include "config.h"

#include "ful-page-load.h"

#include "threads/ful-page-list.h"

#include <math.h>

#define NAVIGATION "Navigation::Start"

static void
load_free (gpointer data)
{
  FulPageLoad *load = data;

  g_free (load->url);
  g_array_unref (load->events);
  g_free (load);
}

static FulPageLoad *
get_load (GPtrArray *loads,
          double     window)
{
  FulPageLoad *load;

  for (guint i = 0; i < loads->len; i++)
    {
      load = g_ptr_array_index (loads, i);
      if (load->window == window || (isnan (load->window) && isnan (window)))
        return load;
    }

  load = g_new0 (FulPageLoad, 1);
  load->window = window;
  load->start = NAN;
  load->events = g_array_new (FALSE, FALSE, sizeof (FulPageEvent));
  g_ptr_array_add (loads, load);

  return load;
}

static int
compare_events (gconstpointer a,
                gconstpointer b)
{
  const FulPageEvent *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;

  return x->marker < y->marker ? -1 : x->marker > y->marker;
}

/* Sorts the moments; a later start is not theirs. */
static void
complete (FulPageLoad *load)
{
  g_array_sort (load->events, compare_events);
  if (load->events->len > 0 && load->start > g_array_index (load->events, FulPageEvent, 0).time)
    load->start = NAN;
}

static double
get_first_time (const FulPageLoad *load)
{
  return isnan (load->start) ? g_array_index (load->events, FulPageEvent, 0).time : load->start;
}

static int
compare_loads (gconstpointer a,
               gconstpointer b)
{
  const FulPageLoad *x = *(FulPageLoad *const *) a, *y = *(FulPageLoad *const *) b;
  double left = get_first_time (x), right = get_first_time (y);

  return (left > right) - (left < right);
}

/* (element-type guint): the navigations of @markers without a page, ascending */
static GArray *
find_unnamed (FulMarkerList *list,
              const GArray  *markers,
              GHashTable    *named)
{
  GArray *unnamed = g_array_new (FALSE, FALSE, sizeof (guint));
  gint32 name = ful_profile_find_string (list->profile, NAVIGATION);

  for (guint i = 0; name != FUL_NONE && i < markers->len; i++)
    {
      guint marker = g_array_index (markers, guint, i);

      if (list->name[marker] == name && !g_hash_table_contains (named, GUINT_TO_POINTER (marker)))
        g_array_append_val (unnamed, marker);
    }

  return unnamed;
}

/* Assigns starts to loads without one, in the order of their first moments. */
static void
guess_starts (FulMarkerList *list,
              GPtrArray     *loads,
              GArray        *unnamed)
{
  for (guint i = 0; i < loads->len; i++)
    {
      FulPageLoad *load = g_ptr_array_index (loads, i);
      const FulPageEvent *first;

      if (!isnan (load->start) || isnan (load->window))
        continue;

      first = &g_array_index (load->events, FulPageEvent, 0);
      for (guint k = 0; k < unnamed->len && list->start[g_array_index (unnamed, guint, k)] <= first->time; )
        {
          guint marker = g_array_index (unnamed, guint, k);

          if (list->thread[marker] != list->thread[first->marker])
            {
              k++;
              continue;
            }
          load->start = list->start[marker];
          load->start_is_guessed = TRUE;
          g_array_remove_index (unnamed, k);
        }
    }
}

/**
 * ful_page_loads_find:
 * @list: markers
 * @markers: (element-type guint): which of them, ascending
 * @addresses: of ful_pages_read_addresses()
 *
 * O(markers); reads the payloads of those about page loads.
 *
 * Returns: (transfer full) (element-type FulPageLoad): the loads, ascending by their first moment
 */
GPtrArray *
ful_page_loads_find (FulMarkerList *list,
                     const GArray  *markers,
                     GHashTable    *addresses)
{
  GPtrArray *loads = g_ptr_array_new_with_free_func (load_free);
  g_autoptr(GArray) events = ful_page_events_find (list);
  g_autoptr(GHashTable) named = g_hash_table_new (NULL, NULL);
  g_autoptr(GArray) unnamed = NULL;
  guint next = 0;

  for (guint i = 0; i < events->len; i++)
    {
      FulPageEvent *event = &g_array_index (events, FulPageEvent, i);
      FulPageLoad *load;

      g_hash_table_add (named, GUINT_TO_POINTER (event->marker));
      while (next < markers->len && g_array_index (markers, guint, next) < event->marker)
        next++;
      if (next == markers->len || g_array_index (markers, guint, next) != event->marker)
        continue;

      load = get_load (loads, event->window);
      if (!g_str_equal (event->label, NAVIGATION))
        g_array_append_val (load->events, *event);
      else if (isnan (load->start))
        load->start = event->time;
    }
  for (guint i = 0; i < loads->len; i++)
    complete (g_ptr_array_index (loads, i));

  unnamed = find_unnamed (list, markers, named);
  g_ptr_array_sort (loads, compare_loads);
  guess_starts (list, loads, unnamed);
  g_ptr_array_sort (loads, compare_loads);
  for (guint i = 0; i < loads->len; i++)
    {
      FulPageLoad *load = g_ptr_array_index (loads, i);

      load->url = g_strdup (g_hash_table_lookup (addresses, &load->window));
    }

  return loads;
}
