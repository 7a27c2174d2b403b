/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

FulProfile *ful_live_firefox_add_sources (FulProfile *profile,
                                          JsonObject *contents);

G_END_DECLS
