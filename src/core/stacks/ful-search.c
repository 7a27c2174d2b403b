/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The search over functions (transforms.md 5): comma separated terms, each a
 * substring of a function's name, source file or resource; or one regular
 * expression over the same texts. Case is ignored by default. */

#include "config.h"

#include "ful-search.h"

#include "base/ful-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Of terms that are for labels of samples. */
#define LABEL_PREFIX "label:"

/* What an expression may do with one text: some milliseconds at worst. */
#define REGEX_LIMITS "(*LIMIT_MATCH=100000)(*LIMIT_DEPTH=20000)"

/**
 * ful_search_new:
 * @profile: (nullable): what is searched; only one whose samples have labels has terms for them
 * @text: the text of the search
 * @flags: flags of the search
 * @error: %FUL_ERROR_ARGUMENT for an expression that does not compile
 *
 * Returns: (transfer full): the search
 */
FulSearch *
ful_search_new (const FulProfile  *profile,
                const char        *text,
                FulSearchFlags     flags,
                GError           **error)
{
  gboolean has_labels = profile && profile->has_labels;
  gboolean regex = (flags & FUL_SEARCH_REGEX) != 0;
  g_autoptr(FulSearch) self = g_new0 (FulSearch, 1);
  g_autoptr(GStrvBuilder) terms = g_strv_builder_new ();
  g_autoptr(GStrvBuilder) labels = g_strv_builder_new ();

  self->match_case = (flags & FUL_SEARCH_MATCH_CASE) != 0;
  if (regex && *text)
    {
      self->regex = ful_search_compile (text, self->match_case, error);
      if (self->regex == NULL)
        return NULL;
      g_strv_builder_add (terms, text);
    }
  else if (!regex)
    {
      g_auto(GStrv) parts = g_strsplit (text, ",", -1);

      for (guint i = 0; parts[i]; i++)
        {
          g_autofree char *folded = NULL;
          const char *term;

          g_strstrip (parts[i]);
          if (*parts[i] == '\0')
            continue;

          if (!self->match_case)
            folded = ful_search_fold (parts[i]);
          term = folded ? folded : parts[i];
          if (has_labels && g_str_has_prefix (term, LABEL_PREFIX))
            g_strv_builder_add (labels, term + strlen (LABEL_PREFIX));
          else
            g_strv_builder_add (terms, term);
        }
    }

  self->terms = g_strv_builder_end (terms);
  self->n_terms = g_strv_length (self->terms);
  self->labels = g_strv_builder_end (labels);

  return g_steal_pointer (&self);
}

void
ful_search_free (FulSearch *self)
{
  g_clear_pointer (&self->regex, g_regex_unref);
  g_strfreev (self->terms);
  g_strfreev (self->labels);
  g_free (self);
}

/* The lower case of a character, as toLowerCase() of JavaScript, which makes two of U+0130: "i" and a dot above. Its two of
 * U+03A3, at the end of a word and elsewhere, are one here: a term is a part of a word, whose end it cannot know.
 * Returns: how many there are */
static guint
fold_char (gunichar c,
           gunichar folded[2])
{
  folded[0] = c == 0x03c2 ? 0x03c3 : g_unichar_tolower (c);
  folded[1] = 0x0307;

  return c == 0x0130 ? 2 : 1;
}

/**
 * ful_search_append_folded:
 * @folded: gets @text in lower case, character by character
 * @text: UTF-8
 */
void
ful_search_append_folded (GString    *folded,
                          const char *text)
{
  while (*text)
    {
      const char *run = text;
      char *at;

      while (*text && (guchar) *text < 0x80)
        text++;
      g_string_append_len (folded, run, text - run);
      at = folded->str + folded->len - (text - run);
      for (gssize i = 0; i < text - run; i++)
        at[i] |= at[i] >= 'A' && at[i] <= 'Z' ? 0x20 : 0;

      for (; (guchar) *text >= 0x80; text = g_utf8_next_char (text))
        {
          gunichar chars[2];
          guint n = fold_char (g_utf8_get_char (text), chars);

          for (guint i = 0; i < n; i++)
            g_string_append_unichar (folded, chars[i]);
        }
    }
}

/**
 * ful_search_fold:
 * @text: UTF-8
 *
 * Returns: (transfer full): @text in lower case, character by character
 */
char *
ful_search_fold (const char *text)
{
  GString *folded = g_string_sized_new (strlen (text));

  ful_search_append_folded (folded, text);

  return g_string_free (folded, FALSE);
}

