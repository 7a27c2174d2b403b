/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-sample-rows.h"

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean ful_sample_rows_get_stack_sums (FulSampleRows        *self,
                                         const double        **out_sums,
                                         GCancellable         *cancellable,
                                         GError              **error);
gboolean ful_sample_rows_count_stacks   (const FulSampleRows  *self,
                                         guint                 first,
                                         double               *sums,
                                         GCancellable         *cancellable,
                                         GError              **error);
gboolean ful_sample_rows_are_many       (const FulSampleRows  *self,
                                         guint                 first);
void     ful_sample_rows_drop_sums      (FulSampleRows        *self);

G_END_DECLS
