/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The first lines of a file, by which formats of text are detected. */

#include "config.h"

#include "ful-text-head.h"

#include "io/bytes/ful-byte-stream.h"

#include <string.h>

/* No text has other control characters: escape begins colours. */
static gboolean
is_control (guchar c)
{
  return c < ' ' && !strchr ("\t\n\v\f\r\033\b", c);
}

/**
 * ful_text_head_init:
 * @self: gets the lines
 * @head: the first %FUL_HEAD_BYTES of a file, decompressed, or all of a shorter one; outlives @self
 * @n: how many there are
 *
 * Returns: whether the file is a text: it has no control characters
 */
gboolean
ful_text_head_init (FulTextHead *self,
                    const char  *head,
                    gsize        n)
{
  *self = (FulTextHead) { head, head + n, n >= FUL_HEAD_BYTES };

  for (gsize i = 0; i < n; i++)
    if (head[i] == '\0' || is_control ((guchar) head[i]))
      return FALSE;

  return n > 0;
}

/**
 * ful_text_head_next:
 * @out_line: (out): the next line, without blanks around it; it may be empty
 * @out_n: (out): its length in bytes
 *
 * A last line that is cut off is left out.
 *
 * Returns: whether there is one
 */
gboolean
ful_text_head_next (FulTextHead  *self,
                    const char  **out_line,
                    gsize        *out_n)
{
  const char *line = self->p;
  const char *newline = line < self->end ? memchr (line, '\n', (gsize) (self->end - line)) : NULL;
  const char *end = newline ? newline : self->end;

  if (line >= self->end || (newline == NULL && self->is_cut))
    return FALSE;

  self->p = end + 1;
  while (line < end && g_ascii_isspace (*line))
    line++;
  while (end > line && g_ascii_isspace (end[-1]))
    end--;
  *out_line = line;
  *out_n = (gsize) (end - line);

  return TRUE;
}

/* Names in brackets begin other texts: "[[heap]];work". */
static gboolean
begins_value (const char *text,
              gsize       n)
{
  static const char *const words[] = { "null", "true", "false" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (n >= strlen (words[i]) && memcmp (text, words[i], strlen (words[i])) == 0)
      return n == strlen (words[i]) || !(g_ascii_isalnum (text[strlen (words[i])]) || text[strlen (words[i])] == '_');

  return n > 0 && (strchr ("[]{\"-", *text) || g_ascii_isdigit (*text));
}

static gsize
skip_blanks (const char *text,
             gsize       i,
             gsize       n)
{
  while (i < n && g_ascii_isspace (text[i]))
    i++;

  return i;
}

/**
 * ful_text_begins_json:
 * @line: the first line of a text, without blanks before it
 *
 * Names in brackets begin other texts: "[NET 0]", "[1];work", "{main}", "[{main}]".
 *
 * Returns: whether it begins an object, or a list of objects, lists or texts
 */
gboolean
ful_text_begins_json (const char *line,
                      gsize       n)
{
  gsize i = skip_blanks (line, 1, n), next;

  if (n == 0 || (line[0] != '{' && line[0] != '[') || i >= n)
    return FALSE;
  if (line[i] == '"' || line[0] == '{')
    return line[i] == '"';
  next = skip_blanks (line, i + 1, n);
  if (line[i] == '{')
    return next >= n || line[next] == '"' || line[next] == '}';

  return line[i] == '[' && (next >= n || begins_value (line + next, n - next));
}
