/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-transform-text.h"

#include "threads/ful-view-options.h"

G_BEGIN_DECLS

FulViewOptions *ful_view_options_new_from_json (JsonNode             *view,
                                                FulTransformReader   *reader,
                                                GError              **error);
FulViewOptions *ful_view_options_new_from_text (const char           *text,
                                                FulTransformReader   *reader,
                                                GError              **error);
JsonNode       *ful_view_options_to_json       (const FulViewOptions *self,
                                                FulTransformReader   *reader);
char           *ful_view_options_to_text       (const FulViewOptions *self,
                                                FulTransformReader   *reader);

G_END_DECLS
