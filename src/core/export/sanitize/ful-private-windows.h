/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "io/raw/ful-raw-get.h"
#include "io/raw/ful-raw-tree.h"
#include "model/ful-profile.h"

G_BEGIN_DECLS

/**
 * FulPrivateWindows:
 * @ids: (nullable) (element-type double): innerWindowID of each page of a private window; %NULL if there are none
 * @is_private: (nullable): for each stack whether one of its frames is of such a page
 *
 * What private windows did.
 */
typedef struct
{
  GHashTable *ids;
  guint8     *is_private;
} FulPrivateWindows;

FulRawNode *ful_pages_parse        (FulProfile              *profile,
                                    FulRawTree              *tree);
void     ful_private_windows_init  (FulPrivateWindows       *self,
                                    FulProfile              *profile);
void     ful_private_windows_clear (FulPrivateWindows       *self);
gboolean ful_private_windows_have  (const FulPrivateWindows *self,
                                    double                   window);
void     ful_private_windows_remove_funcs (FulPrivateWindows *self,
                                           FulProfile        *profile);
gboolean ful_thread_is_private     (const FulThread         *thread);

G_END_DECLS
