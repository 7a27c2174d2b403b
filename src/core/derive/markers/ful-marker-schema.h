/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "derive/ful-derive-cache.h"

G_BEGIN_DECLS

/* How the value of a field is shown (markers.md 3.2). */
typedef enum
{
  FUL_MARKER_FORMAT_RAW,           /* a format that is not known: the value as it is */
  FUL_MARKER_FORMAT_URL,
  FUL_MARKER_FORMAT_FILE_PATH,
  FUL_MARKER_FORMAT_SANITIZED_STRING,
  FUL_MARKER_FORMAT_STRING,
  FUL_MARKER_FORMAT_UNIQUE_STRING, /* this and the next two: a row of the profile's strings */
  FUL_MARKER_FORMAT_FLOW_ID,
  FUL_MARKER_FORMAT_TERMINATING_FLOW_ID,
  FUL_MARKER_FORMAT_DURATION,
  FUL_MARKER_FORMAT_TIME,
  FUL_MARKER_FORMAT_SECONDS,
  FUL_MARKER_FORMAT_MILLISECONDS,
  FUL_MARKER_FORMAT_MICROSECONDS,
  FUL_MARKER_FORMAT_NANOSECONDS,
  FUL_MARKER_FORMAT_BYTES,
  FUL_MARKER_FORMAT_PERCENTAGE,
  FUL_MARKER_FORMAT_INTEGER,
  FUL_MARKER_FORMAT_DECIMAL,
  FUL_MARKER_FORMAT_HEXADECIMAL,
  FUL_MARKER_FORMAT_PID,
  FUL_MARKER_FORMAT_TID,
  FUL_MARKER_FORMAT_LIST,
  FUL_MARKER_FORMAT_TABLE,
  FUL_N_MARKER_FORMATS,
} FulMarkerFormat;

static inline gboolean
ful_marker_format_is_string_index (FulMarkerFormat format)
{
  return format >= FUL_MARKER_FORMAT_UNIQUE_STRING && format <= FUL_MARKER_FORMAT_TERMINATING_FLOW_ID;
}

/**
 * FulMarkerField:
 * @key: name of the payload's member
 * @format: how its value is shown
 */
typedef struct
{
  char            *key;
  FulMarkerFormat  format;
} FulMarkerField;

/**
 * FulMarkerSchema:
 * @name: the type of payloads that it describes
 * @fields: (element-type FulMarkerField): each key once, in order of the file
 *
 * What is known of the payloads of one type.
 */
typedef struct
{
  char   *name;
  GArray *fields;
} FulMarkerSchema;

/**
 * FulMarkerSchemas:
 *
 * The schemas of a profile, and three of ours that take the place of those of
 * the same name (markers.md 3). Immutable, counted.
 */
typedef struct _FulMarkerSchemas FulMarkerSchemas;

FulMarkerSchemas      *ful_marker_schemas_derive (FulProfile             *profile,
                                                  FulDeriveCache         *cache);
FulMarkerSchemas      *ful_marker_schemas_ref    (FulMarkerSchemas       *self);
void                   ful_marker_schemas_unref  (FulMarkerSchemas       *self);
const FulMarkerSchema *ful_marker_schemas_find   (const FulMarkerSchemas *self,
                                                  const char             *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulMarkerSchemas, ful_marker_schemas_unref)

G_END_DECLS
