/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "threads/ful-view-options.h"
#include "tracks/ful-track-layout.h"

G_BEGIN_DECLS

/* Limits for a link. */
#define FUL_LINK_MAX_BYTES (1024 * 1024)
#define FUL_LINK_MAX_NUMBERS 1000000
#define FUL_LINK_MAX_TRANSFORMS 1000

gboolean ful_link_read_numbers    (const char   *text,
                                   GArray       *numbers);
void     ful_link_read_ranges     (const char   *text,
                                   guint         version,
                                   GArray       *ranges);
gboolean ful_link_read_transforms (const char   *text,
                                   guint         version,
                                   FulProfile   *profile,
                                   FulThread    *thread,
                                   GPtrArray    *transforms,
                                   guint        *n_ignored);
gboolean ful_link_read_tracks     (GHashTable   *query,
                                   guint         version,
                                   FulTrackLayout **out_tracks);

G_END_DECLS
