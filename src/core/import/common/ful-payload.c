/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The parts of a marker payload that the tables need: its type and its cause. The
 * rest stays text. Called once for each marker. */

#include "config.h"

#include "ful-payload.h"

#include "io/json/ful-json-reader.h"

#include <math.h>
#include <string.h>

static FulStackIndex
read_cause (FulJsonReader *reader)
{
  FulStackIndex stack = FUL_NONE;
  gboolean first = TRUE;
  const char *key;
  gsize n;

  if (ful_json_reader_skip_space (reader) != '{')
    {
      ful_json_reader_copy_value (reader, NULL);
      return FUL_NONE;
    }

  ful_json_reader_begin (reader, '{');
  while ((key = ful_json_reader_next_key (reader, &first, &n)))
    {
      gboolean is_stack = ful_json_key_is (key, n, "stack");
      char c = ful_json_reader_skip_space (reader);
      double number;

      if (!is_stack || !g_ascii_isdigit (c))
        ful_json_reader_copy_value (reader, NULL);
      else if (ful_json_reader_read_number (reader, NULL, &number) && number == floor (number) && number <= G_MAXINT32)
        stack = (FulStackIndex) number;
    }

  return stack;
}

/* Whether the rest of a payload may have another member of interest. */
static gboolean
may_have_more (const char *p,
               const char *end)
{
  if (memchr (p, '\\', (gsize) (end - p)))
    return TRUE;
  for (; (p = memchr (p, ':', (gsize) (end - p))) != NULL; p++)
    if (p[-1] == '"' && (memcmp (p - 6, "\"type", 5) == 0 || memcmp (p - 7, "\"cause", 6) == 0))
      return TRUE;

  return FALSE;
}

/**
 * ful_payload_scan:
 * @texts: where the type's name goes
 * @text: a JSON object whose grammar was checked already, without space between tokens; 64 more bytes can be loaded
 * @length: its length in bytes
 *
 * Returns: type and cause of the payload
 */
FulPayloadInfo
ful_payload_scan (FulStringTable *texts,
                  const char     *text,
                  gsize           length)
{
  FulPayloadInfo info = { FUL_NONE, FUL_NONE };
  FulJsonReader reader;
  gboolean first = TRUE;
  const char *key;
  gsize n;

  ful_json_reader_init_memory (&reader, text, length);
  ful_json_reader_begin (&reader, '{');
  while ((key = ful_json_reader_next_key (&reader, &first, &n)))
    {
      if (ful_json_key_is (key, n, "type") && ful_json_reader_skip_space (&reader) == '"')
        {
          const char *type = ful_json_reader_view_string (&reader, &n);

          info.type = ful_string_table_intern (texts, type, (gssize) n);
          if (!may_have_more (reader.p, reader.end))
            break;
        }
      else if (ful_json_key_is (key, n, "cause"))
        info.cause_stack = read_cause (&reader);
      else
        ful_json_reader_copy_value (&reader, NULL);
    }
  ful_json_reader_clear (&reader);

  return info;
}
