/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

JsonObject *ful_firefox_make_settings (const char  *start,
                                       JsonNode    *features,
                                       char       **missing,
                                       GError     **error);

G_END_DECLS
