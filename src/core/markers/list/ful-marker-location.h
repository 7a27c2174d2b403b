/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-marker-list.h"

G_BEGIN_DECLS

GArray *ful_marker_location_filter (const FulMarkerList *list,
                                    const GArray        *markers,
                                    FulMarkerLocation    location);

G_END_DECLS
