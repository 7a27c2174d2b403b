/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sections of the overview and of stories as text with columns. */

#include "config.h"

#include "ful-section-text.h"

#include "base/ful-format.h"

/* Columns of names are not wider than this, but for the last one. */
#define MAX_NAME_CHARS 60

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

/**
 * ful_section_append_text:
 * @color: whether it goes to a terminal that shows colours
 */
void
ful_section_append_text (GString                  *to,
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
