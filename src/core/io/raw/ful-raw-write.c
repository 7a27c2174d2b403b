/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Raw tree → JSON text. */

#include "config.h"

#include "ful-raw-tree-private.h"

#include "ful-raw-get.h"

#include "base/ful-bytes.h"

#include <math.h>

/* Of a double from 1 on: so many bits are after the point at most. */
#define FRACTION_BITS 52
#define FRACTION_HALF (G_GUINT64_CONSTANT (1) << (FRACTION_BITS - 1))

/**
 * ful_raw_write_string:
 * @string: UTF-8
 * @to: gets the string with quotes and escapes
 */
void
ful_raw_write_string (const char *string,
                      FulBytes   *to)
{
  const char *run = string;

  ful_bytes_append_c (to, '"');
  for (const char *p = string;; p++)
    {
      guchar c = (guchar) *p;
      char escape[8];

      if (c >= 0x20 && c != '"' && c != '\\')
        continue;

      ful_bytes_append (to, run, (gsize) (p - run));
      if (c == '\0')
        break;
      run = p + 1;
      if (c == '"' || c == '\\')
        {
          ful_bytes_append_c (to, '\\');
          ful_bytes_append_c (to, (char) c);
        }
      else
        {
          g_snprintf (escape, sizeof escape, "\\u%04x", c);
          ful_bytes_append_s (to, escape);
        }
    }
  ful_bytes_append_c (to, '"');
}

static void
write_whole (guint64   value,
             FulBytes *to)
{
  char digits[20];
  guint n = 0;

  do
    digits[n++] = (char) ('0' + value % 10);
  while ((value /= 10) > 0);

  ful_bytes_reserve (to, n);
  while (n > 0)
    to->data[to->n++] = digits[--n];
}

/* @whole / 10^@n, without zeros at its end. */
static void
write_scaled (guint64   whole,
              guint     n,
              FulBytes *to)
{
  char digits[24];
  guint d = 0;

  while (n > 0 && whole % 10 == 0)
    {
      whole /= 10;
      n--;
    }
  if (n == 0)
    {
      write_whole (whole, to);
      return;
    }

  for (; whole > 0 || d < n; whole /= 10)
    digits[d++] = (char) ('0' + whole % 10);
  if (d == n)
    ful_bytes_append_c (to, '0');
  ful_bytes_reserve (to, d + 1);
  while (d > 0)
    {
      if (d == n)
        to->data[to->n++] = '.';
      to->data[to->n++] = digits[--d];
    }
}

/* Numbers that are short decimals, nearly all numbers: @value × 10^k is an integer
 * and dividing it again gives exactly @value, as readers compute it. */
static gboolean
write_decimal (double    value,
               FulBytes *to)
{
  static const double scales[] = { 1e0, 1e3, 1e6, 1e9 };
  static const guint places[] = { 0, 3, 6, 9 };

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      double scaled = round (value * scales[i]);

      if (scaled > 9007199254740992.0)
        return FALSE;
      if (scaled / scales[i] != value)
        continue;

      write_scaled ((guint64) scaled, places[i], to);
      return TRUE;
    }

  return FALSE;
}

/* @value with @n_digits digits, as printf () rounds: exactly, a half to even; * 10^places. A value from 1 to 10^15. */
static guint64
round_to_digits (double  value,
                 guint   n_digits,
                 guint  *out_places)
{
  static const guint64 powers[] = { 1, 10, 100, 1000 };
  guint64 result = (guint64) value;
  guint64 rest = (guint64) ldexp (value - (double) result, FRACTION_BITS);   /* exact: there are no more bits */
  guint places = n_digits;

  for (guint64 whole = result; whole > 0; whole /= 10)
    places--;
  *out_places = places;
  for (guint n; places > 0; places -= n)
    {
      n = MIN (places, 3);
      rest *= powers[n];
      result = result * powers[n] + (rest >> FRACTION_BITS);
      rest &= (G_GUINT64_CONSTANT (1) << FRACTION_BITS) - 1;
    }

  return result + (rest > FRACTION_HALF || (rest == FRACTION_HALF && result % 2 == 1));
}

/* 15 digits when they are enough, else 17, which always are. */
static void
write_rounded (double    value,
               FulBytes *to)
{
  static const double powers[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15 };
  guint places;
  guint64 digits = round_to_digits (value, 15, &places);

  /* The quotient of two exact numbers is the one that readers get. */
  if ((double) digits / powers[places] != value)
    digits = round_to_digits (value, 17, &places);
  write_scaled (digits, places, to);
}

/**
 * ful_raw_write_number:
 * @number: any number; what JSON cannot hold becomes null
 * @to: gets text that reads back as the same double
 */
void
ful_raw_write_number (double    number,
                      FulBytes *to)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (number))
    {
      ful_bytes_append_s (to, "null");
      return;
    }

  if (number < 0)
    {
      ful_bytes_append_c (to, '-');
      number = -number;
    }
  if (write_decimal (number, to))
    return;

  if (number >= 1 && number < 1e15)
    {
      write_rounded (number, to);
      return;
    }

  /* As in write_rounded (). */
  g_ascii_formatd (text, sizeof text, "%.15g", number);
  if (g_ascii_strtod (text, NULL) != number)
    g_ascii_formatd (text, sizeof text, "%.17g", number);
  ful_bytes_append_s (to, text);
}

