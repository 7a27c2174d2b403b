/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-live-firefox-dialogue.h"

#include "model/ful-profile.h"

G_BEGIN_DECLS

FulProfile *ful_live_firefox_watch (FulFirefox  *self,
                                    const char  *folder,
                                    GError     **error);

G_END_DECLS
