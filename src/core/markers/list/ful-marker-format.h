/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-marker-schema.h"
#include "ful-payload-reader.h"

#include "base/ful-bytes.h"
#include "model/ful-profile.h"

G_BEGIN_DECLS

void ful_marker_field_append  (const FulMarkerField  *field,
                               FulProfile            *profile,
                               const FulPayloadValue *value,
                               FulBytes              *to);
void ful_marker_number_append (FulMarkerFormat        format,
                               double                 number,
                               FulBytes              *to);

G_END_DECLS
