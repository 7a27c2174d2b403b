/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulRecordCheckGroup:
 *
 * Says what this machine permits the recorder, and the command for what it forbids.
 */
#define FUL_TYPE_RECORD_CHECK_GROUP (ful_record_check_group_get_type ())
G_DECLARE_FINAL_TYPE (FulRecordCheckGroup, ful_record_check_group, FUL, RECORD_CHECK_GROUP, AdwPreferencesGroup)

G_END_DECLS
