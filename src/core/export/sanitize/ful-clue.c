/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What still looks like an address, a home folder or an address of mail (sanitize.md 5). It takes more for these than the removal
 * does, and shares no code with it: what one overlooks the other one finds. O(bytes). */

#define _GNU_SOURCE   /* memrchr() */
#include "config.h"

#include "ful-clue.h"

#include <string.h>

/* In texts of many bytes a clue is no longer. */
#define MAX_CLUE_BYTES 300

static const char *const names[FUL_N_CLUES] = { "address", "home", "mail", "name" };

/**
 * ful_clue_get_name:
 *
 * Returns: the word for it in reports
 */
const char *
ful_clue_get_name (FulClueKind kind)
{
  return names[kind];
}

static gboolean
starts_with (const char *p,
             const char *end,
             const char *word)
{
  gsize n = strlen (word);

  return (gsize) (end - p) >= n && g_ascii_strncasecmp (p, word, n) == 0;
}

/* Returns: the length of the text among @words at @p; 0 if there is none */
static gsize
match_one (const char         *p,
           const char         *end,
           const char * const *words)
{
  for (guint i = 0; words[i]; i++)
    if (starts_with (p, end, words[i]))
      return strlen (words[i]);

  return 0;
}

static const char *
find_end (const char *p,
          const char *end)
{
  const char *limit = end - p > MAX_CLUE_BYTES ? p + MAX_CLUE_BYTES : end;

  while (p < limit && (guchar) *p > ' ' && *p != '"' && *p != ')' && *p != '\'' && *p != '<')
    p++;
  /* Not within a character. */
  while (p < end && p == limit && ((guchar) *p & 0xC0) == 0x80)
    p++;

  return p;
}

static gboolean
is_of_scheme (char c)
{
  return g_ascii_isalnum (c) || c == '+' || c == '-' || c == '.';
}

/* Addresses of the browser itself, and of programs that name where a source is, tell nothing. */
static gboolean
is_public_scheme (const char *p,
                  gsize       n)
{
  static const char *const schemes[] = { "chrome", "resource", "moz-src", "git", "node", NULL };

  for (guint i = 0; schemes[i]; i++)
    if (strlen (schemes[i]) == n && g_ascii_strncasecmp (p, schemes[i], n) == 0)
      return TRUE;

  return FALSE;
}

/* Returns: after the address whose separator is at @p, or @p if it is none */
static const char *
try_address (const char   *text,
             const char   *p,
             const char   *end,
             FulClueFunc  func,
             gpointer      user_data)
{
  static const char *const separators[] = {
    "://", "%3A%2F%2F", "%3A//", "%253A%252F%252F", ":\\/\\/", ":\\u002f\\u002f", "\\u003a\\u002f\\u002f", "\\x3a\\x2f\\x2f",
    "&#58;//", "&#x3a;//", "&#58;&#47;&#47;", "&#x3a;&#x2f;&#x2f;", "&#58;&#x2f;&#x2f;", "&colon;//", "&colon;&sol;&sol;", ":&sol;&sol;", NULL
  };
  gsize n = match_one (p, end, separators);
  const char *rest = p + n, *begin = p, *last;

  if (n == 0)
    return p;
  while (begin > text && p - begin < 20 && is_of_scheme (begin[-1]))
    begin--;
  while (begin < p && !g_ascii_isalpha (*begin))
    begin++;
  last = find_end (rest, end);
  if (begin == p || last == rest || is_public_scheme (begin, (gsize) (p - begin)))
    return p;
  func (FUL_CLUE_ADDRESS, begin, (gsize) (last - begin), user_data);

  return last;
}

static gboolean
is_of_name (char c)
{
  return (guchar) c >= 0x80 || g_ascii_isalnum (c) || c == '.' || c == '_' || c == '-';
}

