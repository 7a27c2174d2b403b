/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/document/ful-compared-part.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

JsonNode        *ful_compared_part_to_json       (const FulComparedPart *self,
                                                  GFile                 *folder);
FulComparedPart *ful_compared_part_new_from_json (JsonNode              *node,
                                                  GFile                 *folder);

G_END_DECLS
