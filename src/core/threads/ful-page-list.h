/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

G_BEGIN_DECLS

/**
 * FulPage:
 * @window: its innerWindowID; NaN if it is not known
 * @tab: the tab it was shown in; NaN likewise
 * @embedder: innerWindowID of the page it is a frame of; 0 or NaN for none
 * @url: (nullable): its address
 * @is_private: whether it was in a private window
 *
 * A page that a browser showed while it was recorded.
 */
typedef struct
{
  double    window;
  double    tab;
  double    embedder;
  char     *url;
  gboolean  is_private;
} FulPage;

GArray     *ful_pages_read           (const FulProfile *profile);
GHashTable *ful_pages_read_addresses (const FulProfile *profile);

G_END_DECLS
