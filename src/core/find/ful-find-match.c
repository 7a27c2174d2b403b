/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds the names of one kind that have all words of a query, and the best of them (insight.md 12). The longest word is
 * searched in all names at once, the others where it is. The best are kept in a heap whose first is the worst, so that a
 * letter that most names have costs no sorting. */

#define _GNU_SOURCE   /* memmem() */
#include "config.h"

#include "ful-find-match.h"

#include "base/ful-memmem.h"
#include "base/ful-types.h"

#include <string.h>

#define CANCEL_CHECK_HITS 4096
/* Letters in order are so many times as far apart as in the word at most: in a long text there are any letters. */
#define MAX_SPREAD 4

typedef struct
{
  const FulFindNames *names;
  const FulFindQuery *query;
  guint               n_max;
  GArray             *heap;      /* FulFindHit */
  guint               n_found;
  FulFindHit          last;      /* of the row that may have more names; its fit is FUL_FIND_NOTHING if there is none */
} Matching;

static gboolean
has_case_of (const FulFindText *text,
             gsize              at,
             const FulFindWord *word)
{
  for (gsize i = 0; i < word->n; i++)
    if (ful_find_text_has_bit (text->capitals, at + i) != ful_find_text_has_bit (word->text.capitals, i))
      return FALSE;

  return TRUE;
}

static const char *
find_word (const FulFindNames *names,
           gsize               at,
           gsize               end,
           const FulFindWord  *word)
{
  return ful_find_word_search (word, names->text.folded->str + at, names->text.folded->str + end);
}

/* @found: (nullable): where the word is first in the name */
static FulFindFit
classify_word (const FulFindNames *names,
               guint               name,
               const FulFindWord  *word,
               const char         *found)
{
  gsize begin = ful_find_names_get_begin (names, name), end = ful_find_names_get_end (names, name);
  FulFindFit best = FUL_FIND_NOTHING;

  for (gsize at; found; found = find_word (names, at + 1, end, word))
    {
      at = (gsize) (found - names->text.folded->str);
      if (word->match_case && !has_case_of (&names->text, at, word))
        continue;
      if (at == begin)
        return end - begin == word->n ? FUL_FIND_EXACT : FUL_FIND_PREFIX;
      if (ful_find_text_has_bit (names->text.starts, at))
        return FUL_FIND_START;
      best = FUL_FIND_INSIDE;
    }

  return best;
}

/* A name is no better than its worst word.
 * @found: (nullable): where @known, one of the words, is first in it */
static FulFindFit
classify (const FulFindNames *names,
          guint               name,
          const FulFindQuery *query,
          const FulFindWord  *known,
          const char         *found)
{
  gsize begin = ful_find_names_get_begin (names, name), end = ful_find_names_get_end (names, name);
  FulFindFit worst = FUL_FIND_EXACT;

  for (guint i = 0; i < query->words->len && worst != FUL_FIND_NOTHING; i++)
    {
      const FulFindWord *word = &g_array_index (query->words, FulFindWord, i);

      worst = MAX (worst, classify_word (names, name, word, word == known ? found : find_word (names, begin, end, word)));
    }

  return worst;
}

static gboolean
has_letters (const char *text,
             const char *text_end,
             const char *word,
             const char *word_end)
{
  while (word < word_end)
    {
      gsize n = (gsize) (g_utf8_next_char (word) - word);
      const char *found = memmem (text, (gsize) (text_end - text), word, n);

      if (found == NULL)
        return FALSE;
      text = found + n;
      word += n;
    }

  return TRUE;
}

/* From each place where the first letter is. */
static gboolean
is_subsequence (const char        *text,
                const char        *text_end,
                const FulFindWord *word)
{
  const char *letters = word->text.folded->str;

  for (; (text = memchr (text, letters[0], (gsize) (text_end - text))); text++)
    if (has_letters (text, text + MIN ((gsize) (text_end - text), MAX_SPREAD * word->n), letters, letters + word->n))
      return TRUE;

  return FALSE;
}

