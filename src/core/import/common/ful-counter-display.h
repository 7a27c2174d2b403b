/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "io/raw/ful-raw-tree.h"

G_BEGIN_DECLS

FulRawNode *ful_counter_display_new      (FulRawTree *tree,
                                          const char *category,
                                          const char *name,
                                          const char *color);
FulRawNode *ful_counter_display_new_rows (FulRawTree *tree,
                                          const char *category,
                                          const char *name);

G_END_DECLS
