/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulLiveFirefoxGroup:
 *
 * Asks where a Firefox is, connects to learn what it can record, and opens the capture with what was chosen. Its window
 * is transient for one with the action win.open-live.
 */
#define FUL_TYPE_LIVE_FIREFOX_GROUP (ful_live_firefox_group_get_type ())
G_DECLARE_FINAL_TYPE (FulLiveFirefoxGroup, ful_live_firefox_group, FUL, LIVE_FIREFOX_GROUP, AdwPreferencesGroup)

G_END_DECLS
