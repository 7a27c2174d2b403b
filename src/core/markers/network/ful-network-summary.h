/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/list/ful-marker-list.h"

G_BEGIN_DECLS

typedef enum
{
  FUL_NETWORK_BY_HOST,
  FUL_NETWORK_BY_TYPE,
} FulNetworkSummaryBy;

/**
 * FulNetworkGroup:
 * @name: host, or type of the responses; empty if it is not known
 * @n_requests: number of requests
 * @size_bytes: of the responses whose size is known
 * @duration: ms of all requests that have an end
 */
typedef struct
{
  char   *name;
  guint   n_requests;
  double  size_bytes;
  double  duration;
} FulNetworkGroup;

GArray *ful_network_summarize (const FulMarkerList *list,
                               const GArray        *markers,
                               FulNetworkSummaryBy  by);

G_END_DECLS
