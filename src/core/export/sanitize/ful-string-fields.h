/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/list/ful-marker-schema.h"
#include "model/ful-profile.h"

G_BEGIN_DECLS

/**
 * FulStringFields:
 *
 * Which members of payloads are rows of the profile's strings, by the type of the payload.
 */
typedef struct _FulStringFields FulStringFields;

FulStringFields    *ful_string_fields_new  (FulProfile       *profile);
FulMarkerSchemas   *ful_string_fields_get_schemas
                                           (FulStringFields  *self);
void                ful_string_fields_free (FulStringFields  *self);
const char * const *ful_string_fields_find (FulStringFields  *self,
                                            const FulThread  *thread,
                                            guint             row);
gboolean            ful_string_fields_has  (FulStringFields  *self,
                                            const char       *type,
                                            const char       *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulStringFields, ful_string_fields_free)

G_END_DECLS
