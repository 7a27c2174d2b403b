/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The overview as text with columns. */

#include "config.h"

#include "ful-overview-text.h"

#include "base/ful-format.h"
#include "insight/ful-insight-limits.h"
#include "insight/ful-overview-sections.h"

/* Columns of names are not wider than this, but for the last one. */
#define MAX_NAME_CHARS 60

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

static char *
dup_cell (const FulOverviewSection *section,
          guint                     cell)
{
  const char *text = g_ptr_array_index (section->cells, cell);

  return section->columns[cell % section->n_columns].cell == FUL_OVERVIEW_CELL_NAME ? ful_format_excerpt (text, "", MAX_NAME_CHARS)
                                                                                     : g_strdup (text);
}

static void
append_cell (GString    *to,
             const char *text,
             glong       width,
             gboolean    at_end)
{
  glong padding = MAX (width - g_utf8_strlen (text, -1), 0);

  if (*text == '\0' && width == 0)
    return;
  if (at_end)
    g_string_append_printf (to, "  %*s%s", (int) padding, "", text);
  else
    g_string_append_printf (to, "  %s%*s", text, (int) padding, "");
}

static void
append_section (GString                  *to,
                const FulOverviewSection *section,
                gboolean                  color)
{
  g_autofree glong *width = g_new (glong, section->n_columns);

  for (guint c = 0; c < section->n_columns; c++)
    width[c] = g_utf8_strlen (section->columns[c].title, -1);
  for (guint i = 0; i < section->cells->len; i++)
    {
      g_autofree char *cell = dup_cell (section, i);
      guint column = i % section->n_columns;

      width[column] = MAX (width[column], g_utf8_strlen (cell, -1));
    }

  g_string_append_printf (to, "\n%s%s%s\n", color ? "\033[1m" : "", section->title, color ? "\033[0m" : "");
  for (guint c = 0; c < section->n_columns; c++)
    append_cell (to, section->columns[c].title, c + 1 < section->n_columns ? width[c] : 0,
                 section->columns[c].cell == FUL_OVERVIEW_CELL_NUMBER);
  g_string_append_c (to, '\n');
  for (guint i = 0; i < section->cells->len; i++)
    {
      g_autofree char *cell = dup_cell (section, i);
      guint column = i % section->n_columns;
      gboolean is_last = column + 1 == section->n_columns;

      append_cell (to, cell, is_last ? 0 : width[column], section->columns[column].cell == FUL_OVERVIEW_CELL_NUMBER);
      if (!is_last)
        continue;
      while (g_str_has_suffix (to->str, " "))
        g_string_truncate (to, to->len - 1);
      g_string_append_c (to, '\n');
    }
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
    append_section (text, g_ptr_array_index (sections, i), color);

  return g_string_free (text, FALSE);
}
