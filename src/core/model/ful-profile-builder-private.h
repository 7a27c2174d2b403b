/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-profile-builder.h"

#include "base/ful-table.h"

G_BEGIN_DECLS

gboolean ful_profile_builder_is_valid      (FulProfileBuilder     *self,
                                            const FulTableBuilder *table,
                                            gboolean               timed);
void     ful_profile_builder_check_table   (FulProfileBuilder     *self,
                                            FulTableBuilder       *table,
                                            const char            *where);
gboolean ful_profile_builder_marker_times_are_valid (const FulTableBuilder *markers);
void     ful_profile_builder_check_marker_times (FulProfileBuilder *self,
                                                 FulTableBuilder   *markers,
                                                 const char        *where);
guint   *ful_profile_builder_check_times   (FulProfileBuilder     *self,
                                            FulTableBuilder       *table,
                                            const char            *where);
void     ful_profile_builder_derive_rows   (FulProfileBuilder     *self);
gboolean ful_profile_builder_check_threads (FulProfileBuilder     *self,
                                            GCancellable          *cancellable,
                                            GError               **error);

G_END_DECLS
