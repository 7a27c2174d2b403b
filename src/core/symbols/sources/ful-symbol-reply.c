/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the replies of the symbolication API have in common: a JSON object, which refuses with a member "error"; null counts
 * as missing; addresses are hexadecimal texts (symbols.md 7.7). */

#include "config.h"

#include "ful-symbol-reply.h"

#include "ful-symbol-http.h"

#include "base/ful-format.h"
#include "io/raw/ful-raw-get.h"

#include <glib/gi18n-lib.h>

#define MAX_DEPTH 64
#define MAX_MESSAGE 200

/**
 * ful_symbol_body_add:
 * @body: JSON of an object without its end; empty before the first member
 * @name: name of a member
 * @value: (nullable): a text; without one the member is left out
 */
void
ful_symbol_body_add (FulBytes   *body,
                     const char *name,
                     const char *value)
{
  if (value == NULL)
    return;

  ful_bytes_append_s (body, body->n == 0 ? "{\"" : ",\"");
  ful_bytes_append_s (body, name);
  ful_bytes_append_s (body, "\":");
  ful_raw_write_string (value, body);
}

gboolean
ful_symbol_reply_is_key (const char *key,
                         gsize       length,
                         const char *name)
{
  return strlen (name) == length && memcmp (key, name, length) == 0;
}

void
ful_symbol_reply_skip (FulJsonReader *json)
{
  ful_json_reader_copy_value (json, NULL);
}

/* Returns: (nullable): the string, until the next one is read; %NULL for null and after an error */
const char *
ful_symbol_reply_read_string (FulJsonReader *json)
{
  if (ful_json_reader_skip_space (json) == 'n')
    {
      ful_json_reader_read_word (json, "null");
      return NULL;
    }

  json->scratch.n = 0;
  ful_json_reader_read_string (json, &json->scratch);

  return json->error ? NULL : json->scratch.data;
}

/* Returns: whether there is a number: "0x" and hexadecimal digits */
gboolean
ful_symbol_reply_read_hex (FulJsonReader *json,
                           guint64       *out)
{
  const char *text = ful_symbol_reply_read_string (json);

  if (text && g_str_has_prefix (text, "0x") && g_ascii_string_to_unsigned (text + 2, 16, 0, G_MAXINT64, out, NULL))
    return TRUE;
  if (text)
    ful_json_reader_fail_with (json, FUL_ERROR_FORMAT, _("A number is not hexadecimal"));

  return FALSE;
}

static void
read_refusal (FulJsonReader *json)
{
  g_autofree char *message = NULL;
  const char *text;

  if (ful_json_reader_skip_space (json) != '"')
    {
      ful_symbol_reply_skip (json);
      return;
    }
  text = ful_symbol_reply_read_string (json);
  message = text ? ful_format_excerpt (text, "", MAX_MESSAGE) : NULL;
  ful_json_reader_fail_with (json, FUL_ERROR_FORMAT, _("The server says: %s"), message ? message : "");
}

/**
 * ful_symbol_reply_parse:
 * @text: (array length=n): bytes from anywhere
 * @func: reads the members of the reply
 * @data: for @func
 * @error: a sentence about the reply
 */
gboolean
ful_symbol_reply_parse (const char          *text,
                        gsize                n,
                        FulSymbolReplyFunc   func,
                        gpointer             data,
                        GError             **error)
{
  g_autoptr(GError) failed = NULL;
  FulBytes padded = { NULL };
  FulJsonReader json;
  gboolean first = TRUE, trailing, ok;
  const char *key;
  gsize length;

  if (!g_utf8_validate_len (text, n, NULL))
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The answer of the server is wrong: it is not UTF-8"));
      return FALSE;
    }

  ful_bytes_reserve (&padded, n + 1);
  ful_bytes_append (&padded, text, n);
  ful_json_reader_init_memory (&json, padded.data, n);
  json.max_depth = MAX_DEPTH;
  ful_json_reader_begin (&json, '{');
  while ((key = ful_json_reader_next_key (&json, &first, &length)))
    {
      if (ful_symbol_reply_is_key (key, length, "error"))
        read_refusal (&json);
      else if (!func (&json, key, length, data))
        ful_symbol_reply_skip (&json);
    }
  ful_json_reader_finish (&json, &trailing);
  if (trailing)
    ful_json_reader_fail (&json, _("the end of the text"));
  ok = ful_json_reader_check (&json, &failed);
  ful_json_reader_clear (&json);
  ful_bytes_clear (&padded);
  if (!ok)
    g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The answer of the server is wrong: %s"), failed->message);

  return ok;
}

/**
 * ful_symbol_reply_fetch:
 * @server: a place, see ful-symbol-place.h
 * @path: path of the request, with a leading slash
 * @body: JSON
 * @max_bytes: (inout): what the reply may have at most; what it has is subtracted
 * @func: see ful_symbol_reply_parse()
 * @data: for @func
 * @error: a sentence about the server; or %G_IO_ERROR_CANCELLED
 *
 * Blocks.
 */
gboolean
ful_symbol_reply_fetch (const char          *server,
                        const char          *path,
                        const char          *body,
                        guint64             *max_bytes,
                        FulSymbolReplyFunc   func,
                        gpointer             data,
                        GCancellable        *cancellable,
                        GError             **error)
{
  g_autoptr(GOutputStream) output = g_memory_output_stream_new_resizable ();
  GMemoryOutputStream *reply = G_MEMORY_OUTPUT_STREAM (output);

  if (!ful_symbol_http_fetch (server, path, body, *max_bytes, output, cancellable, error))
    return FALSE;
  *max_bytes -= g_memory_output_stream_get_data_size (reply);

  return ful_symbol_reply_parse (g_memory_output_stream_get_data (reply), g_memory_output_stream_get_data_size (reply), func, data,
                                 error);
}
