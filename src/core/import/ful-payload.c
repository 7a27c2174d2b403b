/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The parts of a marker payload that the tables need: its type and its cause. The
 * rest stays text. Called once for each marker. */

#include "config.h"

#include "ful-payload.h"

#include "io/ful-json-reader.h"

#include <math.h>
#include <string.h>

#define LEADING_TYPE "{\"type\":\""

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

/* Whether @text may have another member of interest after its leading `type`. */
static gboolean
may_have_more (const char *text,
               gsize       length)
{
  const char *end = text + length;

  for (const char *p = text + strlen (LEADING_TYPE); (p = memchr (p, ':', (gsize) (end - p))) != NULL; p++)
    if (p[-1] == '"' && (memcmp (p - 6, "\"type", 5) == 0 || memcmp (p - 7, "\"cause", 6) == 0))
      return TRUE;

  return FALSE;
}

/* The usual payload: `type` comes first, and there is no cause. Returns %FALSE for any other. */
static gboolean
scan_leading_type (FulStringTable *texts,
                   const char     *text,
                   gsize           length,
                   FulPayloadInfo *info)
{
  const char *type = text + strlen (LEADING_TYPE);
  const char *end;

  if (length < strlen (LEADING_TYPE) || memcmp (text, LEADING_TYPE, strlen (LEADING_TYPE)) != 0)
    return FALSE;
  end = memchr (type, '"', (gsize) (text + length - type));
  if (end == NULL || memchr (type, '\\', (gsize) (end - type)) != NULL || may_have_more (text, length))
    return FALSE;

  info->type = ful_string_table_intern (texts, type, end - type);

  return TRUE;
}

/**
 * ful_payload_scan:
 * @texts: where the type's name goes
 * @scratch: empty at first, the same for many payloads; the caller clears it at the end
 * @text: a JSON object whose grammar was checked already, without space between tokens; 64 more bytes can be loaded
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

  if (scan_leading_type (texts, text, length, &info))
    return info;

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
