/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-transform-text.h"

G_BEGIN_DECLS

FulDeriveOptions *ful_derive_options_new_from_json (JsonNode               *view,
                                                    FulTransformReader     *reader,
                                                    GError                **error);
FulDeriveOptions *ful_derive_options_new_from_text (const char             *text,
                                                    FulTransformReader     *reader,
                                                    GError                **error);
JsonNode         *ful_derive_options_to_json       (const FulDeriveOptions *self,
                                                    FulTransformReader     *reader);
char             *ful_derive_options_to_text       (const FulDeriveOptions *self,
                                                    FulTransformReader     *reader);

G_END_DECLS
