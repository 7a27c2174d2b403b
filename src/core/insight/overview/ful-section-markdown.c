/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sections of the overview and of stories as tables of Markdown. Names may contain anything, texts are ours. */

#include "config.h"

#include "ful-section-markdown.h"

#include "base/ful-format.h"

#include <string.h>

#define MAX_NAME_CHARS 60
#define MAX_SENTENCE_CHARS 200

/**
 * ful_markdown_append_text:
 * @text: a sentence, in which no character means anything to Markdown
 */
void
ful_markdown_append_text (GString    *to,
                          const char *text)
{
  g_autofree char *visible = ful_format_excerpt (text, "", MAX_SENTENCE_CHARS);

  for (const char *p = visible; *p; p++)
    {
      if (strchr ("\\`*_{}[]<>#|~&", *p))
        g_string_append_c (to, '\\');
      g_string_append_c (to, *p);
    }
}

/**
 * ful_markdown_append_name:
 * @name: as in the profile: it becomes code
 *
 * It gets one code mark more than it has in a row; in a table a bar still needs an escape.
 */
void
ful_markdown_append_name (GString    *to,
                          const char *name)
{
  g_autofree char *visible = ful_format_excerpt (name, "", MAX_NAME_CHARS);
  guint longest = 0, run = 0;

  if (*visible == '\0')
    return;

  for (const char *p = visible; *p; p++)
    {
      run = *p == '`' ? run + 1 : 0;
      longest = MAX (longest, run);
    }
  for (guint i = 0; i <= longest; i++)
    g_string_append_c (to, '`');
  g_string_append (to, longest > 0 ? " " : "");
  for (const char *p = visible; *p; p++)
    g_string_append_printf (to, *p == '|' ? "\\%c" : "%c", *p);
  g_string_append (to, longest > 0 ? " " : "");
  for (guint i = 0; i <= longest; i++)
    g_string_append_c (to, '`');
}

/**
 * ful_section_list_markdown:
 *
 * Returns: (transfer full) (element-type utf8): rows of the section, a line each
 */
GPtrArray *
ful_section_list_markdown (const FulOverviewSection *section)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  GString *line = g_string_new (NULL);

  for (guint i = 0; i < section->cells->len; i++)
    {
      guint column = i % section->n_columns;
      const char *text = g_ptr_array_index (section->cells, i);

      g_string_append (line, column == 0 ? "| " : " | ");
      if (section->columns[column].cell == FUL_OVERVIEW_CELL_NAME)
        ful_markdown_append_name (line, text);
      else
        ful_markdown_append_text (line, text);
      if (column + 1 == section->n_columns)
        {
          g_string_append (line, " |\n");
          g_ptr_array_add (lines, g_strdup (line->str));
          g_string_truncate (line, 0);
        }
    }
  g_string_free (line, TRUE);

  return lines;
}

/**
 * ful_section_dup_markdown_heading:
 *
 * Returns: (transfer full): the title, and the first lines of the table
 */
char *
ful_section_dup_markdown_heading (const FulOverviewSection *section)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "## %s\n", section->title);
  for (guint c = 0; c < section->n_columns; c++)
    g_string_append_printf (text, "%s%s", c == 0 ? "| " : " | ", section->columns[c].title);
  g_string_append (text, " |\n");
  for (guint c = 0; c < section->n_columns; c++)
    g_string_append (text, section->columns[c].cell == FUL_OVERVIEW_CELL_NUMBER ? "|--:" : "|:--");
  g_string_append (text, "|\n");

  return g_string_free (text, FALSE);
}
