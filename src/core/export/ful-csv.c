/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Cells of comma-separated values (RFC 4180). */

#include "config.h"

#include "ful-csv.h"

#include "base/ful-format.h"

/**
 * ful_csv_append:
 * @text: text of a cell
 * @to: gets the cell, quoted if necessary
 *
 * Line breaks and tabs are kept; other control characters are replaced by
 * ful_format_visible(), as the format does not allow them.
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
