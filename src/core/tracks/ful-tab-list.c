/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The tabs, and the threads that worked for them: frames and markers refer to their
 * page, pages to their tab. */

#include "config.h"

#include "ful-tab-list.h"

#include "base/ful-hash.h"
#include "markers/list/ful-payload-reader.h"
#include "threads/ful-page-list.h"

#include <math.h>

static void
tab_free (gpointer data)
{
  FulTab *tab = data;

  if (!tab)
    return;

  g_free (tab->label);
  g_array_unref (tab->threads);
  g_free (tab);
}

/* The host of a page; of "about:" and extensions the whole address. */
static char *
get_label (const char *url)
{
  g_autoptr(GUri) uri = g_uri_parse (url, G_URI_FLAGS_PARSE_RELAXED, NULL);
  const char *scheme = uri ? g_uri_get_scheme (uri) : NULL;
  const char *host = uri ? g_uri_get_host (uri) : NULL;

  return g_strdup (host && *host && g_str_has_prefix (scheme, "http") ? host : url);
}

static FulTab *
get_tab (GPtrArray  *tabs,
         GHashTable *tab_of_id,
         double      id)
{
  FulTab *tab = g_hash_table_lookup (tab_of_id, &id);

  if (tab)
    return tab;

  tab = g_new0 (FulTab, 1);
  tab->id = id;
  tab->threads = g_array_new (FALSE, FALSE, sizeof (guint));
  g_ptr_array_add (tabs, tab);
  g_hash_table_insert (tab_of_id, &tab->id, tab);

  return tab;
}

/* Returns: (transfer full) (element-type FulTab): tabs that nothing is known of but their pages, or %NULL with
 *   @error set; @tab_of_window gets the tab of each page */
static GPtrArray *
read_pages (FulProfile    *profile,
            GHashTable    *tab_of_window,
            GCancellable  *cancellable,
            GError       **error)
{
  g_autoptr(GPtrArray) tabs = g_ptr_array_new_with_free_func (tab_free);
  g_autoptr(GHashTable) tab_of_id = g_hash_table_new (ful_hash_double, g_double_equal);
  g_autoptr(GArray) pages = ful_pages_read (profile);

  for (guint i = 0; i < pages->len; i++)
    {
      const FulPage *page = &g_array_index (pages, FulPage, i);
      FulTab *tab;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (!(page->tab > 0) || !(page->window > 0))
        continue;

      tab = get_tab (tabs, tab_of_id, page->tab);
      g_hash_table_insert (tab_of_window, g_memdup2 (&page->window, sizeof page->window), tab);
      if (page->url && !(page->embedder > 0))
        {
          g_free (tab->label);
          tab->label = get_label (page->url);
        }
    }

  return g_steal_pointer (&tabs);
}

/* Threads come in ascending order. */
static void
use (GHashTable *tab_of_window,
     double      window,
     guint       thread)
{
  FulTab *tab = window > 0 ? g_hash_table_lookup (tab_of_window, &window) : NULL;

  if (tab && (tab->threads->len == 0 || g_array_index (tab->threads, guint, tab->threads->len - 1) != thread))
    g_array_append_val (tab->threads, thread);
}

/* @seen: for each stack one more than the last thread that it was met in */
static void
use_frames (FulProfile *profile,
            guint       thread,
            GHashTable *tab_of_window,
            guint      *seen)
{
  const FulSampleTable *samples = ful_profile_get_thread (profile, thread)->samples;

  for (guint i = 0; i < samples->table.n_rows; i++)
    for (FulStackIndex stack = samples->stack[i]; stack != FUL_NONE && seen[stack] != thread + 1;
         stack = profile->stacks->prefix[stack])
      {
        seen[stack] = thread + 1;
        use (tab_of_window, profile->frames->inner_window_id[profile->stacks->frame[stack]], thread);
      }
}

static void
use_markers (FulProfile       *profile,
             guint             number,
             GHashTable       *tab_of_window,
             FulPayloadReader *reader)
{
  FulThread *thread = ful_profile_get_thread (profile, number);

  for (guint i = 0; i < thread->markers->table.n_rows; i++)
    {
      ful_payload_reader_clear (reader);
      ful_payload_reader_read_row (reader, thread, (gint32) i);
      use (tab_of_window, ful_payload_value_get_number (ful_payload_reader_get (reader, 0)), number);
    }
}

static int
compare_tabs (gconstpointer a,
              gconstpointer b)
{
  const FulTab *x = *(FulTab **) a, *y = *(FulTab **) b;

  return (x->score < y->score) - (x->score > y->score);
}

static int
compare_threads (gconstpointer a,
                 gconstpointer b)
{
  guint x = *(const guint *) a, y = *(const guint *) b;

  return (x > y) - (x < y);
}

/**
 * ful_tab_list_new:
 * @profile: a profile
 * @cancellable: (nullable): checked for each thread, and every few thousand pages
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(pages + samples + bytes of payloads) if the profile has pages: not to be waited for.
 *
 * Returns: (transfer full) (element-type FulTab): tabs that a thread did something for, the most active first;
 *   %NULL with @error set
 */
GPtrArray *
ful_tab_list_new (FulProfile    *profile,
                  GCancellable  *cancellable,
                  GError       **error)
{
  static const char *const keys[] = { "innerWindowID" };
  g_autoptr(GHashTable) tab_of_window = g_hash_table_new_full (ful_hash_double, g_double_equal, g_free, NULL);
  g_autoptr(GPtrArray) tabs = read_pages (profile, tab_of_window, cancellable, error);
  g_autoptr(GPtrArray) used = g_ptr_array_new_with_free_func (tab_free);
  g_autoptr(FulPayloadReader) reader = ful_payload_reader_new (keys, G_N_ELEMENTS (keys));
  g_autofree FulActivityScore *scores = NULL;
  g_autofree guint *seen = NULL;

  if (tabs == NULL || tabs->len == 0)
    return g_steal_pointer (&tabs);

  scores = ful_activity_score_compute_all (profile);
  seen = g_new0 (guint, profile->stacks->table.n_rows + 1);
  for (guint i = 0; i < profile->threads->len; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      use_frames (profile, i, tab_of_window, seen);
      use_markers (profile, i, tab_of_window, reader);
    }

  for (guint i = 0; i < tabs->len; i++)
    {
      FulTab *tab = g_ptr_array_index (tabs, i);

      for (guint k = 0; k < tab->threads->len; k++)
        tab->score += scores[g_array_index (tab->threads, guint, k)].boosted_score;
      if (tab->threads->len == 0)
        continue;
      if (!tab->label)
        tab->label = g_strdup_printf ("%.0f", tab->id);
      g_ptr_array_add (used, tab);
      tabs->pdata[i] = NULL;
    }
  g_ptr_array_sort (used, compare_tabs);

  return g_steal_pointer (&used);
}

/**
 * ful_tab_has_thread:
 * @thread: number of a thread
 *
 * O(log threads of the tab).
 *
 * Returns: whether the thread did something for the tab
 */
gboolean
ful_tab_has_thread (const FulTab *self,
                    guint         thread)
{
  return g_array_binary_search (self->threads, &thread, compare_threads, NULL);
}