/* Returns: whether @a comes after @b in the list */
static gboolean
is_worse (const FulFindNames *names,
          const FulFindHit   *a,
          const FulFindHit   *b)
{
  const char *text = names->text.folded->str;
  gsize x, y, x_length, y_length;
  double x_weight, y_weight;
  int order;

  if (a->fit != b->fit)
    return a->fit > b->fit;
  x_weight = g_array_index (names->weight, double, a->name);
  y_weight = g_array_index (names->weight, double, b->name);
  if (x_weight != y_weight)
    return x_weight < y_weight;
  x = ful_find_names_get_begin (names, a->name);
  y = ful_find_names_get_begin (names, b->name);
  x_length = ful_find_names_get_end (names, a->name) - x;
  y_length = ful_find_names_get_end (names, b->name) - y;
  if (x_length != y_length)
    return x_length > y_length;
  order = memcmp (text + x, text + y, x_length);

  return order != 0 ? order > 0 : a->name > b->name;
}

static void
swap (FulFindHit *a,
      FulFindHit *b)
{
  FulFindHit hit = *a;

  *a = *b;
  *b = hit;
}

/* Moves the hit at the top of the first @n down to its place. */
static void
sift_down (const FulFindNames *names,
           FulFindHit         *heap,
           guint               n)
{
  guint at = 0;

  while (2 * at + 1 < n)
    {
      guint child = 2 * at + 1;

      if (child + 1 < n && is_worse (names, &heap[child + 1], &heap[child]))
        child++;
      if (!is_worse (names, &heap[child], &heap[at]))
        return;
      swap (&heap[at], &heap[child]);
      at = child;
    }
}

static void
sift_up (const FulFindNames *names,
         FulFindHit         *heap,
         guint               at)
{
  while (at > 0 && is_worse (names, &heap[at], &heap[(at - 1) / 2]))
    {
      swap (&heap[at], &heap[(at - 1) / 2]);
      at = (at - 1) / 2;
    }
}

/* Counts the last row, whose names have all been seen. */
static void
end_row (Matching *self)
{
  FulFindHit *heap;

  if (self->last.fit == FUL_FIND_NOTHING)
    return;

  self->n_found++;
  if (self->heap->len < self->n_max)
    {
      g_array_append_val (self->heap, self->last);
      sift_up (self->names, (FulFindHit *) (gpointer) self->heap->data, self->heap->len - 1);
    }
  else if (self->n_max > 0)
    {
      heap = (FulFindHit *) (gpointer) self->heap->data;
      if (is_worse (self->names, &heap[0], &self->last))
        {
          heap[0] = self->last;
          sift_down (self->names, heap, self->heap->len);
        }
    }
  self->last.fit = FUL_FIND_NOTHING;
}

static void
add (Matching   *self,
     guint       name,
     FulFindFit  fit)
{
  FulFindHit hit = { name, g_array_index (self->names->row, guint32, name), fit };

  if (self->last.fit != FUL_FIND_NOTHING && self->last.row == hit.row)
    {
      if (is_worse (self->names, &self->last, &hit))
        self->last = hit;
      return;
    }
  end_row (self);
  self->last = hit;
}

/* Returns: the last name that begins at @at or before; @name is one of those */
static guint
find_name (const FulFindNames *names,
           guint               name,
           gsize               at)
{
  guint step = 1;

  for (; step < names->n - name && ful_find_names_get_begin (names, name + step) <= at; step *= 2)
    name += step;
  for (; step > 0; step /= 2)
    if (step < names->n - name && ful_find_names_get_begin (names, name + step) <= at)
      name += step;

  return name;
}

