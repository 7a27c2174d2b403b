/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

G_BEGIN_DECLS

gboolean  ful_event_delay_is_known (const FulThread *thread);
double   *ful_event_delay_compute  (const FulThread *thread,
                                    double           interval);

G_END_DECLS