/**
 * ful_search_compile:
 * @pattern: a regular expression of GRegex
 * @match_case: whether upper and lower case differ
 * @error: %FUL_ERROR_ARGUMENT, with what is wrong and where
 *
 * The expression has limits, so that matching is fast for any text.
 *
 * Returns: (transfer full): the expression, or %NULL with @error set
 */
GRegex *
ful_search_compile (const char  *pattern,
                    gboolean     match_case,
                    GError     **error)
{
  GRegexCompileFlags flags = match_case ? 0 : G_REGEX_CASELESS;
  g_autoptr(GError) local_error = NULL;
  g_autofree char *limited = NULL;
  GRegex *regex = NULL;

  /* First as it is, so that the error speaks of the user's own characters. */
  g_autoptr(GRegex) plain = g_regex_new (pattern, flags, 0, &local_error);

  if (plain)
    {
      limited = g_strconcat (REGEX_LIMITS, pattern, NULL);
      regex = g_regex_new (limited, flags, 0, &local_error);
    }
  if (regex == NULL)
    g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("Invalid regular expression: %s"),
                 local_error->message);

  return regex;
}

/**
 * ful_search_match_regex:
 * @regex: an expression of ful_search_compile()
 * @text: UTF-8
 * @out_found: (out): whether it is found in @text
 * @error: %FUL_ERROR_ARGUMENT if it takes too long
 */
gboolean
ful_search_match_regex (const GRegex  *regex,
                        const char    *text,
                        gboolean      *out_found,
                        GError       **error)
{
  g_autoptr(GError) local_error = NULL;

  *out_found = g_regex_match_full (regex, text, -1, 0, 0, NULL, &local_error);
  if (local_error == NULL)
    return TRUE;

  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT,
               _("The regular expression needs too many steps for “%.80s”; simplify it"), text);
  return FALSE;
}

typedef struct
{
  const FulSearch *search;
  char           **terms;    /* those to match */
  guint            n_terms;
  GString         *buffer;   /* used again and again */
} Matcher;

/* Adds the bits of the terms that @text matches. */
static gboolean
match_text (Matcher     *self,
            const char  *text,
            guint8      *inout_mask,
            GError     **error)
{
  const char *searched = text;
  gboolean found;

  if (self->search->regex)
    {
      if (!ful_search_match_regex (self->search->regex, text, &found, error))
        return FALSE;
      *inout_mask |= found ? 1 : 0;
      return TRUE;
    }

  if (!self->search->match_case)
    {
      g_string_truncate (self->buffer, 0);
      ful_search_append_folded (self->buffer, text);
      searched = self->buffer->str;
    }
  for (guint t = 0; t < self->n_terms; t++)
    if (strstr (searched, self->terms[t]))
      *inout_mask |= (guint8) (1u << t);

  return TRUE;
}

/**
 * ful_search_match_funcs:
 * @self: a search with a term at least
 * @profile: a profile
 * @first: the first term; it and at most seven more are
 * @cancellable: (nullable): checked every few thousand functions
 * @error: %FUL_ERROR_ARGUMENT if an expression takes too long, or %G_IO_ERROR_CANCELLED
 *
 * Matches functions with terms, by their stored and their shown names. A non-zero byte marks a function that is to be
 * highlighted. O(functions × length of their names).
 *
 * Returns: (transfer full): for each function a bit for each term it matches
 */
guint8 *
ful_search_match_funcs (const FulSearch  *self,
                        FulProfile       *profile,
                        guint             first,
                        GCancellable     *cancellable,
                        GError          **error)
{
  const FulFuncTable *funcs = profile->funcs;
  guint n_sources = profile->sources->table.n_rows;
  guint n_resources = profile->resources->table.n_rows;
  g_autofree guint8 *match = g_new0 (guint8, MAX (funcs->table.n_rows, 1));
  g_autofree guint8 *source_match = g_new0 (guint8, n_sources + 1);
  g_autofree guint8 *resource_match = g_new0 (guint8, n_resources + 1);
  g_autoptr(GString) buffer = g_string_sized_new (256);
  Matcher matcher = { self, self->terms + first, MIN (self->n_terms - first, 8), buffer };

  for (guint i = 0; i < n_sources; i++)
    if (profile->sources->filename[i] != FUL_NONE &&
        !match_text (&matcher, ful_profile_get_string (profile, profile->sources->filename[i]),
                     &source_match[i], error))
      return NULL;
  for (guint i = 0; i < n_resources; i++)
    if (!match_text (&matcher, ful_profile_get_string (profile, profile->resources->name[i]),
                     &resource_match[i], error))
      return NULL;

  for (guint i = 0; i < funcs->table.n_rows; i++)
    {
      const char *name, *shown_name;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;

      name = ful_profile_get_func_name (profile, (FulFuncIndex) i);
      shown_name = ful_profile_get_shown_name (profile, (FulFuncIndex) i);
      if (!match_text (&matcher, name, &match[i], error) ||
          (shown_name != name && !match_text (&matcher, shown_name, &match[i], error)))
        return NULL;
      if (funcs->source[i] != FUL_NONE)
        match[i] |= source_match[funcs->source[i]];
      if (funcs->resource[i] != FUL_NONE)
        match[i] |= resource_match[funcs->resource[i]];
    }

  return g_steal_pointer (&match);
}

