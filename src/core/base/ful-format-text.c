/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Texts from outside for display: names of functions without arguments (call-tree.md 6), and what cannot be seen, made
 * visible. */

#include "config.h"

#include "ful-format.h"

#include <string.h>

#define LABEL_CHARS 500

/* Cuts from the parenthesis that belongs to the one at the end. One at the beginning is a name: "(root)". */
static void
cut_arguments (GString *name)
{
  guint depth = 0;

  if (name->len == 0 || name->str[name->len - 1] != ')')
    return;

  for (gsize i = name->len; i > 1; i--)
    {
      if (name->str[i - 1] == ')')
        depth++;
      else if (name->str[i - 1] == '(' && --depth == 0)
        {
          g_string_truncate (name, i - 1);
          return;
        }
    }
}

/* Removes template arguments. Angle brackets at the beginning, or after a space or
 * a dot, are a name: "<lambda>", "operator <". */
static void
cut_template_arguments (GString *name)
{
  for (gsize i = 1; i < name->len; i++)
    {
      guint depth = 0;
      gsize end;

      if (name->str[i] != '<' || name->str[i - 1] == ' ' || name->str[i - 1] == '.')
        continue;

      for (end = i; end < name->len; end++)
        {
          if (name->str[end] == '<')
            depth++;
          else if (name->str[end] == '>' && --depth == 0)
            break;
        }
      if (end == name->len)
        return;
      g_string_erase (name, (gssize) i, (gssize) (end + 1 - i));
      i--;
    }
}

/**
 * ful_format_short_name:
 * @name: name of a function
 *
 * Returns: (transfer full): @name without arguments and template arguments (call-tree.md 6)
 */
char *
ful_format_short_name (const char *name)
{
  g_autoptr(GString) text = g_string_new (name);
  const char *clone = g_strrstr (text->str, " [clone ");

  if (clone && g_str_has_suffix (clone, "]"))
    g_string_truncate (text, (gsize) (clone - text->str));
  if (g_str_has_suffix (text->str, " const"))
    g_string_truncate (text, text->len - strlen (" const"));
  if (g_str_has_prefix (text->str, "static "))
    g_string_erase (text, 0, strlen ("static "));
  cut_arguments (text);
  cut_template_arguments (text);

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * ful_format_visible:
 * @text: text from outside
 * @kept: control characters to keep
 *
 * Replaces control characters, and those that change the direction of text, with
 * visible ones.
 *
 * Returns: (transfer full): @text as valid UTF-8, such characters written as "\\u001b"
 */
char *
ful_format_visible (const char *text,
                    const char *kept)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *visible = g_string_sized_new (strlen (valid));

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean is_mark = c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
                         (c >= 0x2066 && c <= 0x2069);

      if ((is_mark || g_unichar_iscntrl (c)) && (c >= 0x80 || strchr (kept, (int) c) == NULL))
        g_string_append_printf (visible, "\\u%04x", c);
      else
        g_string_append_len (visible, p, g_utf8_next_char (p) - p);
    }

  return g_string_free (visible, FALSE);
}

/**
 * ful_format_excerpt:
 * @text: text from outside
 * @kept: see ful_format_visible(); with nothing kept it is one line
 * @max_chars: greatest number of characters
 *
 * Returns: (transfer full): the beginning of @text as by ful_format_visible(), with "…" for the omitted part
 */
char *
ful_format_excerpt (const char *text,
                    const char *kept,
                    guint       max_chars)
{
  /* A character has at most 4 bytes, and one that is cut here is beyond the last. */
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) strnlen (text, 4 * ((gsize) max_chars + 1)));
  g_autofree char *begin = NULL;
  g_autofree char *visible = NULL;

  if (g_utf8_strlen (valid, -1) <= (glong) max_chars)
    return ful_format_visible (valid, kept);

  begin = g_utf8_substring (valid, 0, max_chars);
  visible = ful_format_visible (begin, kept);

  return g_strconcat (visible, "…", NULL);
}

/**
 * ful_format_label:
 * @text: text from outside
 * @kept: see ful_format_visible()
 *
 * For everything that is laid out on screen: the time of a line break in a long word grows with the square of
 * its length. What is copied or exported is whole.
 *
 * Returns: (transfer full): the first 500 characters of @text as by ful_format_excerpt()
 */
char *
ful_format_label (const char *text,
                  const char *kept)
{
  return ful_format_excerpt (text, kept, LABEL_CHARS);
}

/**
 * ful_format_hex:
 * @data: (array length=n): bytes
 *
 * Returns: (transfer full): two small digits for each, as build ids are written
 */
char *
ful_format_hex (gconstpointer data,
                gsize         n)
{
  const guint8 *bytes = data;
  GString *hex = g_string_sized_new (2 * n + 1);

  for (gsize i = 0; i < n; i++)
    g_string_append_printf (hex, "%02x", bytes[i]);

  return g_string_free (hex, FALSE);
}
