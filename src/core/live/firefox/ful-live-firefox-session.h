/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-live-firefox-dialogue.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

gboolean  ful_firefox_greet (FulFirefox  *self,
                             GError     **error);
JsonNode *ful_firefox_call  (FulFirefox  *self,
                             const char  *type,
                             JsonObject  *options,
                             GError     **error);

G_END_DECLS
