/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-marker-list.h"

#include "base/ful-bytes.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

gboolean    ful_marker_payload_append_json (const FulMarkerList *list,
                                            guint                marker,
                                            FulBytes            *to);
char       *ful_marker_payload_dup_json    (const FulMarkerList *list,
                                            guint                marker);
JsonObject *ful_marker_payload_parse       (const FulMarkerList *list,
                                            guint                marker);

G_END_DECLS
