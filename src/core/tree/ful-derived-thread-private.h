/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-derived-thread.h"

G_BEGIN_DECLS

/* The columns of all samples of the threads; weights may be NULL, as in FulSampleRows. */
const double        *ful_derived_thread_get_weight (const FulDerivedThread *self);
const FulStackIndex *ful_derived_thread_get_stack  (const FulDerivedThread *self);

G_END_DECLS
