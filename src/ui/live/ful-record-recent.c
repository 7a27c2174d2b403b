/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The programs that were recorded last, in the settings: JSON each, newest first. A command in a folder is there once. */

#include "config.h"

#include "ful-record-recent.h"

#define KEY "recent-programs"
#define MAX_RECENT 10

static gboolean
is_same (const FulLiveRecordSetup *a,
         const FulLiveRecordSetup *b)
{
  return g_str_equal (a->command, b->command) && g_str_equal (a->folder, b->folder);
}

/**
 * ful_record_recent_list:
 * @settings: (nullable): those of the window
 *
 * Returns: (transfer full) (element-type FulLiveRecordSetup): newest first; what cannot be read is left out
 */
GPtrArray *
ful_record_recent_list (GSettings *settings)
{
  GPtrArray *recent = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_live_record_setup_free);
  g_auto(GStrv) texts = settings ? g_settings_get_strv (settings, KEY) : NULL;

  for (guint i = 0; texts && texts[i] && recent->len < MAX_RECENT; i++)
    {
      FulLiveRecordSetup *setup = ful_live_record_setup_new_from_text (texts[i], NULL);

      if (setup)
        g_ptr_array_add (recent, setup);
    }

  return recent;
}

/* @first: (nullable): comes first; @except: is left out */
static void
store (GSettings                *settings,
       const FulLiveRecordSetup *first,
       const FulLiveRecordSetup *except)
{
  g_autoptr(GPtrArray) recent = ful_record_recent_list (settings);
  g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  if (settings == NULL)
    return;
  if (first)
    g_ptr_array_add (texts, ful_live_record_setup_to_text (first));
  for (guint i = 0; i < recent->len && texts->len < MAX_RECENT; i++)
    if (!is_same (g_ptr_array_index (recent, i), except))
      g_ptr_array_add (texts, ful_live_record_setup_to_text (g_ptr_array_index (recent, i)));
  g_settings_set_value (settings, KEY, g_variant_new_strv ((const char *const *) texts->pdata, (gssize) texts->len));
}

/* @settings: (nullable) */
void
ful_record_recent_add (GSettings                *settings,
                       const FulLiveRecordSetup *setup)
{
  store (settings, setup, setup);
}

void
ful_record_recent_remove (GSettings                *settings,
                          const FulLiveRecordSetup *setup)
{
  store (settings, NULL, setup);
}
