/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The overview as text with columns. */

#include "config.h"

#include "ful-overview-text.h"

#include "base/ful-format.h"
#include "insight/markers/ful-insight-limits.h"
#include "insight/overview/ful-overview-sections.h"
#include "insight/overview/ful-section-text.h"

/* @text: (transfer full) */
static void
append_line (GString    *to,
             const char *before,
             char       *text)
{
  g_autofree char *visible = ful_format_visible (text, "");

  g_string_append_printf (to, "%s%s\n", before, visible);
  g_free (text);
}

/**
 * ful_overview_to_text:
 * @color: whether it goes to a terminal that shows colours
 *
 * Returns: (transfer full): findings, limits, and a table for each section
 */
char *
ful_overview_to_text (const FulOverview *overview,
                      gboolean           color)
{
  g_autoptr(GPtrArray) sections = ful_overview_sections_new (overview);
  GString *text = g_string_new (NULL);

  append_line (text, "", ful_overview_dup_summary (overview));
  g_string_append_c (text, '\n');
  for (guint i = 0; i < overview->findings->len; i++)
    append_line (text, "", g_strdup (g_array_index (overview->findings, FulFinding, i).text));
  if (overview->limits->len > 0 || overview->is_filtered)
    g_string_append_c (text, '\n');
  for (guint i = 0; i < overview->limits->len; i++)
    append_line (text, "Note: ", ful_insight_limit_to_text (&g_array_index (overview->limits, FulInsightLimit, i)));
  if (overview->is_filtered)
    append_line (text, "Note: ", g_strdup (FUL_OVERVIEW_FILTERED));
  for (guint i = 0; i < sections->len; i++)
    ful_section_append_text (text, g_ptr_array_index (sections, i), color);

  return g_string_free (text, FALSE);
}
