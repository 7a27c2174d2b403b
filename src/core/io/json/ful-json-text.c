/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Strings and skipped values of JSON text: tokens of any length, processed chunk by
 * chunk. Special bytes are searched eight bytes at a time. */

#include "config.h"

#include "ful-json-reader.h"

#include "ful-json-compact.h"
#include "ful-json-scan.h"

#include <glib/gi18n-lib.h>

#define MAX_WHOLE_DIGITS 18

/* At a backslash, with 64 bytes available. @to: (nullable): gets the character */
static void
read_escape (FulJsonReader *self,
             FulBytes      *to)
{
  static const char from[] = "\"\\/bfnrt";
  static const char meaning[] = "\"\\/\b\f\n\r\t";
  const char *found;
  char utf8[6];
  int code;

  if (self->p[1] && (found = strchr (from, self->p[1])))
    {
      if (to)
        ful_bytes_append_c (to, meaning[found - from]);
      self->p += 2;
      return;
    }

  code = self->p[1] == 'u' ? ful_json_read_hex4 (self->p + 2) : -1;
  if (code < 0)
    {
      ful_json_reader_fail (self, _("a valid escape sequence"));
      return;
    }
  self->p += 6;

  if (code >= 0xd800 && code < 0xdc00 && self->p[0] == '\\' && self->p[1] == 'u')
    {
      int low = ful_json_read_hex4 (self->p + 2);

      if (low >= 0xdc00 && low < 0xe000)
        {
          code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
          self->p += 6;
        }
    }
  if (to == NULL)
    return;
  if (code == 0 || (code >= 0xd800 && code < 0xe000))
    {
      if (self->n_repaired++ == 0)
        self->first_repaired = ful_json_reader_get_offset (self) - 6;
      code = 0xfffd;
    }
  ful_bytes_append (to, utf8, (gsize) g_unichar_to_utf8 ((gunichar) code, utf8));
}

/* Consumes the rest of a string; the quotes are not copied. @to: (nullable): gets its text */
static void
scan_string (FulJsonReader *self,
             FulBytes      *to,
             gboolean       decode)
{
  self->p++;
  for (;;)
    {
      const char *run = self->p;

      self->p = ful_json_skip_plain (run, self->end);
      if (to)
        ful_bytes_append (to, run, (gsize) (self->p - run));
      if (self->p < self->end && *self->p == '"')
        break;

      ful_json_reader_need (self);
      if (self->p >= self->end)
        ful_json_reader_fail (self, _("the end of a string"));
      else if (*self->p == '\\')
        {
          run = self->p;
          read_escape (self, decode ? to : NULL);
          self->p = MIN (self->p, self->end);
          if (to && !decode && self->error == NULL)
            ful_bytes_append (to, run, (gsize) (self->p - run));
        }
      else if ((guchar) *self->p < 0x20)
        ful_json_reader_fail (self, _("the end of a string before a control character"));
      if (self->error)
        return;
    }
  self->p++;
}

/**
 * ful_json_reader_read_string:
 * @self: a reader before a string
 * @to: the string and a NUL are appended; the NUL is not counted
 *
 * Lone surrogates and NULs cannot be held in our strings; they become U+FFFD and are counted.
 */
void
ful_json_reader_read_string (FulJsonReader *self,
                             FulBytes      *to)
{
  guint n;

  if (ful_json_reader_skip_space (self) != '"')
    {
      ful_json_reader_fail (self, _("a string"));
      return;
    }

  ful_json_reader_need (self);
  if (self->error)   /* the string is gone: the next chunk could not be had */
    return;
  n = ful_json_find_special (ful_json_load (self->p + 1));
  if (n < 8 && self->end - self->p > 8 && self->p[n + 1] == '"')
    {
      ful_bytes_reserve (to, 8);
      memcpy (to->data + to->n, self->p + 1, 8);
      to->n += n;
      to->data[to->n] = '\0';
      self->p += n + 2;
      return;
    }

  scan_string (self, to, TRUE);
  ful_bytes_reserve (to, 1);
  to->data[to->n] = '\0';
}

/**
 * ful_json_reader_view_string:
 * @self: a reader before a string
 * @length: (out): its length in bytes
 *
 * Returns: (transfer none): the string, not NUL-terminated; in the text, if that is in memory and
 *   the string has no escapes, else valid until the next string is read
 */
const char *
ful_json_reader_view_string (FulJsonReader *self,
                             gsize         *length)
{
  if (self->at_end && ful_json_reader_skip_space (self) == '"')
    {
      const char *string = self->p + 1;
      const char *end = ful_json_skip_plain (string, self->end);

      if (end < self->end && *end == '"')
        {
          self->p = end + 1;
          *length = (gsize) (end - string);
          return string;
        }
    }

  self->scratch.n = 0;
  ful_json_reader_read_string (self, &self->scratch);
  *length = self->scratch.n;

  return self->scratch.data;
}

/**
 * ful_json_reader_next_key:
 * @self: a reader inside an object
 * @first: (inout): %TRUE before the first call
 * @length: (out): length of the key
 *
 * Returns: (nullable) (transfer none): the key of the next member, not NUL-terminated, valid until the
 *   reader moves on; %NULL after the object, or after an error
 */
