/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-network-request.h"

#include "markers/find/ful-marker-details.h"

G_BEGIN_DECLS

gboolean  ful_network_request_has_failed  (const FulNetworkRequest *self);
char     *ful_network_request_summarize   (const FulNetworkRequest *self,
                                           double                   duration);
GArray   *ful_network_request_list_facts  (const FulNetworkRequest *self);
GArray   *ful_network_request_list_phases (const FulNetworkRequest *self);

G_END_DECLS
