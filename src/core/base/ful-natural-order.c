/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Natural order of names: "#9" before "#10", case and accents only if nothing else
 * differs (tracks.md 2.2). The same in every locale, since the order of tracks is
 * stored by number. */

#include "config.h"

#include "ful-natural-order.h"

#include <string.h>

/* Punctuation and symbols in the order of the CLDR root collation. */
static const char symbols[] = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";

enum { CLASS_END, CLASS_SPACE, CLASS_SYMBOL, CLASS_DIGIT, CLASS_LETTER };

static int
class_of (gunichar c)
{
  if (c == 0)
    return CLASS_END;
  if (g_unichar_isspace (c))
    return CLASS_SPACE;
  if (c < 0x80 && g_ascii_isdigit ((char) c))
    return CLASS_DIGIT;
  if (g_unichar_isalnum (c))
    return CLASS_LETTER;

  return CLASS_SYMBOL;
}

static guint
symbol_rank (gunichar c)
{
  const char *found = c < 0x80 ? strchr (symbols, (int) c) : NULL;

  return found ? (guint) (found - symbols) : (guint) sizeof symbols + c;
}

static const char *
skip_marks (const char *p)
{
  while (*p && g_unichar_ismark (g_utf8_get_char (p)))
    p = g_utf8_next_char (p);

  return p;
}

/* Runs of digits as one number, whatever their length. */
static int
compare_numbers (const char **a,
                 const char **b)
{
  gsize length_a, length_b;
  int order;

  while (**a == '0')
    (*a)++;
  while (**b == '0')
    (*b)++;
  length_a = strspn (*a, "0123456789");
  length_b = strspn (*b, "0123456789");
  if (length_a != length_b)
    return length_a < length_b ? -1 : 1;

  order = strncmp (*a, *b, length_a);
  *a += length_a;
  *b += length_b;

  return order;
}

static int
compare_base_characters (const char *a,
                         const char *b)
{
  for (;;)
    {
      gunichar x, y;
      int class_x, class_y;

      a = skip_marks (a);
      b = skip_marks (b);
      x = g_utf8_get_char (a);
      y = g_utf8_get_char (b);
      class_x = class_of (x);
      class_y = class_of (y);

      if (class_x != class_y)
        return class_x < class_y ? -1 : 1;
      if (class_x == CLASS_END)
        return 0;

      if (class_x == CLASS_DIGIT)
        {
          int order = compare_numbers (&a, &b);

          if (order != 0)
            return order < 0 ? -1 : 1;
          continue;
        }

      if (class_x == CLASS_SYMBOL && x != y)
        return symbol_rank (x) < symbol_rank (y) ? -1 : 1;
      if (class_x == CLASS_LETTER && g_unichar_tolower (x) != g_unichar_tolower (y))
        return g_unichar_tolower (x) < g_unichar_tolower (y) ? -1 : 1;
      a = g_utf8_next_char (a);
      b = g_utf8_next_char (b);
    }
}

static int
compare_accents (const char *a,
                 const char *b)
{
  g_autofree char *x = g_utf8_strdown (a, -1);
  g_autofree char *y = g_utf8_strdown (b, -1);

  return strcmp (x, y);
}

/* Lower case first. */
static int
compare_case (const char *a,
              const char *b)
{
  for (; *a && *b; a = g_utf8_next_char (a), b = g_utf8_next_char (b))
    {
      gboolean upper_a = g_unichar_isupper (g_utf8_get_char (a));
      gboolean upper_b = g_unichar_isupper (g_utf8_get_char (b));

      if (upper_a != upper_b)
        return upper_a ? 1 : -1;
    }

  return 0;
}

/**
 * ful_natural_order_compare:
 * @a: UTF-8
 * @b: UTF-8
 *
 * Returns: less than, equal to or greater than 0
 */
int
ful_natural_order_compare (const char *a,
                           const char *b)
{
  g_autofree char *x = NULL;
  g_autofree char *y = NULL;
  int order;

  if (g_str_equal (a, b))
    return 0;

  x = g_utf8_normalize (a, -1, G_NORMALIZE_NFD);
  y = g_utf8_normalize (b, -1, G_NORMALIZE_NFD);
  order = compare_base_characters (x, y);
  if (order == 0 && (!g_str_is_ascii (x) || !g_str_is_ascii (y)))
    order = compare_accents (x, y);

  return order != 0 ? order : compare_case (x, y);
}
