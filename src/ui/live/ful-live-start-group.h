/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulLiveStartGroup:
 *
 * Starts a Firefox and records what was chosen. Its window is transient for one with the action win.open-live.
 */
#define FUL_TYPE_LIVE_START_GROUP (ful_live_start_group_get_type ())
G_DECLARE_FINAL_TYPE (FulLiveStartGroup, ful_live_start_group, FUL, LIVE_START_GROUP, AdwPreferencesGroup)

G_END_DECLS
