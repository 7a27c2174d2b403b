/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The overview as Markdown, for logs, chat and language models: at most 60 lines and 6 KB, the same in every locale. */

#include "config.h"

#include "ful-overview-markdown.h"

#include "ful-overview-sections.h"
#include "ful-section-markdown.h"

#include "insight/markers/ful-insight-limits.h"

#include <string.h>

/* Heading, titles of columns, and the line below them. */
#define SECTION_LINES 3

/* The beginning: title, findings, limits. */
static GString *
begin (const FulOverview *overview,
       const char        *title)
{
  GString *text = g_string_new ("# Overview of ");
  g_autofree char *summary = ful_overview_dup_summary (overview);

  ful_markdown_append_name (text, title);
  g_string_append (text, "\n\n");
  ful_markdown_append_text (text, summary);
  g_string_append (text, "\n\n");
  for (guint i = 0; i < overview->findings->len; i++)
    {
      g_string_append (text, "- ");
      ful_markdown_append_text (text, g_array_index (overview->findings, FulFinding, i).text);
      g_string_append_c (text, '\n');
    }
  for (guint i = 0; i < overview->limits->len; i++)
    {
      g_autofree char *limit = ful_insight_limit_to_text (&g_array_index (overview->limits, FulInsightLimit, i));

      g_string_append (text, "- Note: ");
      ful_markdown_append_text (text, limit);
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
      Part part = { ful_section_dup_markdown_heading (g_ptr_array_index (sections, i)), ful_section_list_markdown (g_ptr_array_index (sections, i)) };

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
