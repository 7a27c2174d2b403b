/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/list/ful-marker-list.h"

G_BEGIN_DECLS

/**
 * FulMarkerFieldInfo:
 * @key: member of payloads
 * @label: its label in the first schema that has it; the key if there is none
 *
 * A field that markers have. The texts live as long as the list.
 */
typedef struct
{
  const char *key;
  const char *label;
} FulMarkerFieldInfo;

/**
 * FulMarkerFieldColumn:
 *
 * One field of many markers, whatever their schemas. One thread.
 */
typedef struct _FulMarkerFieldColumn FulMarkerFieldColumn;

GArray               *ful_marker_fields_list           (const FulMarkerList  *list,
                                                        const GArray         *markers);
FulMarkerFieldColumn *ful_marker_field_column_new      (FulMarkerList        *list,
                                                        const char           *key);
void                  ful_marker_field_column_free     (FulMarkerFieldColumn *self);
char                 *ful_marker_field_column_dup_text (FulMarkerFieldColumn *self,
                                                        guint                 marker);
double               *ful_marker_field_column_rank     (FulMarkerFieldColumn *self,
                                                        const GArray         *markers,
                                                        GCancellable         *cancellable,
                                                        GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulMarkerFieldColumn, ful_marker_field_column_free)

G_END_DECLS
