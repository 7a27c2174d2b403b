/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The text of a search over all (insight.md 12): words with spaces between them, "two words" as one, and before them the
 * character of a kind. */

#define _GNU_SOURCE   /* memmem() */
#include "config.h"

#include "ful-find-query.h"

#include "base/ful-memmem.h"
#include "base/ful-types.h"

#include <string.h>

#define MAX_BYTES 1000
#define MAX_WORDS 16
/* Bytes of a word that are worth to make steps for. */
#define LEAST_STEPS 4
#define MOST_STEPS 256

static void
clear_word (gpointer data)
{
  ful_find_text_clear (&((FulFindWord *) data)->text);
}

static guint8
hash_pair (const char *last)
{
  return (guint8) ((guint8) last[0] - ((guint8) last[-1] << 3));
}

/* For ful_find_word_search(). */
static void
prepare (FulFindWord *self)
{
  const char *word = self->text.folded->str;
  gsize last = MIN (self->n, MOST_STEPS) - 1;
  guint8 *of_last;

  memset (self->place, 0, sizeof self->place);
  if (self->n < LEAST_STEPS)
    return;

  for (gsize i = 1; i < last; i++)
    self->place[hash_pair (word + i)] = (guint8) i;
  of_last = &self->place[hash_pair (word + last)];
  self->step = (guint8) (last - *of_last);
  *of_last = (guint8) last;
}

static void
add_word (GArray     *words,
          const char *text,
          gsize       length)
{
  FulFindWord word;

  if (length == 0 || words->len == MAX_WORDS)
    return;

  ful_find_text_init (&word.text);
  ful_find_text_append (&word.text, text, length);
  word.n = word.text.folded->len;
  word.match_case = FALSE;
  for (gsize i = 0; i < word.n; i++)
    word.match_case |= ful_find_text_has_bit (word.text.capitals, i);
  prepare (&word);
  g_array_append_val (words, word);
}

/**
 * ful_find_word_search:
 * @text: folded
 * @end: its end
 *
 * As memmem(), which prepares itself for the word each time: that takes longer than to find a word that many names have.
 *
 * Returns: (nullable): where the word is first, case aside
 */
const char *
ful_find_word_search (const FulFindWord *self,
                      const char        *text,
                      const char        *end)
{
  const char *word = self->text.folded->str;
  gsize last = MIN (self->n, MOST_STEPS) - 1;

  if (self->n < LEAST_STEPS)
    return memmem (text, (gsize) (end - text), word, self->n);
  if ((gsize) (end - text) < self->n)
    return NULL;

  for (const char *at = text + last; at < end; )
    {
      guint place = self->place[hash_pair (at)];

      if (place == 0)
        {
          at += last;
          continue;
        }
      if (place == last && (gsize) (end - (at - last)) >= self->n && memcmp (at - last, word, self->n) == 0)
        return at - last;
      at += place == last ? self->step : last - place;
    }

  return NULL;
}

static const char *
skip_spaces (const char *text)
{
  while (g_unichar_isspace (g_utf8_get_char (text)))
    text = g_utf8_next_char (text);

  return text;
}

static void
read_words (FulFindQuery *self)
{
  for (const char *at = skip_spaces (self->rest); *at; at = skip_spaces (at))
    {
      const char *begin = at;

      if (*at == '"')
        {
          begin++;
          at = begin + strcspn (begin, "\"");
          add_word (self->words, begin, (gsize) (at - begin));
          at += *at == '"';
          continue;
        }
      while (*at && !g_unichar_isspace (g_utf8_get_char (at)))
        at = g_utf8_next_char (at);
      add_word (self->words, begin, (gsize) (at - begin));
    }
}

/**
 * ful_find_query_new:
 * @text: UTF-8; the first 1000 bytes count
 *
 * Returns: (transfer full): what it asks for
 */
FulFindQuery *
ful_find_query_new (const char *text)
{
  FulFindQuery *self = g_atomic_rc_box_new0 (FulFindQuery);
  gsize length = strlen (text);
  g_autofree char *kept = NULL;
  const char *begin;

  length = length <= MAX_BYTES ? length : (gsize) (g_utf8_find_prev_char (text, text + MAX_BYTES) - text);
  kept = g_utf8_make_valid (text, (gssize) length);
  begin = skip_spaces (kept);
  self->kind = FUL_NONE;
  self->words = g_array_new (FALSE, FALSE, sizeof (FulFindWord));
  g_array_set_clear_func (self->words, clear_word);
  for (FulFindKind kind = 0; kind < FUL_N_FIND_KINDS && *begin; kind++)
    if (ful_find_kind_get_prefix (kind) == *begin)
      {
        self->kind = (gint32) kind;
        begin++;
        break;
      }
  self->rest = g_strstrip (g_strdup (begin));
  read_words (self);

  return self;
}

FulFindQuery *
ful_find_query_ref (FulFindQuery *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  FulFindQuery *self = data;

  g_free (self->rest);
  g_array_unref (self->words);
}

void
ful_find_query_unref (FulFindQuery *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* Returns: (nullable): the end of what is equal to a word at the beginning of a text */
static const char *
skip_word (const FulFindWord *word,
           const char        *text)
{
  const char *at = text;
  FulFindText read;
  gsize n;

  ful_find_text_init (&read);
  while (*at && read.folded->len < word->n)
    {
      const char *next = g_utf8_next_char (at);

      ful_find_text_append (&read, at, (gsize) (next - at));
      at = next;
    }
  n = read.folded->len;
  if (n != word->n || memcmp (read.folded->str, word->text.folded->str, n) != 0)
    at = NULL;
  for (gsize i = 0; at && word->match_case && i < n; i++)
    if (ful_find_text_has_bit (read.capitals, i) != ful_find_text_has_bit (word->text.capitals, i))
      at = NULL;
  ful_find_text_clear (&read);

  return at;
}

/**
 * ful_find_query_find:
 * @text: UTF-8, short
 * @inout_start: (inout): where to begin, in bytes; set to the start of the match
 * @out_end: (out): end of the match
 *
 * Finds the next word in a text that is shown.
 *
 * Returns: whether there is one
 */
gboolean
ful_find_query_find (const FulFindQuery *self,
                     const char         *text,
                     gsize              *inout_start,
                     gsize              *out_end)
{
  for (const char *at = text + *inout_start; *at; at = g_utf8_next_char (at))
    for (guint i = 0; i < self->words->len; i++)
      {
        const char *end = skip_word (&g_array_index (self->words, FulFindWord, i), at);

        if (end == NULL)
          continue;
        *inout_start = (gsize) (at - text);
        *out_end = (gsize) (end - text);
        return TRUE;
      }

  return FALSE;
}
