/* SPDX-License-Identifier: GPL-3.0-or-later */

/* `meta` of traces and CPU profiles of Chrome and Node (formats.md 9, 11). */

#include "config.h"

#include "ful-chrome-meta.h"

#include "ful-v8-profile.h"

#include <math.h>
#include <stdlib.h>

/* The developer tools name files by the time of day: Trace-20260131T094500.json. The last time in the name counts.
 * Returns: ms since 1970, or NaN */
static double
find_time_of_day (const char *file_name)
{
  g_autoptr(GRegex) regex = g_regex_new ("(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)", 0, 0, NULL);
  g_autoptr(GMatchInfo) match = NULL;
  double time = NAN;

  g_regex_match (regex, file_name ? file_name : "", 0, &match);
  for (; g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_autoptr(GDateTime) date = NULL;
      int parts[6];

      for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
        {
          g_autofree char *digits = g_match_info_fetch (match, (gint) i + 1);

          parts[i] = atoi (digits);
        }
      date = g_date_time_new_local (parts[0], parts[1], parts[2], parts[3], parts[4], parts[5]);
      time = date ? (double) g_date_time_to_unix (date) * 1000 : NAN;
    }

  return time;
}

/**
 * ful_chrome_meta_init:
 * @meta: gets the members that all profiles of Chrome have, and the categories of #FulV8Category
 */
void
ful_chrome_meta_init (FulImportMeta *meta)
{
  static const FulImportCategory categories[] = {
    [FUL_V8_CATEGORY_OTHER] = { "Other", "grey" },
    [FUL_V8_CATEGORY_IDLE] = { "Idle", "transparent" },
    [FUL_V8_CATEGORY_JAVASCRIPT] = { "JavaScript", "yellow" },
    [FUL_V8_CATEGORY_GC] = { "GC / CC", "orange" },
    [FUL_V8_CATEGORY_GRAPHICS] = { "Graphics", "green" },
    [FUL_V8_CATEGORY_NATIVE] = { "Native", "blue" },
  };

  ful_import_meta_init (meta, "Chrome Trace", "Chrome Trace");
  ful_import_meta_set_number (meta, "interval", FUL_V8_INTERVAL);
  for (guint i = 0; i < G_N_ELEMENTS (categories); i++)
    ful_import_meta_add_category (meta, categories[i].name, categories[i].color);
}

/**
 * ful_chrome_meta_set_range:
 * @meta: a meta
 * @import: for the name of the file
 * @start: ms, when the recording began, or NaN
 * @end: ms, or NaN
 */
void
ful_chrome_meta_set_range (FulImportMeta   *meta,
                           const FulImport *import,
                           double           start,
                           double           end)
{
  double time_of_day = find_time_of_day (import->file_name);

  if (isfinite (start) && isfinite (end))
    {
      ful_import_meta_set_number (meta, "profilingStartTime", start);
      ful_import_meta_set_number (meta, "profilingEndTime", end);
    }
  if (isfinite (time_of_day))
    ful_import_meta_set_number (meta, "startTime", time_of_day - (isfinite (start) ? start : 0));
}
