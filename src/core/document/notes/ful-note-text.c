/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Texts of notes have two signs of Markdown, within a line: **bold** and `code`. All else is shown as it is. O(bytes). */

#include "config.h"

#include "ful-note-text.h"

#include <string.h>

static const char *const signs[] = { "`", "**" };

/* A part of a text, without its signs. */
typedef struct
{
  const char *sign;     /* (nullable) */
  const char *start;
  gsize       length;
} Span;

/* Whether a signed part begins at @c: @sign has to be there again in the line, and not at once. */
static gboolean
read_signed (const char *c,
             const char *sign,
             Span       *span)
{
  gsize n = strlen (sign);
  const char *end = c + n;

  if (strncmp (c, sign, n) != 0)
    return FALSE;

  while (*end && *end != '\n' && strncmp (end, sign, n) != 0)
    end++;
  *span = (Span) { sign, c + n, (gsize) (end - c) - n };

  return *end && *end != '\n' && span->length > 0;
}

/* Moves @text behind the part. Only the last sign of a line is searched in vain. */
static Span
next_span (const char **text)
{
  Span plain = { NULL, *text, 0 };

  for (const char *c = *text; *c; c++)
    for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
      {
        Span span;

        if (!read_signed (c, signs[i], &span))
          continue;
        plain.length = (gsize) (c - plain.start);
        *text = plain.length > 0 ? c : span.start + span.length + strlen (signs[i]);

        return plain.length > 0 ? plain : span;
      }

  plain.length = strlen (plain.start);
  *text += plain.length;

  return plain;
}

/**
 * ful_note_text_to_markup:
 * @text: text of a note
 * @code_tag: the element for code: "tt" of Pango, "code" of HTML
 *
 * Returns: (transfer full): the same as markup, all else escaped
 */
char *
ful_note_text_to_markup (const char *text,
                         const char *code_tag)
{
  GString *markup = g_string_new (NULL);

  while (*text)
    {
      Span span = next_span (&text);
      const char *tag = span.sign == NULL ? NULL : *span.sign == '`' ? code_tag : "b";
      g_autofree char *escaped = g_markup_escape_text (span.start, (gssize) span.length);

      if (tag)
        g_string_append_printf (markup, "<%s>%s</%s>", tag, escaped, tag);
      else
        g_string_append (markup, escaped);
    }

  return g_string_free (markup, FALSE);
}

/**
 * ful_note_text_to_markdown:
 * @text: text of a note
 *
 * Returns: (transfer full): the same as Markdown, all other signs escaped
 */
char *
ful_note_text_to_markdown (const char *text)
{
  GString *markdown = g_string_new (NULL);

  while (*text)
    {
      Span span = next_span (&text);
      gboolean is_code = span.sign && *span.sign == '`';

      g_string_append (markdown, span.sign ? span.sign : "");
      for (gsize i = 0; i < span.length; i++)
        {
          if (!is_code && strchr ("\\`*_[]<>#|", span.start[i]))
            g_string_append_c (markdown, '\\');
          g_string_append_c (markdown, span.start[i]);
        }
      g_string_append (markdown, span.sign ? span.sign : "");
    }

  return g_string_free (markdown, FALSE);
}
