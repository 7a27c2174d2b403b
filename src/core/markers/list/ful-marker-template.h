/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  FUL_MARKER_PART_TEXT,        /* @text as it is */
  FUL_MARKER_PART_NAME,
  FUL_MARKER_PART_START,
  FUL_MARKER_PART_END,
  FUL_MARKER_PART_DURATION,
  FUL_MARKER_PART_CATEGORY,
  FUL_MARKER_PART_MEMBER,      /* the value of member @key */
  FUL_MARKER_PART_CONDITION,   /* @text if member @key holds, else @other */
} FulMarkerPartKind;

/**
 * FulMarkerPart:
 * @kind: the kind of value
 * @key: number of a member's name
 * @text: (nullable): see @kind
 * @other: (nullable): see @kind
 */
typedef struct
{
  FulMarkerPartKind  kind;
  guint              key;
  char              *text;
  char              *other;
} FulMarkerPart;

GArray *ful_marker_template_parse   (const char *text,
                                     GPtrArray  *keys,
                                     GHashTable *numbers);
guint   ful_marker_template_get_key (GPtrArray  *keys,
                                     GHashTable *numbers,
                                     const char *name);

G_END_DECLS