static const FulFindWord *
get_longest_word (const FulFindQuery *query)
{
  const FulFindWord *longest = &g_array_index (query->words, FulFindWord, 0);

  for (guint i = 1; i < query->words->len; i++)
    if (g_array_index (query->words, FulFindWord, i).n > longest->n)
      longest = &g_array_index (query->words, FulFindWord, i);

  return longest;
}

/* The names that have the longest word. */
static gboolean
match_words (Matching      *self,
             GCancellable  *cancellable,
             GError       **error)
{
  const FulFindNames *names = self->names;
  const FulFindWord *word = get_longest_word (self->query);
  const char *text = names->text.folded->str, *end = text + names->text.folded->len, *at = text;
  guint name = 0, n = 0;

  while (at < end && (at = ful_find_word_search (word, at, end)))
    {
      FulFindFit fit;

      name = find_name (names, name, (gsize) (at - text));
      fit = classify (names, name, self->query, word, at);
      if (fit != FUL_FIND_NOTHING)
        add (self, name, fit);
      at = text + ful_find_names_get_end (names, name) + 1;
      if (n++ % CANCEL_CHECK_HITS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }

  return TRUE;
}

/* All names, or those that have the letters of a word. */
static gboolean
match_all (Matching           *self,
           const FulFindWord  *word,
           GCancellable       *cancellable,
           GError            **error)
{
  const FulFindNames *names = self->names;
  const char *text = names->text.folded->str;
  guint32 letters = word ? ful_find_names_get_letters (word->text.folded->str, word->n) : 0;

  for (guint i = 0; i < names->n; i++)
    {
      FulFindFit fit = FUL_FIND_INSIDE;

      if (i % CANCEL_CHECK_HITS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if ((g_array_index (names->letters, guint32, i) & letters) != letters)
        continue;
      if (word)
        fit = classify (names, i, self->query, NULL, NULL);
      if (fit == FUL_FIND_NOTHING && !word->match_case &&
          is_subsequence (text + ful_find_names_get_begin (names, i), text + ful_find_names_get_end (names, i), word))
        fit = FUL_FIND_SUBSEQUENCE;
      if (fit != FUL_FIND_NOTHING)
        add (self, i, fit);
    }

  return TRUE;
}

static void
sort (Matching *self)
{
  FulFindHit *heap = (FulFindHit *) (gpointer) self->heap->data;

  for (guint n = self->heap->len; n > 1; n--)
    {
      swap (&heap[0], &heap[n - 1]);
      sift_down (self->names, heap, n - 1);
    }
}

/**
 * ful_find_match_new:
 * @names: names of one kind
 * @query: what to find; without words all names are found
 * @loosely: whether the letters of the only word in order are enough
 * @n_max: hits to keep
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(bytes of the names), and O(log (n_max)) for each hit.
 *
 * Returns: (transfer full) (nullable): what was found; %NULL if it was cancelled
 */
FulFindMatch *
ful_find_match_new (const FulFindNames  *names,
                    const FulFindQuery  *query,
                    gboolean             loosely,
                    guint                n_max,
                    GCancellable        *cancellable,
                    GError             **error)
{
  g_autoptr(GArray) heap = g_array_new (FALSE, FALSE, sizeof (FulFindHit));
  Matching matching = { names, query, n_max, heap, 0, { 0, 0, FUL_FIND_NOTHING } };
  gboolean ok;
  FulFindMatch *self;

  if (query->words->len == 0)
    ok = match_all (&matching, NULL, cancellable, error);
  else if (loosely && query->words->len == 1)
    ok = match_all (&matching, &g_array_index (query->words, FulFindWord, 0), cancellable, error);
  else
    ok = match_words (&matching, cancellable, error);
  if (!ok)
    return NULL;

  end_row (&matching);
  sort (&matching);
  self = g_new0 (FulFindMatch, 1);
  self->n_found = matching.n_found;
  self->hits = g_steal_pointer (&heap);

  return self;
}

void
ful_find_match_free (FulFindMatch *self)
{
  g_array_unref (self->hits);
  g_free (self);
}
