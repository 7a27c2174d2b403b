/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-category-color.h"
#include "markers/layout/ful-marker-lanes.h"
#include "markers/network/ful-network-bar.h"
#include "threads/ful-time-range.h"

G_BEGIN_DECLS

GBytes *ful_marker_strip_new (const FulMarkerLanes   *lanes,
                              guint                   lane,
                              const FulTimeRange     *range,
                              guint                   width,
                              guint                   height,
                              FulColorScheme          scheme,
                              guint                   wide_px,
                              GArray                 *wide);
GBytes *ful_request_strip_new (const GArray           *segments,
                               const FulTimeRange     *range,
                               guint                   width,
                               guint                   height,
                               const FulCategoryColor *color);

G_END_DECLS
