/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Members of a marker payload, found and edited in its text: most payloads change in no or few of them. Strings are
 * written with the escapes that ful_raw_write_string() uses, so that equal strings have equal texts. */

#include "config.h"

#include "ful-gecko-members.h"

#include "base/ful-types.h"
#include "io/json/ful-json-scan.h"
#include "io/raw/ful-raw-get.h"

#include <math.h>

/* Real payloads have some tens. */
#define MAX_MEMBERS (1 << 20)

/* Place of the first @a or @b from @p on; at most some bytes after @end. */
static inline const char *
find_either (const char *p,
             const char *end,
             char        a,
             char        b)
{
  guint n = 8;

  for (; n == 8 && p < end; p += n)
    {
      guint64 word = ful_json_load (p);

      n = ful_json_first_of (ful_json_bytes_equal (word, a) | ful_json_bytes_equal (word, b));
    }

  return p;
}

/* Returns: the quote after the string that begins at @p */
static inline const char *
find_quote (FulGeckoMembers *self,
            const char      *p,
            const char      *end)
{
  p = find_either (p, end, '"', '\\');
  while (p < end && *p == '\\')
    {
      self->has_escapes = TRUE;
      p = find_either (p + 2, end, '"', '\\');
    }

  return p;
}

static inline const char *
find_value_end (FulGeckoMembers *self,
                const char      *p,
                const char      *end)
{
  guint depth = 0;

  if (*p == '"')
    return find_quote (self, p + 1, end) + 1;
  if (*p != '{' && *p != '[')
    return find_either (p, end, ',', '}');

  do
    {
      /* Brackets and braces differ from each other in one bit. */
      if (*p == '"')
        p = find_quote (self, p + 1, end);
      else if ((*p | 0x20) == '{')
        depth++;
      else if ((*p | 0x20) == '}')
        depth--;
      p++;
    }
  while (depth > 0 && p < end);

  return p;
}

/* Returns: FALSE for too many */
static gboolean
find_members (FulGeckoMembers *self)
{
  const char *text = self->text;
  const char *end = text + self->length;
  const char *p = text + 1;

  self->n = 0;
  self->has_escapes = FALSE;
  while (p < end && *p != '}')
    {
      FulGeckoMember *member;

      if (self->n == MAX_MEMBERS)
        return FALSE;
      if (self->n == self->capacity)
        {
          self->capacity = MAX (2 * self->capacity, 32);
          self->members = g_renew (FulGeckoMember, self->members, self->capacity);
        }
      member = &self->members[self->n++];
      member->edit = FUL_GECKO_MEMBER_KEEP;
      p += *p == ',' ? 2 : 1;
      member->key = (guint32) (p - text);
      p = find_quote (self, p, end);
      member->key_length = (guint32) (p - text) - member->key;
      p += 2;
      member->value = (guint32) (p - text);
      p = find_value_end (self, p, end);
      member->end = (guint32) (p - text);
    }

  return TRUE;
}

static void
rewrite_strings (FulGeckoMembers *self)
{
  FulJsonReader reader;

  ful_json_reader_init_memory (&reader, self->text, self->length);
  self->rewritten.n = 0;
  while (reader.p < reader.end)
    {
      const char *quote = memchr (reader.p, '"', (gsize) (reader.end - reader.p));
      const char *end = quote ? quote : reader.end;

      ful_bytes_append (&self->rewritten, reader.p, (gsize) (end - reader.p));
      reader.p = end;
      if (quote == NULL)
        break;
      self->string.n = 0;
      ful_json_reader_read_string (&reader, &self->string);
      ful_raw_write_string (self->string.data, &self->rewritten);
    }
  ful_json_reader_clear (&reader);
  self->text = self->rewritten.data;
  self->length = self->rewritten.n;
}

/**
 * ful_gecko_members_read:
 * @self: members
 * @text: a value whose grammar was checked already, without space between tokens; 64 more bytes can be loaded;
 *   outlives the use of @self
 * @length: its length in bytes, at most 2 GiB
 *
 * Returns: %TRUE if it is an object, of at most a million members and, with the escapes of this program, 2 GiB
 */
gboolean
ful_gecko_members_read (FulGeckoMembers *self,
                        const char      *text,
                        gsize            length)
{
  if (length < 2 || *text != '{')
    return FALSE;

  self->text = text;
  self->length = length;
  if (!find_members (self))
    return FALSE;
  if (!self->has_escapes)
    return TRUE;

  rewrite_strings (self);

  return self->length <= G_MAXINT32 && find_members (self);
}

/**
 * ful_gecko_members_read_value:
 * @self: other members, or @of
 * @of: members
 * @member: (nullable): one of them
 *
 * Returns: %TRUE if its value is an object, whose members these are now
 */
gboolean
ful_gecko_members_read_value (FulGeckoMembers       *self,
                              const FulGeckoMembers *of,
                              const FulGeckoMember  *member)
{
  if (member == NULL || of->text[member->value] != '{')
    return FALSE;

  self->length = member->end - member->value;
  self->text = of->text + member->value;

  return find_members (self);
}

/* Returns: the value, or NaN if it is no number, or @member is %NULL, or it is larger than a double can be */
double
ful_gecko_members_get_number (const FulGeckoMembers *self,
                              const FulGeckoMember  *member)
{
  double number;

  if (member == NULL)
    return NAN;
  /* What is no number has no length as one. */
  if (ful_json_number_parse (self->text + member->value, &number) != member->end - member->value)
    return NAN;

  return isfinite (number) ? number : NAN;
}

/* Returns: the value as one of @strings, or FUL_NONE if it is no string, or @member is %NULL */
gint32
ful_gecko_members_intern (const FulGeckoMembers *self,
                          const FulGeckoMember  *member,
                          FulStringTable        *strings)
{
  FulJsonReader reader;
  const char *string;
  gint32 result;
  gsize length;

  if (member == NULL || self->text[member->value] != '"')
    return FUL_NONE;

  ful_json_reader_init_memory (&reader, self->text + member->value, member->end - member->value);
  string = ful_json_reader_view_string (&reader, &length);
  result = ful_string_table_intern (strings, string, (gssize) length);
  ful_json_reader_clear (&reader);

  return result;
}

/**
 * ful_gecko_members_write:
 * @self: members, after their edits
 * @to: gets the object
 */
void
ful_gecko_members_write (const FulGeckoMembers *self,
                         FulBytes              *to)
{
  const char *from = self->text;   /* what comes after is not written yet */
  gboolean is_first = TRUE;

  for (guint i = 0; i < self->n; i++)
    {
      const FulGeckoMember *member = &self->members[i];
      const char *quote = self->text + member->key - 1;
      const char *end = self->text + member->end;

      if (member->edit == FUL_GECKO_MEMBER_NUMBER)
        {
          ful_bytes_append (to, from, (gsize) (self->text + member->value - from));
          ful_raw_write_number (member->number, to);
          from = end;
        }
      else if (member->edit == FUL_GECKO_MEMBER_REMOVE)
        {
          /* With the comma before it, or else the one after it. */
          ful_bytes_append (to, from, (gsize) (quote - (is_first ? 0 : 1) - from));
          from = end + (is_first && *end == ',');
          continue;
        }
      is_first = FALSE;
    }
  ful_bytes_append (to, from, (gsize) (self->text + self->length - from));
}

void
ful_gecko_members_clear (FulGeckoMembers *self)
{
  g_free (self->members);
  ful_bytes_clear (&self->rewritten);
  ful_bytes_clear (&self->string);
}
