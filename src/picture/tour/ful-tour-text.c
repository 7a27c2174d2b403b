/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures are in the page as data: a page that is sent alone is whole. What the page says of itself forbids scripts and whatever is
 * not in it. O(bytes of texts and pictures). */

#include "config.h"

#include "ful-tour-text.h"

#include "base/ful-format.h"
#include "document/notes/ful-note-text.h"
#include "insight/overview/ful-section-markdown.h"

/* Of all pictures in the page; those beyond are left to the files. */
#define MAX_PICTURE_BYTES ((gsize) 64 << 20)
#define MAX_NAME_CHARS 200

static const char head[] =
  "<!DOCTYPE html>\n"
  "<html>\n"
  "<head>\n"
  "<meta charset=\"utf-8\">\n"
  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n"
  "<meta name=\"viewport\" content=\"width=device-width\">\n"
  "<title>%s</title>\n"
  "<style>\n"
  "body { font: 16px/1.5 sans-serif; max-width: 1280px; margin: 2em auto; padding: 0 1em; color: #222; background: #fff }\n"
  "img { max-width: 100%%; border: 1px solid #ccc }\n"
  "p { white-space: pre-line }\n"
  "table { border-collapse: collapse }\n"
  "th, td { text-align: end; padding: 2px 12px; border-bottom: 1px solid #ddd }\n"
  "th:first-child, td:first-child { text-align: start; overflow-wrap: anywhere }\n"
  "pre { overflow-x: auto; padding: 8px 12px; background: #f2f2f2 }\n"
  "</style>\n"
  "</head>\n"
  "<body>\n"
  "<h1 dir=\"auto\">%s</h1>\n";

/* Returns: (transfer full): for a place between tags or in a quoted attribute */
static char *
escape (const char *text)
{
  g_autofree char *visible = ful_format_excerpt (text, "", MAX_NAME_CHARS);

  return g_markup_escape_text (visible, -1);
}

/**
 * ful_tour_text_init:
 * @title: what the tour is of
 * @n_steps: number of its steps
 */
void
ful_tour_text_init (FulTourText *self,
                    const char  *title,
                    guint        n_steps)
{
  g_autofree char *escaped = escape (title);

  self->n_steps = n_steps;
  self->n_picture_bytes = 0;
  self->markdown = g_string_new ("# ");
  ful_markdown_append_text (self->markdown, title);
  g_string_append (self->markdown, "\n\n");
  self->html = g_string_new (NULL);
  g_string_append_printf (self->html, head, escaped, escaped);
}

void
ful_tour_text_clear (FulTourText *self)
{
  if (self->markdown)
    g_string_free (self->markdown, TRUE);
  if (self->html)
    g_string_free (self->html, TRUE);
  self->markdown = self->html = NULL;
}

void
ful_tour_text_begin_step (FulTourText *self,
                          guint        number,
                          const char  *name)
{
  g_autofree char *escaped = escape (name);

  g_string_append_printf (self->markdown, "## %u. ", number);
  ful_markdown_append_text (self->markdown, name);
  g_string_append (self->markdown, "\n\n");
  g_string_append_printf (self->html, "<h2 id=\"step-%u\" dir=\"auto\">%u. %s</h2>\n", number, number, escaped);
}

void
ful_tour_text_add_sentence (FulTourText *self,
                            const char  *text)
{
  g_autofree char *escaped = escape (text);

  ful_markdown_append_text (self->markdown, text);
  g_string_append (self->markdown, "\n\n");
  g_string_append_printf (self->html, "<p dir=\"auto\">%s</p>\n", escaped);
}

/**
 * ful_tour_text_add_notice:
 * @text: a sentence of ours
 */
void
ful_tour_text_add_notice (FulTourText *self,
                          const char  *text)
{
  g_autofree char *escaped = escape (text);

  g_string_append_printf (self->markdown, "*%s*\n\n", text);
  g_string_append_printf (self->html, "<p dir=\"auto\"><em>%s</em></p>\n", escaped);
}

/**
 * ful_tour_text_add_note:
 * @text: text of a note; nothing is added of an empty one
 */
