/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile-builder.h"
#include "perf/ful-perf-attrs.h"

G_BEGIN_DECLS

const char *ful_perf_event_get_unit     (const char         *name);
void        ful_perf_events_set_period  (const FulPerfAttrs *attrs,
                                         FulThreadBuilder   *thread,
                                         guint               sample,
                                         guint               attr,
                                         guint64             period);
void        ful_perf_events_name        (const FulPerfAttrs *attrs,
                                         FulThreadBuilder   *thread);

G_END_DECLS
