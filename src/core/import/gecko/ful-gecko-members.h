/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"
#include "base/ful-string-table.h"
#include "io/json/ful-json-reader.h"

G_BEGIN_DECLS

typedef enum
{
  FUL_GECKO_MEMBER_KEEP,
  FUL_GECKO_MEMBER_REMOVE,
  FUL_GECKO_MEMBER_NUMBER,   /* its value becomes @number */
} FulGeckoMemberEdit;

/**
 * FulGeckoMember:
 * @key: place of its name in the text, after the quote
 * @value: place of its value
 * @end: after the value
 * @edit: what ful_gecko_members_write() does with it
 */
typedef struct
{
  guint32            key;
  guint32            key_length;
  guint32            value;
  guint32            end;
  double             number;
  FulGeckoMemberEdit edit;
} FulGeckoMember;

/**
 * FulGeckoMembers:
 * @text: a JSON object
 * @length: its length in bytes
 * @members: in their order; those of objects in it are not among them
 *
 * The members of one payload after the other, as places in its text. Zero is a valid one before the first payload.
 */
typedef struct
{
  const char     *text;
  gsize           length;
  FulGeckoMember *members;
  guint           n;
  guint           capacity;
  gboolean        has_escapes;   /* in any string */
  FulBytes        rewritten;     /* @text, if its strings were written in another way */
  FulBytes        string;
} FulGeckoMembers;

gboolean ful_gecko_members_read       (FulGeckoMembers      *self,
                                       const char           *text,
                                       gsize                 length);
gboolean ful_gecko_members_read_value (FulGeckoMembers      *self,
                                       const FulGeckoMembers *of,
                                       const FulGeckoMember *member);
double   ful_gecko_members_get_number (const FulGeckoMembers *self,
                                       const FulGeckoMember  *member);
gint32   ful_gecko_members_intern     (const FulGeckoMembers *self,
                                       const FulGeckoMember  *member,
                                       FulStringTable        *strings);
void     ful_gecko_members_write      (const FulGeckoMembers *self,
                                       FulBytes              *to);
void     ful_gecko_members_clear      (FulGeckoMembers      *self);

/* Returns: (nullable): the last member called @key, as that one counts */
static inline FulGeckoMember *
ful_gecko_members_find (const FulGeckoMembers *self,
                        const char            *key)
{
  for (guint i = self->n; i > 0; i--)
    if (ful_json_key_is (self->text + self->members[i - 1].key, self->members[i - 1].key_length, key))
      return &self->members[i - 1];

  return NULL;
}

G_END_DECLS