void
ful_tour_text_add_note (FulTourText *self,
                        const char  *text)
{
  g_autofree char *visible = ful_format_label (text, "\n");
  g_autofree char *words = ful_note_text_to_markdown (visible);
  g_autofree char *markup = ful_note_text_to_markup (visible, FUL_NOTE_MARKUP_HTML, self->n_steps);
  g_auto(GStrv) lines = g_strsplit (words, "\n", -1);

  if (*words == '\0')
    return;

  for (guint i = 0; lines[i]; i++)
    g_string_append_printf (self->markdown, "%s\n", g_strstrip (lines[i]));
  g_string_append_c (self->markdown, '\n');
  g_string_append_printf (self->html, "<p dir=\"auto\">%s</p>\n", markup);
}

/**
 * ful_tour_text_add_picture:
 * @number: of the step, whose pictures are step-N.png and step-N.svg
 * @name: of the step
 */
void
ful_tour_text_add_picture (FulTourText *self,
                           guint        number,
                           const char  *name,
                           GBytes      *png)
{
  g_autofree char *escaped = escape (name);

  g_string_append_printf (self->markdown, "[![%u. ", number);
  ful_markdown_append_text (self->markdown, name);
  g_string_append_printf (self->markdown, "](step-%u.png)](step-%u.svg)\n\n", number, number);

  self->n_picture_bytes += g_bytes_get_size (png);
  if (self->n_picture_bytes <= MAX_PICTURE_BYTES)
    {
      g_autofree char *data = g_base64_encode (g_bytes_get_data (png, NULL), g_bytes_get_size (png));

      g_string_append_printf (self->html, "<p><img alt=\"%u. %s\" src=\"data:image/png;base64,%s\"></p>\n", number, escaped, data);
    }
  else
    {
      g_string_append_printf (self->html, "<p>step-%u.png</p>\n", number);
    }
}

/**
 * ful_tour_text_add_command:
 * @line: one line
 */
void
ful_tour_text_add_command (FulTourText *self,
                           const char  *line)
{
  g_autofree char *shown = ful_format_label (line, "");
  g_autofree char *escaped = g_markup_escape_text (shown, -1);

  /* Indented, as it may have any sign. */
  g_string_append_printf (self->markdown, "    %s\n\n", shown);
  g_string_append_printf (self->html, "<pre>%s</pre>\n", escaped);
}

/**
 * ful_tour_text_begin_table:
 * @headings: (array zero-terminated=1): of the names and of each figure
 */
void
ful_tour_text_begin_table (FulTourText  *self,
                           const char  **headings)
{
  g_autoptr(GString) line = g_string_new ("|");

  g_string_append_c (self->markdown, '|');
  g_string_append (self->html, "<table>\n<tr>");
  for (guint i = 0; headings[i]; i++)
    {
      g_string_append_printf (self->markdown, " %s |", headings[i]);
      g_string_append_printf (self->html, "<th>%s</th>", headings[i]);
      g_string_append (line, i == 0 ? " --- |" : " ---: |");
    }
  g_string_append_printf (self->markdown, "\n%s\n", line->str);
  g_string_append (self->html, "</tr>\n");
}

/**
 * ful_tour_text_add_row:
 * @name: as in the profile
 * @figures: (array zero-terminated=1): as many as there are headings for
 */
void
ful_tour_text_add_row (FulTourText  *self,
                       const char   *name,
                       const char  **figures)
{
  g_autofree char *escaped = escape (name);

  g_string_append (self->markdown, "| ");
  ful_markdown_append_name (self->markdown, name);
  g_string_append (self->markdown, " |");
  g_string_append_printf (self->html, "<tr><td dir=\"auto\"><code>%s</code></td>", escaped);
  for (guint i = 0; figures[i]; i++)
    {
      g_string_append_printf (self->markdown, " %s |", figures[i]);
      g_string_append_printf (self->html, "<td>%s</td>", figures[i]);
    }
  g_string_append_c (self->markdown, '\n');
  g_string_append (self->html, "</tr>\n");
}

void
ful_tour_text_end_table (FulTourText *self)
{
  g_string_append_c (self->markdown, '\n');
  g_string_append (self->html, "</table>\n");
}

void
ful_tour_text_finish (FulTourText *self)
{
  g_string_append (self->html, "</body>\n</html>\n");
}
