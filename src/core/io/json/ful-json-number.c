/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Numbers of JSON text to doubles, correctly rounded, in three tiers:
 *
 * 1. significand ≤ 2^53 and a power of ten ≤ 10^22: one multiplication or division
 *    of exact doubles (Clinger);
 * 2. significand < 2^64 and at most 19 fraction digits: 128 by 64 bit division with
 *    the remainder as sticky bit, rounded half to even;
 * 3. anything else: g_ascii_strtod().
 *
 * Differences computed in JavaScript have 16 or 17 digits and fall into tier 2. */

#include "config.h"

#include "ful-json-number.h"

static const double powers_of_ten[] = {
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};

static const guint64 integer_powers_of_ten[] = {
  G_GUINT64_CONSTANT (1),
  G_GUINT64_CONSTANT (10),
  G_GUINT64_CONSTANT (100),
  G_GUINT64_CONSTANT (1000),
  G_GUINT64_CONSTANT (10000),
  G_GUINT64_CONSTANT (100000),
  G_GUINT64_CONSTANT (1000000),
  G_GUINT64_CONSTANT (10000000),
  G_GUINT64_CONSTANT (100000000),
  G_GUINT64_CONSTANT (1000000000),
  G_GUINT64_CONSTANT (10000000000),
  G_GUINT64_CONSTANT (100000000000),
  G_GUINT64_CONSTANT (1000000000000),
  G_GUINT64_CONSTANT (10000000000000),
  G_GUINT64_CONSTANT (100000000000000),
  G_GUINT64_CONSTANT (1000000000000000),
  G_GUINT64_CONSTANT (10000000000000000),
  G_GUINT64_CONSTANT (100000000000000000),
  G_GUINT64_CONSTANT (1000000000000000000),
  G_GUINT64_CONSTANT (10000000000000000000),
};

#ifdef __SIZEOF_INT128__
/* @significand / 10^@k, 1 ≤ @k ≤ 19, @significand not 0. Never subnormal. */
static double
divide_exactly (guint64 significand,
                guint   k)
{
  guint64 divisor = integer_powers_of_ten[k];
  guint shift_n = (guint) __builtin_clzll (significand);
  guint shift_d = (guint) __builtin_clzll (divisor);
  guint64 n = significand << shift_n;
  guint64 d = divisor << shift_d;
  guint64 q, r;
  int exponent = (int) shift_d - (int) shift_n - 63;
  guint extra;
  guint64 rest, half, mantissa;
  union { guint64 bits; double value; } scale;

  /* (n << 63) / d. The quotient fits 64 bits, because n / 2 < d. */
#ifdef __x86_64__
  __asm__ ("divq %4" : "=a" (q), "=d" (r) : "0" (n << 63), "1" (n >> 1), "r" (d) : "cc");
#else
  q = (guint64) (((unsigned __int128) n << 63) / d);
  r = (guint64) (((unsigned __int128) n << 63) % d);
#endif

  /* q has 63 or 64 significant bits; keep 53 and round half to even. */
  extra = 64 - 53 - (guint) __builtin_clzll (q);
  half = (guint64) 1 << (extra - 1);
  rest = q & ((half << 1) - 1);
  mantissa = q >> extra;
  if (rest > half || (rest == half && (r != 0 || (mantissa & 1))))
    mantissa++;

  scale.bits = (guint64) (exponent + (int) extra + 1023) << 52;

  return (double) mantissa * scale.value;
}
#endif

/* Appends the digits at @p to @significand, at most 19 significant ones. Returns the end of the digits, or a place
 * after @last. */
static inline const char *
read_digits (const char *p,
             const char *last,
             guint64    *significand,
             guint      *n_digits,
             gboolean   *inexact)
{
  for (;;)
    {
      guint64 word = ful_json_load (p);
      guint n = ful_json_count_digits (word);

      if (n == 0)
        return p;
      if (*n_digits + n <= 19 && !*inexact)
        {
          *significand = *significand * integer_powers_of_ten[n] + ful_json_digits_value (word, n);
          *n_digits = *significand ? *n_digits + n : 0;
        }
      else
        *inexact = TRUE;
      p += n;
      if (n < 8 || p > last)
        return p;
    }
}

/**
 * ful_json_number_parse:
 * @text: text of at least %FUL_JSON_NUMBER_MAX + 9 readable bytes
 * @out: (out): the number
 *
 * Reads a number by the grammar of JSON; infinite if it is too large.
 *
 * Returns: its length in bytes, or 0 if it is not a well-formed number of at most
 *   %FUL_JSON_NUMBER_MAX bytes
 */
gsize
ful_json_number_parse (const char *text,
                       double     *out)
{
  const char *p = text;
  const char *last = text + FUL_JSON_NUMBER_MAX;
  const char *digits;
  gboolean negative = *p == '-';
  guint64 significand = 0;
  guint n_digits = 0;       /* significant digits in the significand */
  int n_fraction = 0;
  int exponent = 0;
  gboolean inexact = FALSE;
  double value;

  digits = p + negative;
  p = read_digits (digits, last, &significand, &n_digits, &inexact);
  if (p == digits || p > last || (*digits == '0' && p - digits > 1))
    return 0;

  if (*p == '.')
    {
      digits = p + 1;
      p = read_digits (digits, last, &significand, &n_digits, &inexact);
      if (p == digits || p > last)
        return 0;
      n_fraction = (int) (p - digits);
    }

  if (*p == 'e' || *p == 'E')
    {
      gboolean minus;
      const char *first;

      p++;
      minus = *p == '-';
      if (*p == '-' || *p == '+')
        p++;
      first = p;
      for (; g_ascii_isdigit (*p); p++)
        {
          exponent = MIN (exponent * 10 + (*p - '0'), 100000);
          if (p > last)
            return 0;
        }
      if (p == first)
        return 0;
      if (minus)
        exponent = -exponent;
    }

  exponent -= n_fraction;
  if (!inexact && significand <= ((guint64) 1 << 53) && exponent >= -22 && exponent <= 22)
    value = exponent < 0 ? (double) significand / powers_of_ten[-exponent]
                         : (double) significand * powers_of_ten[exponent];
#ifdef __SIZEOF_INT128__
  else if (!inexact && exponent < 0 && exponent >= -19)
    value = divide_exactly (significand, (guint) -exponent);
#endif
  else
    {
      char copy[FUL_JSON_NUMBER_MAX + 2];
      gsize length = MIN ((gsize) (p - text), sizeof copy - 1);

      memcpy (copy, text, length);
      copy[length] = '\0';
      *out = g_ascii_strtod (copy, NULL);
      return (gsize) (p - text);
    }

  *out = negative ? -value : value;

  return (gsize) (p - text);
}
