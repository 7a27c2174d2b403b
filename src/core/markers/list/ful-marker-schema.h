/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-marker-template.h"

#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"

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

/* A column of a value that is a table. */
typedef struct
{
  FulMarkerFormat  format;
  char            *label;    /* (nullable) */
} FulMarkerColumn;

/**
 * FulMarkerField:
 * @format: how the value is shown
 * @columns: (nullable) (element-type FulMarkerColumn): of %FUL_MARKER_FORMAT_TABLE
 * @label: (nullable): its label; else its key is shown
 * @hidden: whether it is searched but not shown
 */
typedef struct
{
  FulMarkerFormat  format;
  GArray          *columns;
  char            *label;
  gboolean         hidden;
} FulMarkerField;

/* Where a label is shown. */
typedef enum
{
  FUL_MARKER_LABEL_TOOLTIP,
  FUL_MARKER_LABEL_TABLE,     /* without the name, which is next to it */
  FUL_MARKER_LABEL_CHART,
  FUL_N_MARKER_LABELS,
} FulMarkerLabelKind;

/* Where markers are shown (markers.md 3.1). */
typedef enum
{
  FUL_MARKER_LOCATION_CHART    = 1 << 0,
  FUL_MARKER_LOCATION_TABLE    = 1 << 1,
  FUL_MARKER_LOCATION_OVERVIEW = 1 << 2,
  FUL_MARKER_LOCATION_MEMORY   = 1 << 3,
  FUL_MARKER_LOCATION_IPC      = 1 << 4,
  FUL_MARKER_LOCATION_FILE_IO  = 1 << 5,
  FUL_MARKER_LOCATION_NETWORK  = 1 << 6,
} FulMarkerLocation;

const char *ful_marker_format_to_string (FulMarkerFormat format);

FulMarkerLocation ful_marker_location_from_string (const char *name);

/**
 * FulMarkerSchema:
 * @name: the type of payloads that it describes
 * @keys: (element-type utf8): names of members, each once: those of the fields, then others of labels
 * @fields: (element-type FulMarkerField): the fields, in order of the file
 * @labels: (element-type FulMarkerPart): templates by #FulMarkerLabelKind; %NULL if there is none
 * @locations: a set of #FulMarkerLocation
 * @description: (nullable): description for display
 * @color_key: number of the member with the colour, or %FUL_NONE
 *
 * The schema of the payloads of one type.
 */
typedef struct
{
  char      *name;
  GPtrArray *keys;
  GArray    *fields;
  GArray    *labels[FUL_N_MARKER_LABELS];
  guint      locations;
  char      *description;
  gint32     color_key;
} FulMarkerSchema;

/**
 * FulMarkerSchemas:
 *
 * The schemas of a profile, and three built-in ones that replace those of the same
 * name (markers.md 3). Immutable, counted.
 */
typedef struct _FulMarkerSchemas FulMarkerSchemas;

FulMarkerSchemas      *ful_marker_schemas_derive (FulProfile             *profile,
                                                  FulDeriveCache         *cache);
void                   ful_marker_schemas_unref  (FulMarkerSchemas       *self);
const FulMarkerSchema *ful_marker_schemas_find   (const FulMarkerSchemas *self,
                                                  const char             *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulMarkerSchemas, ful_marker_schemas_unref)

G_END_DECLS
