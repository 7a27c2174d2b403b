/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Navigation, first paint, load: the vertical lines of the timeline (tracks.md 9). */

#include "config.h"

#include "ful-page-event.h"


#include <math.h>

static const struct
{
  const char *name;
  guint32     rgb;
  int         key;     /* what of the payload has to hold, or FUL_NONE */
} kinds[] = {
  { "Navigation::Start", 0x8a8a90, 0 },
  { "Load", 0xd70022, 1 },
  { "DOMContentLoaded", 0x0a84ff, 1 },
  { "FirstContentfulPaint", 0xed00b5, FUL_NONE },
  { "FirstContentfulComposite", 0xed00b5, FUL_NONE },
  { "LargestContentfulPaint", 0xed00b5, FUL_NONE },
  { "TTI", 0x5e5c64, FUL_NONE },
};

static const char *const keys[] = { "innerWindowID", "category" };

static gboolean
holds (const FulPayloadReader *reader,
       int                     key)
{
  const FulPayloadValue *value;

  if (key == FUL_NONE)
    return TRUE;

  value = ful_payload_reader_get (reader, (guint) key);
  if (!value)
    return FALSE;

  return key == 0 ? ful_payload_value_is_true (value) : ful_payload_value_equals (value, "Navigation");
}

/**
 * ful_page_events_find:
 * @list: markers of a thread
 *
 * O(markers); reads the payloads of those with such a name.
 *
 * Returns: (transfer full) (element-type FulPageEvent): ascending by marker
 */
GArray *
ful_page_events_find (const FulMarkerList *list)
{
  GArray *events = g_array_new (FALSE, FALSE, sizeof (FulPageEvent));
  g_autoptr(FulPayloadReader) reader = ful_payload_reader_new (keys, G_N_ELEMENTS (keys));
  gint32 names[G_N_ELEMENTS (kinds)];

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    names[k] = ful_profile_find_string (list->profile, kinds[k].name);

  for (guint i = 0; i < list->n_markers; i++)
    for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
      {
        FulPageEvent event;

        if (names[k] == FUL_NONE || list->name[i] != names[k])
          continue;
        event = (FulPageEvent) { i, isnan (list->end[i]) ? list->start[i] : list->end[i], kinds[k].rgb, kinds[k].name, NAN };
        ful_marker_list_read_payload (list, i, reader);
        event.window = ful_payload_value_get_number (ful_payload_reader_get (reader, 0));
        if (holds (reader, kinds[k].key))
          g_array_append_val (events, event);
      }

  return events;
}
