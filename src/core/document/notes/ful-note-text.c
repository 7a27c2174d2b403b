/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Texts of notes have two signs of Markdown, within a line: **bold** and `code`. All else is shown as it is. O(bytes). */

#include "config.h"

#include "ful-note-text.h"

#include <string.h>

static const char *const signs[] = { "`", "**" };

/* A text from where it is read on. */
typedef struct
{
  const char *text;
  const char *no_more[G_N_ELEMENTS (signs)];   /* (nullable): up to there no sign ends anything */
} Reader;

/* A part of a text, without its signs. */
typedef struct
{
  const char *sign;     /* (nullable) */
  const char *start;
  gsize       length;
} Span;

/* Whether a signed part begins at @c. Each line is searched to its end once for a sign. */
static gboolean
read_signed (Reader     *reader,
             const char *c,
             guint       sign,
             Span       *span)
{
  gsize n = strlen (signs[sign]);
  const char *end = c + n;

  if (strncmp (c, signs[sign], n) != 0 || (reader->no_more[sign] && c < reader->no_more[sign]))
    return FALSE;

  while (*end && *end != '\n' && strncmp (end, signs[sign], n) != 0)
    end++;
  if (*end == '\0' || *end == '\n')
    {
      reader->no_more[sign] = end;
      return FALSE;
    }
  *span = (Span) { signs[sign], c + n, (gsize) (end - c) - n };

  return span->length > 0;
}

static Span
next_span (Reader *reader)
{
  Span plain = { NULL, reader->text, 0 };

  for (const char *c = reader->text; *c; c++)
    for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
      {
        Span span;

        if (!read_signed (reader, c, i, &span))
          continue;
        plain.length = (gsize) (c - plain.start);
        reader->text = plain.length > 0 ? c : span.start + span.length + strlen (signs[i]);

        return plain.length > 0 ? plain : span;
      }

  plain.length = strlen (plain.start);
  reader->text += plain.length;

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
  Reader reader = { text, { NULL } };
  GString *markup = g_string_new (NULL);

  while (*reader.text)
    {
      Span span = next_span (&reader);
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
  Reader reader = { text, { NULL } };
  GString *markdown = g_string_new (NULL);

  while (*reader.text)
    {
      Span span = next_span (&reader);
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
