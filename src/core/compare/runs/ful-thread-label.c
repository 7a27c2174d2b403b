/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What threads and counters of two recordings are paired by (compare.md 2.4). */

#include "config.h"

#include "ful-thread-label.h"

#include <string.h>

/**
 * ful_thread_label_new:
 *
 * Returns: (transfer full): process, if it is not the only thing that is said, and name of @thread, without a number at the end
 */
char *
ful_thread_label_new (FulProfile *profile,
                      guint       number)
{
  FulThread *thread = ful_profile_get_thread (profile, number);
  gsize length = strlen (thread->name), end = length;
  g_autofree char *base = NULL;

  while (end > 0 && g_ascii_isdigit (thread->name[end - 1]))
    end--;
  if (end > 1 && end < length && (thread->name[end - 1] == '#' || thread->name[end - 1] == ' '))
    length = end - 1;
  base = g_strndup (thread->name, length);
  g_strchomp (base);
  if (thread->process_name && *thread->process_name != '\0' && !g_str_equal (thread->process_name, base))
    return g_strconcat (thread->process_name, ": ", base, NULL);
  if (*thread->process_type != '\0' && !g_str_equal (thread->process_type, "default"))
    return g_strconcat (thread->process_type, ": ", base, NULL);

  return g_steal_pointer (&base);
}

/**
 * ful_counter_label_new:
 *
 * Returns: (transfer full): process, category and name of a counter
 */
char *
ful_counter_label_new (FulProfile *profile,
                       guint       number)
{
  const FulCounter *counter = g_ptr_array_index (profile->counters, number);
  const FulThread *main_thread = ful_profile_get_thread (profile, counter->main_thread);

  return g_strdup_printf ("%s%s%s%s%s", main_thread->process_name ? main_thread->process_name : "",
                          main_thread->process_name ? ": " : "", counter->category, *counter->category != '\0' ? ": " : "",
                          counter->name);
}
