/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Types of Gecko payloads: what the conversion does with those that have the same `type`. There are few of them, and
 * their names seldom have escapes, so most are found by the bytes of the payload. */

#include "config.h"

#include "ful-gecko-reader-private.h"

#include "io/json/ful-json-reader.h"

/* 2^64 over the golden ratio. */
#define HASH_FACTOR G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

static const FulGeckoPayloadType *
find_type (FulGeckoReader *self,
           const char     *json,
           gsize           length)
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
  FulJsonReader value;
  const char *name;
  gint32 text;
  gsize n;

  ful_json_reader_init_memory (&value, json, length);
  name = ful_json_reader_view_string (&value, &n);
  text = ful_string_table_intern (self->builder->texts, name, (gssize) n);
  ful_json_reader_clear (&value);
  if ((guint) text >= types->len)
    g_ptr_array_set_size (types, text + 1);
  if (g_ptr_array_index (types, text))
    return g_ptr_array_index (types, text);

  type = g_new (FulGeckoPayloadType, 1);
  name = ful_string_table_get (self->builder->texts, text);
  *type = (FulGeckoPayloadType) { text, name, n, FUL_GECKO_PAYLOAD_PLAIN, g_hash_table_lookup (self->string_fields, name) };
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (name, kinds[i].name))
      type->kind = kinds[i].kind;
  g_ptr_array_index (types, text) = type;

  return type;
}

/**
 * ful_gecko_payload_type_get:
 * @self: the reader
 * @json: `type` of a payload, as it is written; 64 more bytes can be loaded
 * @length: its length
 *
 * Returns: (transfer none): the type; one without text and name if it is no string
 */
const FulGeckoPayloadType *
ful_gecko_payload_type_get (FulGeckoReader *self,
                            const char     *json,
                            gsize           length)
{
  static const FulGeckoPayloadType none = { .text = FUL_NONE, .name = "" };
  const FulGeckoPayloadType **recent;
  guint64 head;
  gsize n = length - 2;

  if (*json != '"')
    return &none;

  head = ful_json_load (json + 1);
  if (n < sizeof head)
    head &= (G_GUINT64_CONSTANT (1) << (8 * n)) - 1;
  recent = &self->recent_types[head * HASH_FACTOR >> (64 - FUL_GECKO_RECENT_BITS)];
  if (*recent && (*recent)->length == n && memcmp ((*recent)->name, json + 1, n) == 0)
    return *recent;

  *recent = find_type (self, json, length);
  if (memchr ((*recent)->name, '\\', (*recent)->length))
    return g_steal_pointer (recent);

  return *recent;
}
