/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-ring-records.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * FulRecordKinds:
 * @is_changed: whether META has to be sent again; its owner says when it was
 *
 * The categories that markers of programs name, and the schemas that follow from their fields. Both only grow.
 */
typedef struct
{
  gboolean    is_changed;

  /*< private >*/
  GPtrArray  *categories;   /* names */
  GHashTable *numbers;      /* name → number in META */
  GPtrArray  *schemas;
  GHashTable *by_name;      /* of markers → first schema */
  GHashTable *types;        /* set of the names of schemas */
  gsize       n_bytes;      /* of names */
} FulRecordKinds;

void        ful_record_kinds_init         (FulRecordKinds      *self);
void        ful_record_kinds_clear        (FulRecordKinds      *self);
guint       ful_record_kinds_get_category (FulRecordKinds      *self,
                                           FulRecordText        name);
const char *ful_record_kinds_get_type     (FulRecordKinds      *self,
                                           FulRecordText        name,
                                           const FulRecordField *fields,
                                           guint                n);
void        ful_record_kinds_add_to       (const FulRecordKinds *self,
                                           JsonArray           *categories,
                                           JsonArray           *schemas);

G_END_DECLS
