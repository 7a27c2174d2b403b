/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Our part of the desktop's list of recently used files: entries of the group
 * "Fulgens". Main thread only. */

#include "config.h"

#include "ful-recent.h"

#include "base/ful-format.h"

#include <glib/gi18n.h>

#define GROUP "Fulgens"
#define MENU_ITEMS 8
#define MAX_FINDING 120   /* characters */

static int
compare_newest_first (gconstpointer a,
                      gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_modified ((GtkRecentInfo *) b),
                              gtk_recent_info_get_modified ((GtkRecentInfo *) a));
}

/**
 * ful_recent_get_items:
 * @max_items: at most so many
 *
 * Returns: (transfer full) (element-type GtkRecentInfo): files that were opened here, newest first
 */
GList *
ful_recent_get_items (guint max_items)
{
  GList *all = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());
  GList *ours = NULL;
  GList *rest;

  for (GList *l = all; l; l = l->next)
    if (gtk_recent_info_has_group (l->data, GROUP))
      ours = g_list_prepend (ours, gtk_recent_info_ref (l->data));
  g_list_free_full (all, (GDestroyNotify) gtk_recent_info_unref);

  ours = g_list_sort (ours, compare_newest_first);
  rest = g_list_nth (ours, max_items);
  if (rest && rest == ours)
    ours = NULL;
  else if (rest)
    rest->prev->next = NULL;
  g_list_free_full (rest, (GDestroyNotify) gtk_recent_info_unref);

  return ours;
}

/**
 * ful_recent_add:
 * @file: a file that was opened
 * @finding: (nullable): what is most important in it; the first 120 characters are kept
 *
 * Puts @file on top of the list.
 */
void
ful_recent_add (GFile      *file,
                const char *finding)
{
  g_autofree char *description = finding ? g_utf8_substring (finding, 0, MIN (g_utf8_strlen (finding, -1), MAX_FINDING)) : NULL;
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *exec = g_strdup_printf ("%s %%u", g_get_prgname ());
  GtkRecentData data = {
    .description = description,
    .mime_type = (char *) "application/x-firefox-profile+json",
    .app_name = (char *) g_get_application_name (),
    .app_exec = exec,
    .groups = (char *[]) { (char *) GROUP, NULL },
  };

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

/**
 * ful_recent_clear:
 *
 * Removes all of our files; keeps those of other programs.
 */
void
ful_recent_clear (void)
{
  GList *items = ful_recent_get_items (G_MAXUINT);

  for (GList *l = items; l; l = l->next)
    gtk_recent_manager_remove_item (gtk_recent_manager_get_default (), gtk_recent_info_get_uri (l->data), NULL);

  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
}

/**
 * ful_recent_create_menu:
 * @action: what an item does with the URI of its file
 *
 * Returns: (transfer full): a menu of the newest files
 */
GMenuModel *
ful_recent_create_menu (const char *action)
{
  GMenu *menu = g_menu_new ();
  GList *items = ful_recent_get_items (MENU_ITEMS);

  for (GList *l = items; l; l = l->next)
    {
      g_autofree char *name = ful_format_label (gtk_recent_info_get_display_name (l->data), "");
      g_auto(GStrv) parts = g_strsplit (name, "_", -1);
      g_autofree char *label = g_strjoinv ("__", parts);
      g_autoptr(GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, action, "s", gtk_recent_info_get_uri (l->data));
      g_menu_append_item (menu, item);
    }
  if (!items)
    g_menu_append (menu, _("No Recent Profiles"), "app.none");

  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);

  return G_MENU_MODEL (menu);
}
