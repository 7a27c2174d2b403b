/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is taken out of single texts (sanitize.md 2). All of it is O(bytes). */

#include "config.h"

#include "ful-text-removal.h"

#include "io/json/ful-json-reader.h"
#include "io/raw/ful-raw-get.h"

/* Bytes that the name of a user has after its first word. */
#define MAX_NAME 64

/* Length of the blank at @p, as JavaScript has it: those of Unicode are blanks too. */
static guint
get_blank (const char *p)
{
  gunichar c;

  if ((guchar) *p < 0x80)
    return *p == ' ' || (*p >= '\t' && *p <= '\r');
  c = g_utf8_get_char (p);

  return c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
         c == 0x205F || c == 0x3000 || c == 0xFEFF ? (guint) (g_utf8_next_char (p) - p) : 0;
}

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* The end of an address: a blank or a closing parenthesis. */
static const char *
find_end (const char *p)
{
  while (*p && *p != ')' && !get_blank (p))
    p++;

  return p;
}

/* Returns: the length of what is between a scheme and the rest of an address at @p, which may be escaped; 0 if it is not */
static guint
match_separator (const char *p)
{
  static const char *const separators[] = {
    "://", "%3A%2F%2F", "%3A//", "%253A%252F%252F",   /* in queries, once or twice */
    ":\\/\\/", "\\u003a\\u002f\\u002f", ":\\u002f\\u002f", "\\x3a\\x2f\\x2f",   /* in scripts and JSON */
    "&#58;//", "&#x3a;//", "&#58;&#47;&#47;", "&#x3a;&#x2f;&#x2f;", "&#58;&#x2f;&#x2f;", "&colon;//", ":&sol;&sol;", "&colon;&sol;&sol;",
  };

  for (guint i = 0; i < G_N_ELEMENTS (separators); i++)
    if (g_ascii_strncasecmp (p, separators[i], strlen (separators[i])) == 0)
      return (guint) strlen (separators[i]);

  return 0;
}

/* Returns: (nullable): where the scheme of the address that begins at @p ends */
static const char *
match_scheme (const char *p)
{
  static const char *const schemes[] = { "http", "https", "ftp", "file", "ws", "wss", "moz-extension", "moz-page-thumb" };

  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    if (g_ascii_strncasecmp (p, schemes[i], strlen (schemes[i])) == 0)
      {
        const char *after = p + strlen (schemes[i]);
        const char *rest = after + match_separator (after);
        const char *first = *rest == '/' ? rest + 1 : rest;

        if (rest > after)
          return *first && !strchr ("/$.?#", *first) && !get_blank (first) ? rest : NULL;
      }

  return NULL;
}

/* Whether a word begins at @p: what is before it is no letter, digit or _, or the end of an escape as %22. */
static gboolean
begins_word (const char *text,
             const char *p)
{
  if (!is_word (*p))
    return FALSE;

  return p == text || !is_word (p[-1]) ||
         (p - text >= 3 && p[-3] == '%' && g_ascii_isxdigit (p[-2]) && g_ascii_isxdigit (p[-1]));
}

/* Returns: where the query of the page `about:…` at @p begins; @out_end: where there is none before it */
static const char *
match_about (const char  *p,
             const char **out_end)
{
  const char *q = p + strlen ("about:");

  while (*q && *q != '?' && *q != '#' && !get_blank (q))
    q++;
  *out_end = q;

  return (*q == '?' || *q == '#') && q > p + strlen ("about:") ? q + 1 : NULL;
}

/**
 * ful_text_replace_urls:
 * @replacement: what stands for all of an address but its scheme
 *
 * As removeURLs() of the reference: addresses of the web, of files and of extensions, and queries of `about:` pages; also
 * those of web sockets, and those that are escaped or follow an escape.
 */
char *
ful_text_replace_urls (const char *text,
                       const char *replacement)
{
  FulBytes to = { NULL };
  const char *copied = text, *no_about = text;

  for (const char *p = text; *p; )
    {
      const char *rest = NULL, *end;
      gboolean begins = begins_word (text, p);

      if (begins && (rest = match_scheme (p)) != NULL)
        end = find_end (rest);
      else if (begins && p >= no_about && g_ascii_strncasecmp (p, "about:", 6) == 0 && (rest = match_about (p, &no_about)) != NULL)
        end = find_end (rest);
      else
        {
          p++;
          continue;
        }
      ful_bytes_append (&to, copied, (gsize) (rest - copied));
      ful_bytes_append_s (&to, g_ascii_strncasecmp (p, "about:", 6) == 0 ? "<sanitized>" : replacement);
      p = copied = end;
    }
  if (to.data == NULL)
    return NULL;
  ful_bytes_append (&to, copied, strlen (copied) + 1);

  return to.data;
}

char *
ful_text_remove_urls (const char *text)
{
  return ful_text_replace_urls (text, "<URL>");
}

static gboolean
ends_name (char c)
{
  return c == '\0' || strchr ("/\\:;,()[]<>\"'", c);
}

