/* SPDX-License-Identifier: GPL-3.0-or-later */

/* `pages` of a profile (formats.md 4), which is kept as text. */

#include "config.h"

#include "ful-page-list.h"

#include "base/ful-hash.h"
#include "io/json/ful-json-document.h"

static void
clear_page (gpointer data)
{
  g_free (((FulPage *) data)->url);
}

/**
 * ful_pages_read_addresses:
 * @profile: a profile
 *
 * O(length of their text).
 *
 * Returns: (transfer full) (element-type double utf8): address of the first page of each window
 */
GHashTable *
ful_pages_read_addresses (const FulProfile *profile)
{
  GHashTable *addresses = g_hash_table_new_full (ful_hash_double, g_double_equal, g_free, g_free);
  g_autoptr(GArray) pages = ful_pages_read (profile);

  for (guint i = 0; i < pages->len; i++)
    {
      FulPage *page = &g_array_index (pages, FulPage, i);

      if (page->url && !g_hash_table_contains (addresses, &page->window))
        g_hash_table_insert (addresses, g_memdup2 (&page->window, sizeof page->window), g_steal_pointer (&page->url));
    }

  return addresses;
}

/**
 * ful_pages_read:
 * @profile: a profile
 *
 * O(length of their text).
 *
 * Returns: (transfer full) (element-type FulPage): its pages, in the order of the file
 */
GArray *
ful_pages_read (const FulProfile *profile)
{
  g_autofree char *json = g_strdup_printf ("{%s}", profile->rest_json ? profile->rest_json : "");
  g_autoptr(JsonObject) rest = ful_json_parse_object (json);
  JsonArray *list = ful_json_get_array (rest, "pages");
  GArray *pages = g_array_new (FALSE, FALSE, sizeof (FulPage));

  g_array_set_clear_func (pages, clear_page);
  for (guint i = 0; list && i < json_array_get_length (list); i++)
    {
      JsonObject *object = ful_json_get_element (list, i);
      FulPage page = {
        ful_json_get_number (object, "innerWindowID"), ful_json_get_number (object, "tabID"),
        ful_json_get_number (object, "embedderInnerWindowID"), g_strdup (ful_json_get_string (object, "url")),
        ful_json_get_boolean (object, "isPrivateBrowsing"),
      };

      g_array_append_val (pages, page);
    }

  return pages;
}
