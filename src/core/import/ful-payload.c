/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tables need to know of a marker payload: its type and its cause. The
 * rest stays text. Called once for each marker; about 100 ns. */

#include "config.h"

#include "ful-payload.h"

#include "io/ful-json-reader.h"

#include <math.h>

static FulStackIndex
read_cause (FulJsonReader *reader)
{
  FulStackIndex stack = FUL_NONE;
  gboolean first = TRUE;
  const char *key;

  if (ful_json_reader_skip_space (reader) != '{')
    {
      ful_json_reader_copy_value (reader, NULL);
      return FUL_NONE;
    }

  ful_json_reader_begin (reader, '{');
  while ((key = ful_json_reader_next_key (reader, &first)))
    {
      gboolean is_stack = g_str_equal (key, "stack");
      char c = ful_json_reader_skip_space (reader);
      double number;

      if (!is_stack || !g_ascii_isdigit (c))
        ful_json_reader_copy_value (reader, NULL);
      else if (ful_json_reader_read_number (reader, NULL, &number) && number == floor (number) && number <= G_MAXINT32)
        stack = (FulStackIndex) number;
    }

  return stack;
}

/**
 * ful_payload_scan:
 * @texts: where the type's name goes
 * @scratch: empty at first, the same for many payloads; the caller clears it at the end
 * @text: a JSON object whose grammar was checked already; 64 more bytes can be loaded
 * @length: its length in bytes
 *
 * Returns: type and cause of the payload
 */
FulPayloadInfo
ful_payload_scan (FulStringTable *texts,
                  FulBytes       *scratch,
                  const char     *text,
                  gsize           length)
{
  FulPayloadInfo info = { FUL_NONE, FUL_NONE };
  FulJsonReader reader;
  gboolean first = TRUE;
  const char *key;

  ful_json_reader_init_memory (&reader, text, length);
  reader.scratch = *scratch;
  ful_json_reader_begin (&reader, '{');
  while ((key = ful_json_reader_next_key (&reader, &first)))
    {
      if (g_str_equal (key, "type") && ful_json_reader_skip_space (&reader) == '"')
        {
          reader.scratch.n = 0;
          ful_json_reader_read_string (&reader, &reader.scratch);
          info.type = ful_string_table_intern (texts, reader.scratch.data, (gssize) reader.scratch.n);
        }
      else if (g_str_equal (key, "cause"))
        info.cause_stack = read_cause (&reader);
      else
        ful_json_reader_copy_value (&reader, NULL);
    }
  *scratch = reader.scratch;
  reader.scratch = (FulBytes) { 0 };
  ful_json_reader_clear (&reader);

  return info;
}
