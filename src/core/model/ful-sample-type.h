/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-thread-tables.h"

G_BEGIN_DECLS

/* More of a thread are not kept. */
#define FUL_MAX_SAMPLE_TYPES 64

/**
 * FulSampleType:
 * @name: as in the file: "alloc_space", "Ir", "cycles"; never freed
 * @unit: the file's own word for the unit; "" if it has none; never freed
 * @weight_type: what the values are shown as
 * @is_default: whether the values are the weights of the sample table: exactly one type of a thread is
 * @factor: from a value in the unit of the file to one of @weight_type; for the importer
 * @values: (nullable): one for each sample, in units of @weight_type; of
 *   the default type %NULL, or the weights themselves where threads are merged
 *
 * One of several weights of the same samples.
 */
typedef struct
{
  const char    *name;
  const char    *unit;
  FulWeightType  weight_type;
  gboolean       is_default;
  double         factor;
  double        *values;

  /*< private >*/
  guint          n_values;
  guint          n_allocated;
} FulSampleType;

FulSampleType *ful_sample_types_add     (GPtrArray    **types,
                                         const char    *name,
                                         const char    *unit,
                                         FulWeightType  weight_type,
                                         gboolean       is_default);
void           ful_sample_types_rename  (GPtrArray     *types,
                                         guint          i,
                                         const char    *name);
FulSampleType *ful_sample_types_find    (GPtrArray     *types,
                                         const char    *name);
FulSampleType *ful_sample_types_get_default (GPtrArray *types);
void           ful_sample_types_complete (GPtrArray    *types,
                                         guint          n_samples);
void           ful_sample_types_reorder (GPtrArray     *types,
                                         const guint   *order,
                                         guint          n_samples);
void           ful_sample_type_set      (FulSampleType *self,
                                         guint          sample,
                                         double         value);
const char    *ful_sample_type_get_word (const FulSampleType *self);
char          *ful_weight_format        (double         weight,
                                         FulWeightType  type,
                                         const char    *word);

G_END_DECLS