/**
 * ful_search_match_any:
 * @self: a search
 * @profile: a profile
 * @cancellable: (nullable): checked every few thousand functions
 * @error: see ful_search_match_funcs()
 *
 * Returns: (transfer full): for each function whether it matches any of the terms
 */
guint8 *
ful_search_match_any (const FulSearch  *self,
                      FulProfile       *profile,
                      GCancellable     *cancellable,
                      GError          **error)
{
  guint n_funcs = profile->funcs->table.n_rows;
  g_autofree guint8 *any = g_new0 (guint8, MAX (n_funcs, 1));

  for (guint first = 0; first < self->n_terms; first += 8)
    {
      g_autofree guint8 *some = ful_search_match_funcs (self, profile, first, cancellable, error);

      if (some == NULL)
        return NULL;
      for (guint i = 0; i < n_funcs; i++)
        any[i] |= some[i];
    }

  return g_steal_pointer (&any);
}

/* Whether one of the lines is @label, or begins with it and “=”. */
static gboolean
has_label (const char *lines,
           const char *label)
{
  gsize n = strlen (label);

  for (const char *line = lines; line; line = strchr (line, '\n'))
    {
      line += *line == '\n';
      if (strncmp (line, label, n) == 0 && (line[n] == '\0' || line[n] == '\n' || line[n] == '='))
        return TRUE;
    }

  return FALSE;
}

/**
 * ful_search_match_labels:
 * @self: a search
 * @labels: (nullable): of a sample: lines KEY=VALUE
 *
 * Returns: whether the sample has all labels that are searched for
 */
gboolean
ful_search_match_labels (const FulSearch *self,
                         const char      *labels)
{
  g_autofree char *folded = labels && !self->match_case ? ful_search_fold (labels) : NULL;

  for (guint i = 0; self->labels[i]; i++)
    if (labels == NULL || !has_label (folded ? folded : labels, self->labels[i]))
      return FALSE;

  return TRUE;
}

/* Whether @text begins with @term, which is folded unless case matters. Returns where it ends: after the character of
 * which it has a part at least. */
static const char *
skip_term (const char *text,
           const char *term,
           gboolean    match_case)
{
  if (match_case)
    return g_str_has_prefix (text, term) ? text + strlen (term) : NULL;

  for (; *text && *term; text = g_utf8_next_char (text))
    {
      gunichar chars[2];
      guint n = fold_char (g_utf8_get_char (text), chars);

      for (guint i = 0; i < n && *term; i++, term = g_utf8_next_char (term))
        if (chars[i] != g_utf8_get_char (term))
          return NULL;
    }

  return *term ? NULL : text;
}

/**
 * ful_search_find:
 * @self: a search
 * @text: UTF-8
 * @inout_start: (inout): where to begin, in bytes; set to the start of the match
 * @out_end: (out): end of the match
 *
 * Finds the next match, for highlighting.
 *
 * Returns: whether there is one
 */
gboolean
ful_search_find (const FulSearch  *self,
                 const char       *text,
                 gsize            *inout_start,
                 gsize            *out_end)
{
  if (self->regex)
    {
      g_autoptr(GMatchInfo) info = NULL;
      int start, end;

      if (!g_regex_match_full (self->regex, text, -1, (int) *inout_start, 0, &info, NULL) ||
          !g_match_info_fetch_pos (info, 0, &start, &end) || end <= start)
        return FALSE;
      *inout_start = (gsize) start;
      *out_end = (gsize) end;
      return TRUE;
    }

  for (const char *p = text + *inout_start; *p; p = g_utf8_next_char (p))
    for (guint t = 0; t < self->n_terms; t++)
      {
        const char *end = skip_term (p, self->terms[t], self->match_case);

        if (end == NULL)
          continue;
        *inout_start = (gsize) (p - text);
        *out_end = (gsize) (end - text);
        return TRUE;
      }

  return FALSE;
}
