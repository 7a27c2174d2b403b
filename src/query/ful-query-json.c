/* SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON output. The caller observes the grammar; commas are added here. Output is written in blocks, for
 * trees of a million rows. */

#include "config.h"

#include "ful-query-json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define BLOCK_BYTES (64 * 1024)

static void
write_out (FulQueryJson *self)
{
  fwrite (self->buffer->str, 1, self->buffer->len, stdout);
  g_string_truncate (self->buffer, 0);
}

void
ful_query_json_init (FulQueryJson  *self,
                     char         **text)
{
  self->text = text;
  self->buffer = g_string_sized_new (text ? 64 : BLOCK_BYTES + 4096);
  self->comma = FALSE;
}

/* Writes the last newline and frees. */
void
ful_query_json_finish (FulQueryJson *self)
{
  if (self->text)
    {
      *self->text = g_string_free (g_steal_pointer (&self->buffer), FALSE);
      return;
    }
  g_string_append_c (self->buffer, '\n');
  write_out (self);
  g_string_free (g_steal_pointer (&self->buffer), TRUE);
}

static void
begin_value (FulQueryJson *self)
{
  if (self->comma)
    g_string_append_c (self->buffer, ',');
  if (self->buffer->len > BLOCK_BYTES && self->text == NULL)
    write_out (self);
  self->comma = TRUE;
}

void
ful_query_json_begin_object (FulQueryJson *self)
{
  begin_value (self);
  g_string_append_c (self->buffer, '{');
  self->comma = FALSE;
}

void
ful_query_json_end_object (FulQueryJson *self)
{
  g_string_append_c (self->buffer, '}');
  self->comma = TRUE;
}

void
ful_query_json_begin_array (FulQueryJson *self)
{
  begin_value (self);
  g_string_append_c (self->buffer, '[');
  self->comma = FALSE;
}

void
ful_query_json_end_array (FulQueryJson *self)
{
  g_string_append_c (self->buffer, ']');
  self->comma = TRUE;
}

void
ful_query_json_key (FulQueryJson *self,
                    const char   *name)
{
  ful_query_json_string (self, name);
  g_string_append_c (self->buffer, ':');
  self->comma = FALSE;
}

/* @text: (nullable) */
void
ful_query_json_string (FulQueryJson *self,
                       const char   *text)
{
  if (text == NULL)
    {
      ful_query_json_null (self);
      return;
    }

  begin_value (self);
  g_string_append_c (self->buffer, '"');
  for (const char *start = text; ; text++)
    {
      guchar c = (guchar) *text;

      if (c >= 0x20 && c != '"' && c != '\\')
        continue;

      g_string_append_len (self->buffer, start, text - start);
      start = text + 1;
      if (c == '\0')
        break;
      if (c == '"' || c == '\\')
        g_string_append_printf (self->buffer, "\\%c", c);
      else if (c == '\n')
        g_string_append (self->buffer, "\\n");
      else
        g_string_append_printf (self->buffer, "\\u%04x", c);
    }
  g_string_append_c (self->buffer, '"');
}

void
ful_query_json_number (FulQueryJson *self,
                       double        value)
{
  ful_query_json_rounded (self, value, 6);
}

/* NaN and infinity become null. */
void
ful_query_json_rounded (FulQueryJson *self,
                        double        value,
                        int           decimals)
{
  char format[8];
  char text[400];
  gsize length;

  if (!isfinite (value))
    {
      ful_query_json_null (self);
      return;
    }

  begin_value (self);
  if (value == floor (value) && fabs (value) < 1e15)
    {
      g_string_append_printf (self->buffer, "%" G_GINT64_FORMAT, (gint64) value);
      return;
    }

  if (fabs (value) < 1e9)
    {
      double scale = pow (10, decimals);

      value = floor (value * scale + 0.5) / scale;
    }
  g_snprintf (format, sizeof format, "%%.%df", decimals);
  g_ascii_formatd (text, sizeof text, format, value);
  length = strlen (text);
  while (length > 1 && text[length - 1] == '0')
    length--;
  if (text[length - 1] == '.')
    length--;
  text[length] = '\0';
  g_string_append (self->buffer, g_str_equal (text, "-0") ? "0" : text);
}

void
ful_query_json_boolean (FulQueryJson *self,
                        gboolean      value)
{
  begin_value (self);
  g_string_append (self->buffer, value ? "true" : "false");
}

void
ful_query_json_null (FulQueryJson *self)
{
  begin_value (self);
  g_string_append (self->buffer, "null");
}

/* @json: the text of a value */
void
ful_query_json_raw (FulQueryJson *self,
                    const char   *json)
{
  begin_value (self);
  g_string_append (self->buffer, json);
}

void
ful_query_json_begin_object_member (FulQueryJson *self,
                                    const char   *name)
{
  ful_query_json_key (self, name);
  ful_query_json_begin_object (self);
}

void
ful_query_json_begin_array_member (FulQueryJson *self,
                                   const char   *name)
{
  ful_query_json_key (self, name);
  ful_query_json_begin_array (self);
}

void
ful_query_json_string_member (FulQueryJson *self,
                              const char   *name,
                              const char   *text)
{
  ful_query_json_key (self, name);
  ful_query_json_string (self, text);
}

void
ful_query_json_number_member (FulQueryJson *self,
                              const char   *name,
                              double        value)
{
  ful_query_json_key (self, name);
  ful_query_json_number (self, value);
}

void
ful_query_json_boolean_member (FulQueryJson *self,
                               const char   *name,
                               gboolean      value)
{
  ful_query_json_key (self, name);
  ful_query_json_boolean (self, value);
}