/* Likewise, of a home folder whose first separator is at @p. */
static const char *
try_home (const char   *p,
          const char   *end,
          FulClueFunc  func,
          gpointer      user_data)
{
  static const char *const separators[] = { "/", "\\/", "\\\\", "\\", "%2F", "%5C", NULL };
  static const char *const folders[] = { "home", "users", "documents and settings", NULL };
  gsize before = match_one (p, end, separators);
  gsize n_folder = before > 0 ? match_one (p + before, end, folders) : 0;
  gsize after = n_folder > 0 ? match_one (p + before + n_folder, end, separators) : 0;
  const char *name = p + before + n_folder + after, *last = name;

  if (after == 0)
    return p;
  while (last < end && last - name < MAX_CLUE_BYTES && is_of_name (*last))
    last++;
  if (last == name)
    return p;
  func (FUL_CLUE_HOME, p, (gsize) (last - p), user_data);

  return last;
}

static gboolean
is_of_mail (char c)
{
  return is_of_name (c) || c == '+' || c == '%';
}

/* Versions of symbols and sizes of pictures look the same; ids of what comes with every Firefox are no clue. */
static gboolean
is_domain (const char *p,
           gsize       n)
{
  static const char *const files[] = { "png", "jpg", "jpeg", "svg", "gif", "webp", "js", "mjs", "ts", "css", "so", "json", "html", "cpp", "map", NULL };
  const char *dot = g_strrstr_len (p, (gssize) n, ".");
  gsize n_last = dot ? n - (gsize) (dot + 1 - p) : 0;

  if (dot == NULL || dot == p || n_last < 2)
    return FALSE;
  for (gsize i = 0; i < n_last; i++)
    if (!g_ascii_isalpha (dot[1 + i]))
      return FALSE;
  if (n == strlen ("mozilla.org") && (g_ascii_strncasecmp (p, "mozilla.org", n) == 0 || g_ascii_strncasecmp (p, "mozilla.com", n) == 0))
    return FALSE;
  for (guint i = 0; files[i]; i++)
    if (strlen (files[i]) == n_last && g_ascii_strncasecmp (dot + 1, files[i], n_last) == 0)
      return FALSE;

  return TRUE;
}

/* Likewise, of an address of mail whose @ is at @p. */
static const char *
try_mail (const char   *text,
          const char   *p,
          const char   *end,
          FulClueFunc  func,
          gpointer      user_data)
{
  const char *begin = p, *last = p + 1;

  while (begin > text && p - begin < 64 && is_of_mail (begin[-1]))
    begin--;
  while (last < end && last - p < 255 && (g_ascii_isalnum (*last) || *last == '.' || *last == '-'))
    last++;
  while (last > p + 1 && !g_ascii_isalnum (last[-1]))
    last--;
  if (begin == p || !is_domain (p + 1, (gsize) (last - p - 1)))
    return p;
  func (FUL_CLUE_MAIL, begin, (gsize) (last - begin), user_data);

  return last;
}

/**
 * ful_clue_search:
 * @text: (array length=length): a text
 * @removals: what was removed: of what was kept nothing is found
 * @func: called for each clue but names, in order
 */
void
ful_clue_search (const char   *text,
                  gsize         length,
                  FulRemovals   removals,
                  FulClueFunc  func,
                  gpointer      user_data)
{
  const char *end = text + length;

  for (const char *p = text; p < end; )
    {
      const char *after = p;

      if (removals & FUL_REMOVE_URLS && (*p == ':' || *p == '%' || *p == '&' || *p == '\\'))
        after = try_address (text, p, end, func, user_data);
      if (after == p && removals & FUL_REMOVE_PATHS && (*p == '/' || *p == '\\' || *p == '%'))
        after = try_home (p, end, func, user_data);
      if (after == p && *p == '@' && removals & (FUL_REMOVE_URLS | FUL_REMOVE_PATHS | FUL_REMOVE_EXTENSIONS))
        after = try_mail (text, p, end, func, user_data);
      p = after > p ? after : p + 1;
    }
}
