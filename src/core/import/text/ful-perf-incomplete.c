/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Output of perf script without threads or times, which says nothing of when and where; it is named, not read. */

#include "config.h"

#include "ful-perf-incomplete.h"

#include "ful-text-head.h"

#include <string.h>

/* perf prints addresses on the right of so many columns, one blank behind what is before. */
#define COLUMNS 16

/* "7f001020 f", as perf script prints it: a word, or the number of a year, is no address. */
static gboolean
begins_frame (const char *text,
              gsize       n)
{
  gboolean has_digit = FALSE;
  gsize i;

  for (i = 0; i < n && g_ascii_isxdigit (text[i]); i++)
    has_digit = has_digit || g_ascii_isdigit (text[i]);

  return i >= 5 && has_digit && (i == n || text[i] == ' ');
}

/* Whether the word at @word, of @n bytes, is an address in its column. */
static gboolean
is_in_column (const char *word,
              gsize       n,
              const char *head)
{
  const char *p = word;

  while (p > head && p[-1] == ' ' && word - p <= COLUMNS)
    p--;
  n = MIN (n, COLUMNS + 1);

  return (gsize) (word - p) + n >= (p > head && p[-1] == '\t' ? COLUMNS : COLUMNS + 1) && (word > p || p > head);
}

/* Whether a frame is in its column somewhere in @line, which has no blanks around it. */
static gboolean
has_column (const char *line,
            gsize       n,
            const char *head)
{
  for (gsize i = 0; i < n; i++)
    {
      gsize n_word = 0;

      while (i + n_word < n && line[i + n_word] != ' ')
        n_word++;
      if (n_word > 0 && is_in_column (line + i, n_word, head) && begins_frame (line + i, n - i))
        return TRUE;
      i += n_word;
    }

  return FALSE;
}

static gboolean
next_line (FulTextHead  *lines,
           const char  **out_line,
           gsize        *out_n)
{
  do
    if (!ful_text_head_next (lines, out_line, out_n))
      return FALSE;
  while (*out_n == 0);

  return TRUE;
}

/* The name of an event, then a frame. */
static gboolean
has_event_and_frame (const char *line,
                     gsize       n)
{
  for (const char *p = line; p < line + n && (p = memchr (p, ':', (gsize) (line + n - p))); p++)
    {
      gsize after = 1;

      while (p + after < line + n && p[after] == ' ')
        after++;
      if (after > 1 && begins_frame (p + after, (gsize) (line + n - p) - after))
        return TRUE;
    }

  return FALSE;
}

/**
 * ful_perf_is_incomplete:
 * @head: of a text that no reader reads
 *
 * Whatever is before a frame, which may be on a line of its own: a command, a thread, a time, an event with a colon, or nothing.
 *
 * Returns: whether it looks like output of perf script
 */
gboolean
ful_perf_is_incomplete (const char *head,
                        gsize       n_head)
{
  FulTextHead lines;
  const char *line, *next;
  gsize n, n_next, n_word;

  if (!ful_text_head_init (&lines, head, n_head) || !next_line (&lines, &line, &n))
    return FALSE;
  if (memchr (line, ' ', n) && has_event_and_frame (line, n))
    return TRUE;
  if (!next_line (&lines, &next, &n_next))
    return FALSE;
  n_word = strcspn (next, " \n");
  if (begins_frame (next, n_next) && (next[-1] == ' ' || next[-1] == '\t') &&
      (is_in_column (next, n_word, head) || (line[n - 1] == ':' && memchr (line, ' ', n))))
    return TRUE;

  /* Behind a frame may be a line of the source. */
  return has_column (line, n, head) &&
         (has_column (next, n_next, head) || (next_line (&lines, &next, &n_next) && has_column (next, n_next, head)));
}
