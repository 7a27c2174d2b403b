/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bins have equal widths on a logarithmic axis: so many a factor of 10, from FUL_DURATION_LEAST ms. */
#define FUL_DURATION_BINS 100
#define FUL_DURATION_BINS_A_DECADE 10
#define FUL_DURATION_LEAST 1e-4

typedef struct _FulDurationBins FulDurationBins;

FulDurationBins *ful_duration_bins_new         (void);
FulDurationBins *ful_duration_bins_copy        (const FulDurationBins *self);
void             ful_duration_bins_free        (FulDurationBins       *self);
void             ful_duration_bins_add         (FulDurationBins       *self,
                                                gint32                 key,
                                                double                 duration);
const guint32   *ful_duration_bins_get         (const FulDurationBins *self,
                                                gint32                 key);
guint            ful_duration_bins_find        (double                 duration);
double           ful_duration_bins_get_least   (guint                  bin);
char            *ful_duration_bins_dup_most_frequent
                                               (const GArray          *bins);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulDurationBins, ful_duration_bins_free)

G_END_DECLS
