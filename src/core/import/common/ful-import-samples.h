/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile-builder.h"
#include "model/ful-thread-tables.h"

G_BEGIN_DECLS

double        ful_import_samples_set_unit (FulThreadBuilder *thread,
                                           const char       *unit);
guint         ful_import_samples_add      (FulThreadBuilder *thread,
                                           double            time,
                                           FulStackIndex     stack);
gboolean      ful_import_samples_add_type (FulThreadBuilder *thread,
                                           const char       *name,
                                           const char       *unit,
                                           gboolean          is_default);
void          ful_import_samples_count    (FulThreadBuilder *thread);
void          ful_import_samples_set_value (FulThreadBuilder *thread,
                                           guint             sample,
                                           guint             type,
                                           double            value);
void          ful_import_samples_sort     (FulThreadBuilder *thread);

FulWeightType ful_import_parse_unit       (const char       *unit,
                                           double           *out_factor);
void          ful_import_round_times      (double           *times,
                                           guint             n,
                                           double            shift);

G_END_DECLS
