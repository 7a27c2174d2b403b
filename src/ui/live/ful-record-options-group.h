/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "live/record/ful-live-record-setup.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulRecordOptionsGroup:
 *
 * How a program is recorded: interval, stacks, waits, memory.
 */
#define FUL_TYPE_RECORD_OPTIONS_GROUP (ful_record_options_group_get_type ())
G_DECLARE_FINAL_TYPE (FulRecordOptionsGroup, ful_record_options_group, FUL, RECORD_OPTIONS_GROUP, AdwPreferencesGroup)

void ful_record_options_group_show  (FulRecordOptionsGroup    *self,
                                     const FulLiveRecordSetup *setup);
void ful_record_options_group_apply (FulRecordOptionsGroup    *self,
                                     FulLiveRecordSetup       *setup);

G_END_DECLS
