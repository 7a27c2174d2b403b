/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/list/ful-marker-list.h"

G_BEGIN_DECLS

void ful_marker_gc_add_facts (const FulMarkerList *list,
                              guint                marker,
                              GArray              *facts);

G_END_DECLS
