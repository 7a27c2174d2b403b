/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile-builder.h"
#include "model/ful-thread-tables.h"

G_BEGIN_DECLS

/**
 * FulImportSamples:
 * @thread: whose samples they are
 * @types: (element-type FulSampleType): their weights, with as many elements as there are samples
 * @factors: (element-type double): from a value of the file to a weight, for each type
 *
 * Samples under construction, in any order of time, with any number of weights.
 */
typedef struct
{
  FulThreadBuilder *thread;
  GPtrArray        *types;
  GArray           *factors;
} FulImportSamples;

void          ful_import_samples_init       (FulImportSamples *self,
                                             FulThreadBuilder *thread);
void          ful_import_samples_clear      (FulImportSamples *self);
guint         ful_import_samples_add_type   (FulImportSamples *self,
                                             const char       *name,
                                             const char       *unit);
guint         ful_import_samples_add        (FulImportSamples *self,
                                             double            time,
                                             FulStackIndex     stack);
void          ful_import_samples_set_weight (FulImportSamples *self,
                                             guint             sample,
                                             guint             type,
                                             double            value);
void          ful_import_samples_finish     (FulImportSamples *self,
                                             guint             default_type);

FulWeightType ful_import_parse_unit         (const char       *unit,
                                             double           *out_factor);
void          ful_import_round_times        (double           *times,
                                             guint             n,
                                             double            shift);

G_END_DECLS
