/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Cells of comma-separated values (RFC 4180). */

#include "config.h"

#include "ful-csv.h"

#include "base/ful-format.h"

/**
 * ful_csv_append:
 * @text: text of a cell
 * @to: gets the cell, in quotes if it needs them
 *
 * Line breaks and tabs stay; other control characters are written as by
 * ful_format_visible(), which the format has no place for.
 */
void
ful_csv_append (const char *text,
                FulBytes   *to)
{
  g_autofree char *visible = ful_format_visible (text, "\t\r\n");

  if (strpbrk (visible, ",\"\r\n") == NULL)
    {
      ful_bytes_append_s (to, visible);
      return;
    }

  ful_bytes_append_c (to, '"');
  for (const char *c = visible; *c != '\0'; c++)
    {
      if (*c == '"')
        ful_bytes_append_c (to, '"');
      ful_bytes_append_c (to, *c);
    }
  ful_bytes_append_c (to, '"');
}
