/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-category-color.h"
#include "ful-network-request.h"

G_BEGIN_DECLS

/**
 * FulNetworkSegment:
 * @start: absolute ms
 * @end: absolute ms
 * @opacity: opacity of the colour, in thirds
 * @is_preconnect: whether it is a separate bar before the request
 *
 * A part of the bar of a request.
 */
typedef struct
{
  double   start;
  double   end;
  guint    opacity;
  gboolean is_preconnect;
} FulNetworkSegment;

GArray               *ful_network_request_get_segments (const FulNetworkRequest *self,
                                                        double                   start,
                                                        double                   end);
const FulCategoryHue *ful_network_request_get_hue      (const FulNetworkRequest *self);
void                  ful_network_split_name           (const char              *name,
                                                        char                   **out_file,
                                                        char                   **out_host);

G_END_DECLS
