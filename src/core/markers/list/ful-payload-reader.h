/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"
#include "model/ful-profile.h"

G_BEGIN_DECLS

/**
 * FulPayloadValue:
 * @key: number of the member's name
 * @json: text of the value, inside the payload; not NUL-terminated
 * @length: its length in bytes
 * @is_text: @json is plain text, not JSON
 *
 * The value of one member of a payload. Valid as long as the payload, and if
 * allocated until the reader is cleared.
 */
typedef struct
{
  guint       key;
  const char *json;
  gsize       length;
  gboolean    is_text;
} FulPayloadValue;

/**
 * FulPayloadReader:
 * @n_values: members that were found
 * @values: (array length=n_values): in the order they were first met
 *
 * Picks members out of payload texts by name. One thread; used again and again.
 */
typedef struct
{
  guint            n_values;
  FulPayloadValue *values;

  /*< private >*/
  guint            n_keys;
  const char     **keys;
  gsize           *lengths;   /* of the names */
  guint64          length_set; /* a bit for each of them; the last one is of all long names */
  guint            n_sorted;
  guint           *sorted;    /* numbers of the names, by length and bytes */
  char            *quoted;    /* (nullable): the single name as in a payload */
  guint           *place;     /* of a key among the values, if the value there has that key */
  GPtrArray       *made;      /* texts of values that are not in a payload */
} FulPayloadReader;

FulPayloadReader      *ful_payload_reader_new        (const char * const     *keys,
                                                      guint                   n_keys);
void                   ful_payload_reader_free       (FulPayloadReader       *self);
void                   ful_payload_reader_clear      (FulPayloadReader       *self);
void                   ful_payload_reader_read       (FulPayloadReader       *self,
                                                      const char             *json,
                                                      gsize                   length);
void                   ful_payload_reader_read_row   (FulPayloadReader       *self,
                                                      const FulThread        *thread,
                                                      gint32                  row);
void                   ful_payload_reader_put        (FulPayloadReader       *self,
                                                      const char             *name,
                                                      char                   *text);
const FulPayloadValue *ful_payload_reader_get        (const FulPayloadReader *self,
                                                      guint                   key);
void                   ful_payload_value_append_text (const FulPayloadValue  *value,
                                                      FulBytes               *to);
char                  *ful_payload_value_dup_text    (const FulPayloadValue  *value);
double                 ful_payload_value_get_number  (const FulPayloadValue  *value);
gboolean               ful_payload_value_is_null     (const FulPayloadValue  *value);
gboolean               ful_payload_value_is_true     (const FulPayloadValue  *value);
gboolean               ful_payload_value_equals      (const FulPayloadValue  *value,
                                                      const char             *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulPayloadReader, ful_payload_reader_free)

G_END_DECLS
