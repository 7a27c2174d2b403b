/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Texts of notes have three signs of Markdown, within a line: **bold**, `code` and [words](link), where the link is a view of
 * profiler.firefox.com or #2, a step of the tour. All else is shown as it is. O(bytes). */

#include "config.h"

#include "ful-note-text.h"

#include <string.h>

#define VIEW_PREFIX "https://profiler.firefox.com/"

static const char *const signs[] = { "`", "**" };

/* A part of a text, without its signs. */
typedef struct
{
  const char *sign;     /* (nullable): "[" of a link */
  const char *start;
  gsize       length;
  const char *link;     /* (nullable) */
  gsize       link_length;
  const char *end;      /* behind it */
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
  *span = (Span) { .sign = sign, .start = c + n, .length = (gsize) (end - c) - n, .end = end + n };

  return *end && *end != '\n' && span->length > 0;
}

/* Whether a link begins at @c. Neither part of it has a bracket, so that no sign is read for many brackets. */
static gboolean
read_link (const char *c,
           Span       *span)
{
  gsize length = *c == '[' ? strcspn (c + 1, "[]\n") : 0, link_length;
  const char *link;

  if (length == 0 || c[length + 1] != ']' || c[length + 2] != '(')
    return FALSE;

  link = c + length + 3;
  link_length = strcspn (link, "[]() \t\n");
  *span = (Span) { "[", c + 1, length, link, link_length, link + link_length + 1 };
  if (link[link_length] != ')')
    return FALSE;

  return g_str_has_prefix (link, VIEW_PREFIX) || (*link == '#' && link_length > 1 && strspn (link + 1, "0123456789") == link_length - 1);
}

/* Moves @text behind the part. Only the last sign of a line is searched in vain. */
static Span
next_span (const char **text)
{
  Span plain = { .start = *text };

  for (const char *c = *text; *c; c++)
    {
      Span span;
      gboolean is_signed = read_link (c, &span);

      for (guint i = 0; i < G_N_ELEMENTS (signs) && !is_signed; i++)
        is_signed = read_signed (c, signs[i], &span);
      if (!is_signed)
        continue;
      plain.length = (gsize) (c - plain.start);
      *text = plain.length > 0 ? c : span.end;

      return plain.length > 0 ? plain : span;
    }

  plain.length = strlen (plain.start);
  *text += plain.length;

  return plain;
}

/* Opens the element of a link; one of HTML leads to a step on the same page, and to nothing else.
 * Returns: whether it leads anywhere */
static gboolean
append_link (const Span    *span,
             FulNoteMarkup  form,
             guint          n_steps,
             GString       *markup)
{
  g_autofree char *target = g_markup_escape_text (span->link, (gssize) span->link_length);
  guint64 step;

  if (*target != '#')
    {
      if (form == FUL_NOTE_MARKUP_PANGO)
        g_string_append_printf (markup, "<a href=\"%s\">", target);
      return form == FUL_NOTE_MARKUP_PANGO;
    }

  step = g_ascii_strtoull (target + 1, NULL, 10);
  if (step == 0 || step > n_steps)
    return FALSE;

  g_string_append_printf (markup, "<a href=\"#%s%" G_GUINT64_FORMAT "\">", form == FUL_NOTE_MARKUP_PANGO ? "" : "step-", step);

  return TRUE;
}

/**
 * ful_note_text_to_markup:
 * @text: text of a note
 * @form: where it is shown
 * @n_steps: of the tour; a link to another step is its words alone
 *
 * Returns: (transfer full): the same as markup, all else escaped
 */
char *
ful_note_text_to_markup (const char    *text,
                         FulNoteMarkup  form,
                         guint          n_steps)
{
  GString *markup = g_string_new (NULL);

  while (*text)
    {
      Span span = next_span (&text);
      const char *tag = span.sign == NULL || span.link ? NULL : *span.sign != '`' ? "b" : form == FUL_NOTE_MARKUP_PANGO ? "tt" : "code";
      g_autofree char *escaped = g_markup_escape_text (span.start, (gssize) span.length);

      if (span.link && append_link (&span, form, n_steps, markup))
        g_string_append_printf (markup, "%s</a>", escaped);
      else if (tag)
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
 * Returns: (transfer full): the same as Markdown, of links the words alone, all other signs escaped
 */
char *
ful_note_text_to_markdown (const char *text)
{
  GString *markdown = g_string_new (NULL);

  while (*text)
    {
      Span span = next_span (&text);
      gboolean is_code = span.sign && *span.sign == '`';
      const char *sign = span.sign && !span.link ? span.sign : "";

      g_string_append (markdown, sign);
      for (gsize i = 0; i < span.length; i++)
        {
          if (!is_code && strchr ("\\`*_[]<>#|", span.start[i]))
            g_string_append_c (markdown, '\\');
          g_string_append_c (markdown, span.start[i]);
        }
      g_string_append (markdown, sign);
    }

  return g_string_free (markdown, FALSE);
}
