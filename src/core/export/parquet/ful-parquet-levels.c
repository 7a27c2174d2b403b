/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Parquet's hybrid of runs and packed bits: runs of equal numbers, else groups of eight, the lowest bit first.
 * https://parquet.apache.org/docs/file-format/data-pages/encodings/ */

#include "config.h"

#include "ful-parquet-levels.h"

#include "ful-thrift-writer.h"

/* A run that is shorter is cheaper among packed ones. */
#define MIN_RUN 8

static void
append_run (guint32   number,
            guint     n,
            guint     width,
            FulBytes *to)
{
  ful_thrift_append_varint (to, (guint64) n << 1);
  for (guint i = 0; i < (width + 7) / 8; i++)
    ful_bytes_append_c (to, (char) (number >> 8 * i));
}

/* @n: is filled up with zeros to whole groups */
static void
append_packed (const guint32 *numbers,
               guint          n,
               guint          width,
               FulBytes      *to)
{
  guint n_groups = (n + 7) / 8, n_bits = 0;
  guint64 bits = 0;

  if (n == 0)
    return;
  ful_thrift_append_varint (to, (guint64) n_groups << 1 | 1);
  for (guint i = 0; i < n_groups * 8; i++)
    {
      bits |= (guint64) (i < n ? numbers[i] : 0) << n_bits;
      n_bits += width;
      for (; n_bits >= 8; n_bits -= 8)
        {
          ful_bytes_append_c (to, (char) bits);
          bits >>= 8;
        }
    }
}

/**
 * ful_parquet_append_hybrid:
 * @numbers: (array length=n): of @width bits each, from 1 to 32
 */
void
ful_parquet_append_hybrid (const guint32 *numbers,
                           guint          n,
                           guint          width,
                           FulBytes      *to)
{
  guint packed = 0;   /* where those begin that are not written */

  for (guint i = 0; i < n; )
    {
      guint end = i + 1, missing;

      while (end < n && numbers[end] == numbers[i])
        end++;
      /* What is packed before a run must be whole groups: some of the run go there. */
      missing = (8 - (i - packed) % 8) % 8;
      if (end - i >= MIN_RUN + missing)
        {
          append_packed (numbers + packed, i + missing - packed, width, to);
          append_run (numbers[i], end - i - missing, width, to);
          packed = end;
        }
      i = end;
    }
  append_packed (numbers + packed, n - packed, width, to);
}
