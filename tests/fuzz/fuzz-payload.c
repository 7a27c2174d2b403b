/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A payload by its readers: of members, of a single member, of type and cause, of members to be edited; they
 * agree with the parser of small documents. Text that follows is not read. */

#include "ful-fuzz.h"

#include "import/common/ful-payload.h"
#include "io/raw/ful-json-members.h"
#include "io/json/ful-json-document.h"
#include "io/json/ful-json-reader.h"
#include "markers/list/ful-payload-reader.h"

#include <math.h>

static const char *const names[] = { "type", "cause", "name" };

static void
check_same (const FulPayloadValue *a,
            const FulPayloadValue *b)
{
  g_assert ((a == NULL) == (b == NULL));
  if (a)
    g_assert (a->length == b->length && memcmp (a->json, b->json, a->length) == 0);
}

static void
check_type (const FulPayloadValue *value,
            JsonObject            *object,
            const FulBytes        *compact)
{
  const char *type = ful_json_get_string (object, names[0]);
  double number = ful_json_get_number (object, names[0]);
  g_autoptr(FulStringTable) texts = ful_string_table_new ();
  FulPayloadInfo info = ful_payload_scan (texts, compact->data, compact->n);
  g_autofree char *text = value ? ful_payload_value_dup_text (value) : NULL;

  g_assert ((value != NULL) == json_object_has_member (object, names[0]));
  if (type)
    g_assert (g_str_equal (text, type) && g_str_equal (ful_string_table_get (texts, info.type), type));
  else if (value)
    g_assert (isnan (number) ? isnan (ful_payload_value_get_number (value)) : ful_payload_value_get_number (value) == number);
}

/* Every second member is removed, or every second value becomes a number: that is JSON too. */
static void
check_edits (const FulBytes   *compact,
             FulJsonMemberEdit edit)
{
  FulJsonMembers members = { NULL };
  FulBytes edited = { 0 };
  g_autoptr(JsonNode) node = NULL;

  g_assert (ful_json_members_read (&members, compact->data, compact->n));
  ful_json_members_write (&members, &edited);
  g_assert (members.text != compact->data || (edited.n == compact->n && memcmp (edited.data, compact->data, edited.n) == 0));
  edited.n = 0;
  for (guint i = 0; i < members.n; i += 2)
    {
      members.members[i].number = -1.5;
      members.members[i].edit = edit;
    }
  ful_json_members_write (&members, &edited);
  ful_bytes_append_c (&edited, '\0');
  node = ful_json_parse_text (edited.data, (gssize) edited.n - 1, FUL_JSON_TEXT_BYTES, NULL);
  g_assert (node && JSON_NODE_HOLDS_OBJECT (node));
  ful_bytes_clear (&edited);
  ful_json_members_clear (&members);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr(FulPayloadReader) several = ful_payload_reader_new (names, G_N_ELEMENTS (names));
  g_autoptr(FulPayloadReader) followed = ful_payload_reader_new (names, G_N_ELEMENTS (names));
  g_autoptr(FulPayloadReader) one = ful_payload_reader_new (names, 1);
  g_autofree char *alone = g_malloc0 (size + FUL_BYTES_PADDING);
  g_autofree char *text = g_malloc (size + FUL_BYTES_PADDING);
  g_autoptr(JsonNode) node = NULL;

  if (size == 0 || !g_utf8_validate_len ((const char *) data, size, NULL))
    return 0;

  memcpy (alone, data, size);
  for (gsize i = 0; i < size + FUL_BYTES_PADDING; i++)
    text[i] = (char) data[i < size ? i : size - 1];
  ful_payload_reader_read (several, alone, size);
  ful_payload_reader_read (followed, text, size);
  ful_payload_reader_read (one, text, size);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    check_same (ful_payload_reader_get (several, i), ful_payload_reader_get (followed, i));

  node = ful_json_parse_text (alone, (gssize) size, FUL_JSON_TEXT_BYTES, NULL);
  if (node && JSON_NODE_HOLDS_OBJECT (node))
    {
      FulJsonReader reader;
      FulBytes compact = { 0 };

      ful_json_reader_init_memory (&reader, text, size);
      ful_json_reader_copy_value (&reader, &compact);
      g_assert (reader.error == NULL);
      ful_bytes_reserve (&compact, FUL_BYTES_PADDING);
      check_same (ful_payload_reader_get (several, 0), ful_payload_reader_get (one, 0));
      check_type (ful_payload_reader_get (several, 0), json_node_get_object (node), &compact);
      check_edits (&compact, FUL_JSON_MEMBER_REMOVE);
      check_edits (&compact, FUL_JSON_MEMBER_NUMBER);
      ful_json_reader_clear (&reader);
      ful_bytes_clear (&compact);
    }

  return 0;
}
