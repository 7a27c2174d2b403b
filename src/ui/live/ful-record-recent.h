/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "live/record/ful-live-record-setup.h"

#include <gio/gio.h>

G_BEGIN_DECLS

GPtrArray *ful_record_recent_list   (GSettings                *settings);
void       ful_record_recent_add    (GSettings                *settings,
                                     const FulLiveRecordSetup *setup);
void       ful_record_recent_remove (GSettings                *settings,
                                     const FulLiveRecordSetup *setup);

G_END_DECLS
