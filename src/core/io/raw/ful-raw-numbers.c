/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Runs of numbers in an array, read without a call for each: the hot loops of
 * opening a large profile. They stop before any other element, which ful-raw-append.c
 * reads. */

#include "config.h"

#include "ful-raw-tree-private.h"
#include "ful-raw-run.h"

#include "io/json/ful-json-number.h"
#include "io/json/ful-json-reader.h"

#include <math.h>

static const double powers_of_ten[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7 };

/* Numbers before it are read without bookkeeping. */
static const char *
last_place (const FulJsonReader *reader)
{
  return reader->p <= reader->run_begin ? reader->run_begin : reader->end - 64;
}

/* The common case of read_run (), without bookkeeping: short integers,
 * each followed by a comma. */
static void
read_short_i32s (FulJsonReader *reader,
                 FulRawColumn  *column)
{
  const char *p = reader->p;
  const char *last = last_place (reader);
  gint32 *out = column->i32 + column->n;
  gint32 *full = column->i32 + column->capacity;

  while (p < last && out < full)
    {
      guint64 word = ful_json_load (p);
      guint n = ful_json_count_digits (word);

      if (G_UNLIKELY (n - 1 >= 7 || (word >> (8 * n) & 0xff) != ',' || ((word & 0xff) == '0' && n > 1)))
        break;
      *out++ = (gint32) ful_json_digits_value (word, n);
      p += n + 1;
    }

  reader->p = p;
  column->n = (guint) (out - column->i32);
}

/* The same: short decimals and whole numbers. */
static void
read_short_f64s (FulJsonReader *reader,
                 FulRawColumn  *column)
{
  const char *p = reader->p;
  const char *last = last_place (reader);
  double *out = column->f64 + column->n;
  double *full = column->f64 + column->capacity;

  while (p < last && out < full)
    {
      guint64 word = ful_json_load (p);
      guint n = ful_json_count_digits (word);
      guint64 whole;

      if (G_UNLIKELY (n - 1 >= 7 || ((word & 0xff) == '0' && n > 1)))
        break;
      whole = ful_json_digits_value (word, n);
      if (p[n] == '.')
        {
          guint64 fraction = ful_json_load (p + n + 1);
          guint m = ful_json_count_digits (fraction);

          if (G_UNLIKELY (m - 1 >= 7 || (fraction >> (8 * m) & 0xff) != ','))
            break;
          *out++ = (double) (whole * (guint64) powers_of_ten[m] + ful_json_digits_value (fraction, m)) / powers_of_ten[m];
          p += n + m + 2;
        }
      else
        {
          if (G_UNLIKELY (p[n] != ','))
            break;
          *out++ = (double) whole;
          p += n + 1;
        }
    }

  reader->p = p;
  column->n = (guint) (out - column->f64);
}

/* Reads consecutive numbers, integers only for such a column; stops before anything else. Returns FALSE after the
 * end of the array. */
static inline gboolean
read_run (FulJsonReader *reader,
          FulRawColumn  *column,
          gboolean       integers)
{
  for (;;)
    {
      const char *p, *start;
      gboolean negative;
      guint64 word, whole;
      guint n;
      double value;

      ful_json_reader_need (reader);
      if (!ful_raw_make_room (reader, column))
        return FALSE;
      if (integers)
        read_short_i32s (reader, column);
      else
        read_short_f64s (reader, column);
      ful_json_reader_need (reader);
      if (!ful_raw_make_room (reader, column))
        return FALSE;

      if (G_UNLIKELY (reader->p == reader->run_begin) && ful_raw_run_can_append (reader, column))
        {
          if (!ful_raw_run_append (reader, column))
            return FALSE;
          if (integers && column->type != FUL_RAW_I32)
            return ful_raw_make_room (reader, column);
          continue;
        }
      p = reader->p;
      if (G_UNLIKELY (p >= reader->end))
        return TRUE;
      negative = *p == '-';
      p += negative;
      start = p;
      word = ful_json_load (p);
      n = ful_json_count_digits (word);
      if (n > 1 && *p == '0')
        return TRUE;
      if (G_UNLIKELY (n == 0))
        {
          if (p[0] != 'n' || p[1] != 'u' || p[2] != 'l' || p[3] != 'l' || negative)
            return TRUE;
          value = integers ? G_MININT32 : (double) NAN;
          column->n_nulls++;
          p += 4;
        }
      else
        {
          whole = ful_json_digits_value (word, n);
          p += n;
          if (integers)
            {
              if (G_UNLIKELY (n == 8))
                for (; g_ascii_isdigit (*p) && whole <= G_MAXINT32; p++)
                  whole = whole * 10 + (guint64) (*p - '0');
              if (whole > G_MAXINT32 || (negative && whole == 0) || *p == '.' || *p == 'e' || *p == 'E')
                return TRUE;
            }
          value = (double) whole;
          if (!integers && *p == '.' && n < 8)
            {
              guint m;

              word = ful_json_load (p + 1);
              m = ful_json_count_digits (word);
              if (m == 0)
                return TRUE;
              p += 1 + m;
              if (m < 8)
                whole = whole * (guint64) powers_of_ten[m] + ful_json_digits_value (word, m);
              value = m < 8 ? (double) whole / powers_of_ten[m] : 0;
            }
          if (!integers && G_UNLIKELY (*p != ',' && *p != ']'))
            {
              /* More digits, an exponent, or white space. */
              gsize length = ful_json_number_parse (start, &value);

              if (length == 0 || (gsize) (reader->end - start) < length)
                return TRUE;
              p = start + length;
            }
          else if (!integers && n < 8 && p - start - n - 1 == 8)
            ful_json_number_parse (start, &value);
          value = negative ? -value : value;
        }

      if (integers)
        column->i32[column->n++] = (gint32) value;
      else
        column->f64[column->n++] = value;
      if (G_LIKELY (*p == ','))
        {
          reader->p = p + 1;
          continue;
        }
      reader->p = p;
      if (!ful_raw_another_element (reader))
        return FALSE;
      ful_json_reader_skip_space (reader);
    }
}

gboolean
ful_raw_read_i32_run (FulJsonReader *reader,
                      FulRawColumn  *column)
{
  return read_run (reader, column, TRUE);
}

gboolean
ful_raw_read_f64_run (FulJsonReader *reader,
                      FulRawColumn  *column)
{
  return read_run (reader, column, FALSE);
}
