/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Members of a JSON object, found and edited in its text: most payloads of markers change in no or few of them. Strings are
 * written with the escapes that ful_raw_write_string() uses, so that equal strings have equal texts. */

#include "config.h"

#include "ful-json-members.h"

#include "base/ful-bisect.h"
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
find_quote (FulJsonMembers *self,
            const char     *p,
            const char     *end)
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
find_value_end (FulJsonMembers *self,
                const char     *p,
                const char     *end)
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

/* By length, then by bytes. */
static int
compare_key (const FulJsonMembers *self,
             const FulJsonMember  *member,
             const char           *key,
             gsize                 length)
{
  if (member->key_length != length)
    return member->key_length < length ? -1 : 1;

  return memcmp (self->text + member->key, key, length);
}

/* Those of one name in their order. */
static int
compare_members (gconstpointer a,
                 gconstpointer b,
                 gpointer      data)
{
  const FulJsonMembers *self = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  int order = compare_key (self, &self->members[x], self->text + self->members[y].key, self->members[y].key_length);

  return order != 0 ? order : (x > y) - (x < y);
}

/* Some look for as many names as there are members: that must not cost their square. */
static void
sort_by_key (FulJsonMembers *self)
{
  self->by_key = g_renew (guint32, self->by_key, self->n);
  for (guint i = 0; i < self->n; i++)
    self->by_key[i] = i;
  g_qsort_with_data (self->by_key, (gint) self->n, sizeof *self->by_key, compare_members, self);
}

/* See ful_json_members_find_key(). */
FulJsonMember *
ful_json_members_find_among_many (const FulJsonMembers *self,
                                  const char           *key,
                                  gsize                 length)
{
  guint at = FUL_BISECT (0, self->n, i, compare_key (self, &self->members[self->by_key[i]], key, length) > 0);
  FulJsonMember *member = at > 0 ? &self->members[self->by_key[at - 1]] : NULL;

  return member && compare_key (self, member, key, length) == 0 ? member : NULL;
}

/* Returns: FALSE for too many, or with space before a member */
static gboolean
find_members (FulJsonMembers *self)
{
  const char *text = self->text;
  const char *end = text + self->length;
  const char *p = text + 1;

  self->n = 0;
  self->has_escapes = FALSE;
  while (p < end && *p != '}')
    {
      FulJsonMember *member;

      if (self->n == MAX_MEMBERS)
        return FALSE;
      if (self->n == self->capacity)
        {
          self->capacity = MAX (2 * self->capacity, 32);
          self->members = g_renew (FulJsonMember, self->members, self->capacity);
        }
      member = &self->members[self->n++];
      member->edit = FUL_JSON_MEMBER_KEEP;
      p += *p == ',' ? 2 : 1;
      member->key = (guint32) (p - text);
      p = find_quote (self, p, end);
      member->key_length = (guint32) (p - text) - member->key;
      if (text[member->key - 1] != '"' || p[0] != '"' || p[1] != ':')
        return FALSE;
      p += 2;
      member->value = (guint32) (p - text);
      p = find_value_end (self, p, end);
      member->end = (guint32) (p - text);
    }
  if (self->n > FUL_JSON_MEMBERS_FEW)
    sort_by_key (self);

  return TRUE;
}

static void
rewrite_strings (FulJsonMembers *self)
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
 * ful_json_members_view:
 *
 * ful_json_members_read() with the strings as they are written: a name with escapes is another name.
 */
gboolean
ful_json_members_view (FulJsonMembers *self,
                       const char     *text,
                       gsize           length)
{
  if (length < 2 || *text != '{')
    return FALSE;

  self->text = text;
  self->length = length;

  return find_members (self);
}

/**
 * ful_json_members_read:
 * @self: members
 * @text: a value whose grammar was checked already, without space between tokens; 64 more bytes can be loaded;
 *   outlives the use of @self
 * @length: its length in bytes, at most 2 GiB
 *
 * Returns: %TRUE if it is an object, of at most a million members and, with the escapes of this program, 2 GiB
 */
gboolean
ful_json_members_read (FulJsonMembers *self,
                       const char     *text,
                       gsize           length)
{
  if (!ful_json_members_view (self, text, length))
    return FALSE;
  if (!self->has_escapes)
    return TRUE;

  rewrite_strings (self);

  return self->length <= G_MAXINT32 && find_members (self);
}

/**
 * ful_json_members_read_value:
 * @self: other members, or @of
 * @of: members
 * @member: (nullable): one of them
 *
 * Returns: %TRUE if its value is an object, whose members these are now
 */
gboolean
ful_json_members_read_value (FulJsonMembers       *self,
                             const FulJsonMembers *of,
                             const FulJsonMember  *member)
{
  if (member == NULL || of->text[member->value] != '{')
    return FALSE;

  self->length = member->end - member->value;
  self->text = of->text + member->value;

  return find_members (self);
}

/* Returns: the value, or NaN if it is no number, or @member is %NULL, or it is larger than a double can be */
double
ful_json_members_get_number (const FulJsonMembers *self,
                             const FulJsonMember  *member)
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
ful_json_members_intern (const FulJsonMembers *self,
                         const FulJsonMember  *member,
                         FulStringTable       *strings)
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

static void
write_edited (const FulJsonMember *member,
              FulBytes            *to)
{
  if (member->edit == FUL_JSON_MEMBER_NUMBER)
    ful_raw_write_number (member->number, to);
  else if (member->edit == FUL_JSON_MEMBER_STRING)
    ful_raw_write_string (member->text, to);
  else
    ful_bytes_append (to, member->text, member->length);
}

/**
 * ful_json_members_write:
 * @self: members, after their edits
 * @to: gets the object
 */
void
ful_json_members_write (const FulJsonMembers *self,
                        FulBytes             *to)
{
  const char *from = self->text;   /* what comes after is not written yet */
  gboolean is_first = TRUE;

  for (guint i = 0; i < self->n; i++)
    {
      const FulJsonMember *member = &self->members[i];
      const char *quote = self->text + member->key - 1;
      const char *end = self->text + member->end;

      if (member->edit == FUL_JSON_MEMBER_REMOVE)
        {
          /* With the comma before it, or else the one after it. */
          ful_bytes_append (to, from, (gsize) (quote - (is_first ? 0 : 1) - from));
          from = end + (is_first && *end == ',');
          continue;
        }
      if (member->edit != FUL_JSON_MEMBER_KEEP)
        {
          ful_bytes_append (to, from, (gsize) (self->text + member->value - from));
          write_edited (member, to);
          from = end;
        }
      is_first = FALSE;
    }
  ful_bytes_append (to, from, (gsize) (self->text + self->length - from));
}

void
ful_json_members_clear (FulJsonMembers *self)
{
  g_free (self->members);
  g_free (self->by_key);
  ful_bytes_clear (&self->rewritten);
  ful_bytes_clear (&self->string);
}