/* Returns: the end of a name of several words, of which the first ends at @p, if a separator of folders follows the last;
 * else @p */
static const char *
skip_words (const char *p)
{
  const char *end = p;

  while (!ends_name (*end) && (*end == ' ' || !get_blank (end)) && end - p < MAX_NAME)
    end++;

  return (*end == '/' || *end == '\\') && end[-1] != ' ' ? end : p;
}

/* Returns: (nullable): where the name of a user ends whose home folder begins at @p */
static const char *
match_home (const char *p)
{
  static const char *const parents[] = { "/home/", "/Users/", "\\Users\\" };

  for (guint i = 0; i < G_N_ELEMENTS (parents); i++)
    if (strncmp (p, parents[i], strlen (parents[i])) == 0 ||
        (*p == '\\' && g_ascii_strncasecmp (p, parents[i], strlen (parents[i])) == 0))
      {
        const char *name = p + strlen (parents[i]), *end = name;

        while (!ends_name (*end) && !get_blank (end))
          end++;
        if (end > name)
          end = skip_words (end);

        return end > name ? end : NULL;
      }

  return NULL;
}

/* Whether `C:` is before @p, and not before @begin. */
static gboolean
has_drive (const char *begin,
           const char *p)
{
  if (p - begin < 2 || p[-1] != ':' || !g_ascii_isalpha (p[-2]))
    return FALSE;

  return p - begin == 2 || !(g_ascii_isalnum (p[-3]) || strchr ("/\\._-~", p[-3]));
}

/**
 * ful_text_remove_homes:
 *
 * Each home folder becomes `~`: `/home/X`, `/Users/X` and, with its drive, `C:\Users\X`.
 */
char *
ful_text_remove_homes (const char *text)
{
  FulBytes to = { NULL };
  const char *copied = text;

  for (const char *p = text; *p; )
    {
      const char *end = *p == '/' || *p == '\\' ? match_home (p) : NULL;

      if (end == NULL)
        {
          p++;
          continue;
        }
      ful_bytes_append (&to, copied, (gsize) (p - copied));
      if (has_drive (copied, p))
        to.n -= 2;
      ful_bytes_append_c (&to, '~');
      p = copied = end;
    }
  if (to.data == NULL)
    return NULL;
  ful_bytes_append (&to, copied, strlen (copied) + 1);

  return to.data;
}

/**
 * ful_text_remove_folders:
 * @text: a path
 *
 * As removeFilePath() of the reference: `<PATH>/` and the last part.
 */
char *
ful_text_remove_folders (const char *text)
{
  const char *last = strrchr (text, '/');

  if (last == NULL)
    last = strrchr (text, '\\');

  return last ? g_strconcat ("<PATH>", last, NULL) : NULL;
}

/* Returns: the quotation mark that ends the string of which @p is the first character; @end if there is none */
static const char *
find_quote (const char *p,
            const char *end)
{
  while (p < end && *p != '"')
    p += *p == '\\' ? 2 : 1;

  return MIN (p, end);
}

/* Returns: (transfer full) (nullable): what @func makes of the string in the JSON text from @begin to @end */
static char *
map_string (const char     *begin,
            const char     *end,
            const char     *marks,
            FulTextMapFunc  func,
            gpointer        data)
{
  FulJsonReader reader;
  const char *view;
  char *mapped = NULL;
  gsize length;

  for (view = begin + 1; marks && view < end && !(*view && strchr (marks, *view)) && *view != '\\'; view++)
    ;
  if (view == end)
    return NULL;

  ful_json_reader_init_memory (&reader, begin, (gsize) (end + 1 - begin));
  view = ful_json_reader_view_string (&reader, &length);
  if (view)
    {
      g_autofree char *plain = g_strndup (view, length);

      mapped = func (plain, data);
    }
  ful_json_reader_clear (&reader);

  return mapped;
}

/**
 * ful_text_map_json:
 * @json: valid JSON text; %FUL_BYTES_PADDING more bytes can be loaded
 * @length: its length in bytes
 * @marks: (nullable): nothing is taken out of a string without one of these characters, or an escape
 * @func: called for its strings, names of members too
 * @to: gets the text with the changed strings, if there are any
 *
 * Returns: whether a string was changed
 */
gboolean
ful_text_map_json (const char     *json,
                   gsize           length,
                   const char     *marks,
                   FulTextMapFunc  func,
                   gpointer        data,
                   FulBytes       *to)
{
  const char *end = json + length, *copied = json;

  for (const char *p = json; (p = memchr (p, '"', (gsize) (end - p))) != NULL; )
    {
      const char *quote = find_quote (p + 1, end);
      g_autofree char *mapped = quote < end ? map_string (p, quote, marks, func, data) : NULL;

      if (mapped)
        {
          ful_bytes_append (to, copied, (gsize) (p - copied));
          ful_raw_write_string (mapped, to);
          copied = quote + 1;
        }
      if (quote == end)
        break;
      p = quote + 1;
    }
  if (copied == json)
    return FALSE;
  ful_bytes_append (to, copied, (gsize) (end - copied));

  return TRUE;
}
