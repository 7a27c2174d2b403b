/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The display names of threads (formats.md 5.2). */

#include "config.h"

#include "ful-thread-names.h"

#include "base/ful-hash.h"

#include <string.h>

/* The label of a main thread; @out_numbered: several of that name are counted. */
static const char *
main_thread_label (FulThread *thread,
                   gboolean  *out_numbered)
{
  static const struct { const char *process_type, *label; } labels[] = {
    { "default", "Parent Process" }, { "gpu", "GPU Process" },       { "rdd", "Remote Data Decoder" },
    { "tab", "Content Process" },    { "plugin", "Plugin Process" }, { "socket", "Socket Process" },
  };

  *out_numbered = TRUE;
  if (thread->etld1 && *thread->etld1)
    return thread->etld1;
  if (thread->process_name && *thread->process_name)
    return thread->process_name;

  *out_numbered = g_strcmp0 (thread->process_type, "tab") == 0;
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    if (g_strcmp0 (thread->process_type, labels[i].process_type) == 0)
      return labels[i].label;

  return thread->name;
}

/**
 * ful_thread_names_new:
 * @threads: (element-type FulThread): threads of a profile
 *
 * Returns: (transfer full) (array zero-terminated): for each thread the name to show
 */
char **
ful_thread_names_new (GPtrArray *threads)
{
  guint n = threads->len;
  char **names = g_new0 (char *, n + 1);
  g_autoptr(GHashTable) totals = g_hash_table_new (ful_hash_text, g_str_equal);
  g_autoptr(GHashTable) seen = g_hash_table_new (ful_hash_text, g_str_equal);
  gboolean numbered;

  for (guint i = 0; i < n; i++)
    {
      FulThread *thread = g_ptr_array_index (threads, i);
      const char *label;

      if (g_strcmp0 (thread->name, "GeckoMain") != 0)
        continue;

      label = main_thread_label (thread, &numbered);
      g_hash_table_insert (totals, (gpointer) label,
                           GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (totals, label)) + 1));
    }

  for (guint i = 0; i < n; i++)
    {
      FulThread *thread = g_ptr_array_index (threads, i);
      const char *label = thread->name;
      guint total = 0, place = 0;

      numbered = FALSE;
      if (g_strcmp0 (thread->name, "GeckoMain") == 0)
        {
          label = main_thread_label (thread, &numbered);
          total = GPOINTER_TO_UINT (g_hash_table_lookup (totals, label));
          place = GPOINTER_TO_UINT (g_hash_table_lookup (seen, label)) + 1;
          g_hash_table_insert (seen, (gpointer) label, GUINT_TO_POINTER (place));
        }
      names[i] = numbered && total > 1 ? g_strdup_printf ("%s (%u/%u)", label, place, total) : g_strdup (label);
    }

  return names;
}

/* Returns: what tells @name from others: a site without its scheme */
const char *
ful_thread_name_skip_scheme (const char *name)
{
  static const char *const schemes[] = { "http://", "https://" };

  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    if (g_str_has_prefix (name, schemes[i]))
      return name + strlen (schemes[i]);

  return name;
}

/* Returns: (transfer full) (array zero-terminated=1): the names, as tracks have them */
char **
ful_thread_names_dup_short (char **names)
{
  char **copy = g_new0 (char *, g_strv_length (names) + 1);

  for (guint i = 0; names[i]; i++)
    copy[i] = g_strdup (ful_thread_name_skip_scheme (names[i]));

  return copy;
}