const char *
ful_json_reader_next_key (FulJsonReader *self,
                          gboolean      *first,
                          gsize         *length)
{
  char c = ful_json_reader_skip_space (self);
  const char *key, *end;

  if (c == '}')
    {
      self->p++;
      self->depth--;
      return NULL;
    }
  if (!*first)
    {
      if (c != ',')
        {
          ful_json_reader_fail (self, _("“,” or “}”"));
          return NULL;
        }
      self->p++;
      c = ful_json_reader_skip_space (self);
    }
  *first = FALSE;

  if (c != '"')
    {
      ful_json_reader_fail (self, _("a member name"));
      return NULL;
    }

  /* Nearly all: plain, with the colon after it, in the chunk that is there. */
  key = self->p + 1;
  end = ful_json_skip_plain (key, self->end);
  if (G_LIKELY (self->end - end > 1 && end[0] == '"' && end[1] == ':'))
    {
      *length = (gsize) (end - key);
      self->p = end + 2;
      return key;
    }

  key = ful_json_reader_view_string (self, length);
  if (ful_json_reader_skip_space (self) != ':')
    {
      ful_json_reader_fail (self, "“:”");
      return NULL;
    }
  self->p++;

  return self->error ? NULL : key;
}

/* Copies a string as it is written. */
static inline void
copy_string (FulJsonReader *self,
             FulBytes      *to)
{
  const char *end = to ? NULL : ful_json_skip_plain (self->p + 1, self->end);

  /* Nearly all that are skipped. */
  if (end && end < self->end && *end == '"')
    {
      self->p = end + 1;
      return;
    }

  if (to)
    ful_bytes_append_c (to, '"');
  scan_string (self, to, FALSE);
  if (to)
    ful_bytes_append_c (to, '"');
}

/* Most numbers are whole and short, and need not be understood to be copied. Returns: whether this one was */
static gboolean
copy_whole_number (FulJsonReader *self,
                   FulBytes      *to)
{
  gsize n = 0;

  ful_json_reader_need (self);
  while (n < MAX_WHOLE_DIGITS && self->p + n < self->end && g_ascii_isdigit (self->p[n]))
    n++;
  if (n == 0 || self->p + n >= self->end || (self->p[n] != ',' && self->p[n] != '}') || (n > 1 && *self->p == '0'))
    return FALSE;
  if (to)
    ful_bytes_append (to, self->p, n);
  self->p += n;

  return TRUE;
}

/* A value that is neither array nor object; @c is its first byte. */
static void
copy_scalar (FulJsonReader *self,
             char           c,
             FulBytes      *to)
{
  char text[FUL_JSON_NUMBER_MAX + 1];
  const char *word = NULL;
  double number;

  switch (c)
    {
    case '"':
      copy_string (self, to);
      return;
    case 't':
      word = "true";
      break;
    case 'f':
      word = "false";
      break;
    case 'n':
      word = "null";
      break;
    default:
      if (c != '-' && !g_ascii_isdigit (c))
        {
          ful_json_reader_fail (self, _("a value"));
          return;
        }
      if (copy_whole_number (self, to))
        return;
      if (ful_json_reader_read_number (self, to ? text : NULL, &number) && to)
        ful_bytes_append_s (to, text);
      return;
    }

  if (ful_json_reader_read_word (self, word) && to)
    ful_bytes_append_s (to, word);
}

/**
 * ful_json_reader_copy_value:
 * @self: a reader before a value
 * @to: (nullable): the text of the value is appended, without white space between tokens
 *
 * Checks the grammar of a value without looking into it.
 */
void
ful_json_reader_copy_value (FulJsonReader *self,
                            FulBytes      *to)
{
  guint8 is_object[FUL_JSON_MAX_DEPTH];
  guint depth = 0;
  char c = ful_json_reader_skip_space (self);
  const char *end = c == '{' || c == '[' ? ful_json_skip_compact (self->p, self->end, self->max_depth - self->depth) : NULL;

  if (G_LIKELY (end))
    {
      if (to)
        ful_bytes_append (to, self->p, (gsize) (end - self->p));
      self->p = end;
      return;
    }

  for (;;)
    {
      c = ful_json_reader_skip_space (self);

      if (c == '{' || c == '[')
        {
          char close = c == '{' ? '}' : ']';

          if (self->depth + depth >= self->max_depth || depth >= FUL_JSON_MAX_DEPTH)
            {
              ful_json_reader_fail_with (self, FUL_ERROR_FORMAT, _("Arrays and objects are nested more than %u deep"),
                                         self->max_depth);
              return;
            }
          is_object[depth++] = c == '{';
          self->p++;
          if (to)
            ful_bytes_append_c (to, c);
          if (ful_json_reader_skip_space (self) != close)
            goto key;
        }
      else
        copy_scalar (self, c, to);

      for (;;)
        {
          if (depth == 0 || self->error)
            return;

          c = ful_json_reader_skip_space (self);
          if (c == ',')
            break;
          if (c != (is_object[depth - 1] ? '}' : ']'))
            {
              ful_json_reader_fail (self, is_object[depth - 1] ? _("“,” or “}”") : _("“,” or “]”"));
              return;
            }
          self->p++;
          depth--;
          if (to)
            ful_bytes_append_c (to, c);
        }
      self->p++;
      if (to)
        ful_bytes_append_c (to, ',');

    key:
      if (!is_object[depth - 1])
        continue;
      if (ful_json_reader_skip_space (self) != '"')
        {
          ful_json_reader_fail (self, _("a member name"));
          return;
        }
      copy_string (self, to);
      if (ful_json_reader_skip_space (self) != ':')
        {
          ful_json_reader_fail (self, "“:”");
          return;
        }
      self->p++;
      if (to)
        ful_bytes_append_c (to, ':');
    }
}
