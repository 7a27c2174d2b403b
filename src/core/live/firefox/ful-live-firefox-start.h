/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "live/ful-live-channel.h"
#include "ful-live-firefox-dialogue.h"

G_BEGIN_DECLS

char       *ful_live_firefox_find_program (void);
FulFirefox *ful_live_firefox_start        (FulLiveChannel  *channel,
                                           GError         **error);

G_END_DECLS
