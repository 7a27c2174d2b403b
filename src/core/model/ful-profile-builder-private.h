/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-profile-builder.h"

G_BEGIN_DECLS

void ful_profile_builder_check_table (FulProfileBuilder *self,
                                      FulTableBuilder   *table,
                                      const char        *where);
void ful_profile_builder_check_times (FulProfileBuilder *self,
                                      FulTableBuilder   *table,
                                      const char        *where);

G_END_DECLS
