/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The overview as Markdown, for logs, chat and language models: at most 60 lines and 6 KB, the same in every locale. */

#include "config.h"

#include "ful-overview-markdown.h"

#include "ful-insight-limits.h"
#include "ful-overview-sections.h"

#include "base/ful-format.h"

#include <string.h>

#define MAX_NAME_CHARS 60
#define MAX_SENTENCE_CHARS 200
/* Heading, titles of columns, and the line below them. */
#define SECTION_LINES 3

/* Appends a sentence in which no character means anything to Markdown. */
static void
append_escaped (GString    *to,
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

/* Appends a name in code marks, of which it gets one more than it has in a row; in a table a bar still needs an escape. */
static void
append_code (GString    *to,
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

/* Returns: (transfer full): rows of the section, a line each */
static GPtrArray *
list_lines (const FulOverviewSection *section)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  GString *line = g_string_new (NULL);

  for (guint i = 0; i < section->cells->len; i++)
    {
      guint column = i % section->n_columns;
      const char *text = g_ptr_array_index (section->cells, i);

      g_string_append (line, column == 0 ? "| " : " | ");
      if (section->columns[column].cell == FUL_OVERVIEW_CELL_NAME)
        append_code (line, text);
      else
        append_escaped (line, text);
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

static char *
dup_heading (const FulOverviewSection *section)
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

/* The beginning: title, findings, limits. */
static GString *
begin (const FulOverview *overview,
       const char        *title)
{
  GString *text = g_string_new ("# Overview of ");
  g_autofree char *summary = ful_overview_dup_summary (overview);

  append_code (text, title);
  g_string_append (text, "\n\n");
  append_escaped (text, summary);
  g_string_append (text, "\n\n");
  for (guint i = 0; i < overview->findings->len; i++)
    {
      g_string_append (text, "- ");
      append_escaped (text, g_array_index (overview->findings, FulFinding, i).text);
      g_string_append_c (text, '\n');
    }
  for (guint i = 0; i < overview->limits->len; i++)
    {
      g_autofree char *limit = ful_insight_limit_to_text (&g_array_index (overview->limits, FulInsightLimit, i));

      g_string_append (text, "- Note: ");
      append_escaped (text, limit);
      g_string_append_c (text, '\n');
    }
  if (overview->is_filtered)
    g_string_append (text, "- Note: " FUL_OVERVIEW_FILTERED "\n");
  g_string_append_c (text, '\n');

  return text;
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (const char *p = text; (p = strchr (p, '\n')); p++)
    n++;

  return n;
}

/* What is written of each section. */
typedef struct
{
  char      *heading;
  GPtrArray *lines;
} Part;

static void
clear_part (gpointer data)
{
  Part *part = data;

  g_free (part->heading);
  g_ptr_array_unref (part->lines);
}

/* Takes lines away where there are most, of equal ones at the end, until the rest is small enough. */
static void
shrink (GArray *parts,
        guint   n_lines,
        gsize   n_bytes)
{
  for (guint i = 0; i < parts->len; i++)
    {
      Part *part = &g_array_index (parts, Part, i);

      n_lines += SECTION_LINES + part->lines->len;
      n_bytes += strlen (part->heading);
      for (guint k = 0; k < part->lines->len; k++)
        n_bytes += strlen (g_ptr_array_index (part->lines, k));
    }

  while (parts->len > 0 && (n_lines > FUL_OVERVIEW_MARKDOWN_LINES || n_bytes > FUL_OVERVIEW_MARKDOWN_BYTES))
    {
      guint most = 0;
      Part *part;

      for (guint i = 1; i < parts->len; i++)
        if (g_array_index (parts, Part, i).lines->len >= g_array_index (parts, Part, most).lines->len)
          most = i;
      part = &g_array_index (parts, Part, most);
      n_bytes -= strlen (g_ptr_array_index (part->lines, part->lines->len - 1));
      n_lines--;
      g_ptr_array_set_size (part->lines, (int) part->lines->len - 1);
      if (part->lines->len == 0)
        {
          n_lines -= SECTION_LINES;
          n_bytes -= strlen (part->heading);
          g_array_remove_index (parts, most);
        }
    }
}

/**
 * ful_overview_to_markdown:
 * @title: name of the profile
 *
 * Returns: (transfer full): title, findings, limits, then a table for each section; names are code
 */
char *
ful_overview_to_markdown (const FulOverview *overview,
                          const char        *title)
{
  g_autoptr(GPtrArray) sections = ful_overview_sections_new (overview);
  g_autoptr(GArray) parts = g_array_new (FALSE, FALSE, sizeof (Part));
  GString *text = begin (overview, title);

  g_array_set_clear_func (parts, clear_part);
  for (guint i = 0; i < sections->len; i++)
    {
      Part part = { dup_heading (g_ptr_array_index (sections, i)), list_lines (g_ptr_array_index (sections, i)) };

      g_array_append_val (parts, part);
    }
  shrink (parts, count_lines (text->str), text->len);
  for (guint i = 0; i < parts->len; i++)
    {
      const Part *part = &g_array_index (parts, Part, i);

      g_string_append (text, part->heading);
      for (guint k = 0; k < part->lines->len; k++)
        g_string_append (text, g_ptr_array_index (part->lines, k));
    }

  return g_string_free (text, FALSE);
}
