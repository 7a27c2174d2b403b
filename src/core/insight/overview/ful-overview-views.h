/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-overview-types.h"

#include "threads/ful-view-options.h"

G_BEGIN_DECLS

FulViewOptions *ful_overview_make_thread_view    (const FulOverview  *self,
                                                  guint               thread);
FulViewOptions *ful_overview_make_functions_view (const FulOverview  *self);
FulViewOptions *ful_overview_make_own_view       (const FulOverview  *self);
FulViewOptions *ful_overview_make_stretch_view   (const FulOverview        *self,
                                                  const FulOverviewStretch *stretch);

G_END_DECLS