static void
write_column_element (const FulRawColumn *column,
                      guint               i,
                      const char        **string,
                      FulBytes           *to)
{
  switch (column->type)
    {
    case FUL_RAW_I32:
    case FUL_RAW_F64:
      ful_raw_write_number (ful_raw_column_number (column, i), to);
      break;
    case FUL_RAW_BOOLS:
      ful_bytes_append_s (to, column->bools[i] == 2 ? "null" : column->bools[i] ? "true" : "false");
      break;
    case FUL_RAW_STRINGS:
      ful_raw_write_string (*string, to);
      *string += strlen (*string) + 1;
      break;
    case FUL_RAW_TEXTS:
      if (column->text_length[i] == 0)
        ful_bytes_append_s (to, "null");
      else
        ful_bytes_append (to, column->bytes.data + column->text_start[i], (gsize) column->text_length[i]);
      break;
    case FUL_RAW_NODES:
    default:
      ful_raw_write (column->nodes[i], to);
      break;
    }
}

static void
write_rows (const FulRawRows *rows,
            FulBytes         *to)
{
  const char *strings[64];

  for (guint c = 0; c < rows->n_columns; c++)
    strings[c] = rows->columns[c]->bytes.data;

  ful_bytes_append_c (to, '[');
  for (guint i = 0; i < rows->n_rows; i++)
    {
      if (i > 0)
        ful_bytes_append_c (to, ',');
      ful_bytes_append_c (to, rows->names ? '{' : '[');
      for (guint c = 0; c < rows->n_columns; c++)
        {
          if (c > 0)
            ful_bytes_append_c (to, ',');
          if (rows->names)
            {
              ful_raw_write_string (rows->names[c], to);
              ful_bytes_append_c (to, ':');
            }
          write_column_element (rows->columns[c], i, &strings[c], to);
        }
      ful_bytes_append_c (to, rows->names ? '}' : ']');
    }
  ful_bytes_append_c (to, ']');
}

static void
write_elements (const FulRawColumn *column,
                guint               begin,
                guint               end,
                const char        **string,
                FulBytes           *to)
{
  ful_bytes_append_c (to, '[');
  for (guint i = begin; i < end; i++)
    {
      if (i > begin)
        ful_bytes_append_c (to, ',');
      write_column_element (column, i, string, to);
    }
  ful_bytes_append_c (to, ']');
}

static void
write_lists (const FulRawNode *lists,
             FulBytes         *to)
{
  const char *string = lists->lists->values->bytes.data;
  guint begin, end;

  ful_bytes_append_c (to, '[');
  for (guint i = 0; i < lists->lists->n_lists; i++)
    {
      const FulRawColumn *values = ful_raw_get_list (lists, i, &begin, &end);

      if (i > 0)
        ful_bytes_append_c (to, ',');
      write_elements (values, begin, end, &string, to);
    }
  ful_bytes_append_c (to, ']');
}

/**
 * ful_raw_write:
 * @node: a value
 * @to: gets its JSON text
 */
void
ful_raw_write (const FulRawNode *node,
               FulBytes         *to)
{
  const char *string;

  switch (node->kind)
    {
    case FUL_RAW_NULL:
      ful_bytes_append_s (to, "null");
      break;
    case FUL_RAW_BOOL:
      ful_bytes_append_s (to, node->boolean ? "true" : "false");
      break;
    case FUL_RAW_NUMBER:
      ful_bytes_append_s (to, node->text);
      break;
    case FUL_RAW_STRING:
      ful_raw_write_string (node->string, to);
      break;
    case FUL_RAW_ROWS:
      write_rows (node->rows, to);
      break;
    case FUL_RAW_LISTS:
      write_lists (node, to);
      break;
    case FUL_RAW_ARRAY:
      string = node->column->bytes.data;
      write_elements (node->column, 0, node->column->n, &string, to);
      break;
    case FUL_RAW_OBJECT:
    default:
      ful_bytes_append_c (to, '{');
      for (const FulRawMember *member = node->members; member; member = member->next)
        {
          if (member != node->members)
            ful_bytes_append_c (to, ',');
          ful_raw_write_string (member->key, to);
          ful_bytes_append_c (to, ':');
          ful_raw_write (member->value, to);
        }
      ful_bytes_append_c (to, '}');
      break;
    }
}

/**
 * ful_raw_dup_members:
 * @object: (nullable): an object
 *
 * Returns: (transfer full) (nullable): the text of its members, without braces; %NULL if there are none
 */
char *
ful_raw_dup_members (const FulRawNode *object)
{
  FulBytes text = { 0 };

  if (!ful_raw_is (object, FUL_RAW_OBJECT) || object->n == 0)
    return NULL;

  ful_raw_write (object, &text);
  text.data[text.n - 1] = '\0';
  memmove (text.data, text.data + 1, text.n - 1);

  return text.data;
}
