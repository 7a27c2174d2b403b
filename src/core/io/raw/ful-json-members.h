/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"
#include "base/ful-string-table.h"
#include "io/json/ful-json-reader.h"

G_BEGIN_DECLS

/* A search among more members uses their order by name. */
#define FUL_JSON_MEMBERS_FEW 64

typedef enum
{
  FUL_JSON_MEMBER_KEEP,
  FUL_JSON_MEMBER_REMOVE,
  FUL_JSON_MEMBER_NUMBER,   /* its value becomes @number */
  FUL_JSON_MEMBER_STRING,   /* its value becomes the string @text */
  FUL_JSON_MEMBER_VALUE,    /* its value becomes what @text says in JSON */
} FulJsonMemberEdit;

/**
 * FulJsonMember:
 * @key: place of its name in the text, after the quote
 * @value: place of its value
 * @end: after the value
 * @edit: what ful_json_members_write() does with it
 * @text: not copied
 * @length: of @text in bytes
 */
typedef struct
{
  guint32            key;
  guint32            key_length;
  guint32            value;
  guint32            end;
  FulJsonMemberEdit  edit;
  double             number;
  const char        *text;
  gsize              length;
} FulJsonMember;

/**
 * FulJsonMembers:
 * @text: a JSON object
 * @length: its length in bytes
 * @members: in their order; those of objects in it are not among them
 *
 * The members of one object after the other, as places in its text. Zero is a valid one before the first object.
 */
typedef struct
{
  const char    *text;
  gsize          length;
  FulJsonMember *members;
  guint          n;
  guint          capacity;
  guint32       *by_key;        /* of @members, if they are more than %FUL_JSON_MEMBERS_FEW */
  gboolean       has_escapes;   /* in any string */
  FulBytes       rewritten;     /* @text, if its strings were written in another way */
  FulBytes       string;
} FulJsonMembers;

gboolean ful_json_members_read       (FulJsonMembers       *self,
                                      const char           *text,
                                      gsize                 length);
gboolean ful_json_members_view       (FulJsonMembers       *self,
                                      const char           *text,
                                      gsize                 length);
gboolean ful_json_members_read_value (FulJsonMembers       *self,
                                      const FulJsonMembers *of,
                                      const FulJsonMember  *member);
double   ful_json_members_get_number (const FulJsonMembers *self,
                                      const FulJsonMember  *member);
gint32   ful_json_members_intern     (const FulJsonMembers *self,
                                      const FulJsonMember  *member,
                                      FulStringTable       *strings);
void     ful_json_members_write      (const FulJsonMembers *self,
                                      FulBytes             *to);
void     ful_json_members_clear      (FulJsonMembers       *self);

FulJsonMember *ful_json_members_find_among_many (const FulJsonMembers *self,
                                                 const char           *key,
                                                 gsize                 length);

/* Returns: (nullable): the last member called @key, as that one counts */
static inline FulJsonMember *
ful_json_members_find_key (const FulJsonMembers *self,
                           const char           *key,
                           gsize                 length)
{
  if (self->n > FUL_JSON_MEMBERS_FEW)
    return ful_json_members_find_among_many (self, key, length);
  for (guint i = self->n; i > 0; i--)
    if (self->members[i - 1].key_length == length && memcmp (self->text + self->members[i - 1].key, key, length) == 0)
      return &self->members[i - 1];

  return NULL;
}

static inline FulJsonMember *
ful_json_members_find (const FulJsonMembers *self,
                       const char           *key)
{
  return ful_json_members_find_key (self, key, strlen (key));
}

G_END_DECLS
