/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Types of Gecko payloads: what the conversion does with those that have the same `type`. There are few of them, and
 * their names seldom have escapes, so most are found by the bytes of the payload. */

#include "config.h"

#include "ful-gecko-reader-private.h"

#include "io/json/ful-json-number.h"

/* 2^64 over the golden ratio. */
#define HASH_FACTOR G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

static const FulGeckoPayloadType *
find_type (FulGeckoReader       *self,
           const FulJsonMembers *members,
           const FulJsonMember  *member)
{
  static const struct
  {
    const char          *name;
    FulGeckoPayloadKind  kind;
  } kinds[] = {
    { "GCMajor", FUL_GECKO_PAYLOAD_GC_MAJOR },
    { "GCSlice", FUL_GECKO_PAYLOAD_GC_SLICE },
    { "IPC", FUL_GECKO_PAYLOAD_IPC },
    { "JS allocation", FUL_GECKO_PAYLOAD_JS_ALLOCATION },
    { "Native allocation", FUL_GECKO_PAYLOAD_NATIVE_ALLOCATION },
    { "Network", FUL_GECKO_PAYLOAD_NETWORK },
  };
  GPtrArray *types = self->payload_types;
  FulGeckoPayloadType *type;
  gint32 text = ful_json_members_intern (members, member, self->builder->texts);
  const char *name = ful_string_table_get (self->builder->texts, text);

  if ((guint) text >= types->len)
    g_ptr_array_set_size (types, text + 1);
  if (g_ptr_array_index (types, text))
    return g_ptr_array_index (types, text);

  type = g_new (FulGeckoPayloadType, 1);
  *type = (FulGeckoPayloadType) { text, name, strlen (name), FUL_GECKO_PAYLOAD_PLAIN, g_hash_table_lookup (self->string_fields, name) };
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (name, kinds[i].name))
      type->kind = kinds[i].kind;
  g_ptr_array_index (types, text) = type;

  return type;
}

/**
 * ful_gecko_payload_type_get:
 * @self: the reader
 * @members: a payload
 * @member: (nullable): its `type`
 *
 * Returns: (transfer none): the type; one without text and name if it is no string
 */
const FulGeckoPayloadType *
ful_gecko_payload_type_get (FulGeckoReader       *self,
                            const FulJsonMembers *members,
                            const FulJsonMember  *member)
{
  static const FulGeckoPayloadType none = { .text = FUL_NONE, .name = "" };
  const FulGeckoPayloadType **recent;
  const char *name;
  guint64 head;
  gsize n;

  if (member == NULL || members->text[member->value] != '"')
    return &none;

  name = members->text + member->value + 1;
  n = member->end - member->value - 2;
  head = ful_json_load (name);
  if (n < sizeof head)
    head &= (G_GUINT64_CONSTANT (1) << (8 * n)) - 1;
  recent = &self->recent_types[head * HASH_FACTOR >> (64 - FUL_GECKO_RECENT_BITS)];
  if (*recent && (*recent)->length == n && memcmp ((*recent)->name, name, n) == 0)
    return *recent;

  *recent = find_type (self, members, member);
  if (memchr ((*recent)->name, '\\', (*recent)->length))
    return g_steal_pointer (recent);

  return *recent;
}
