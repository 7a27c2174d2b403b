/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/change/ful-change.h"
#include "model/ful-profile-builder.h"
#include "model/ful-profile.h"

G_BEGIN_DECLS

/**
 * FulCounterOnAxis:
 * @counter: a counter
 * @zero: where the axis begins, absolute ms of its recording
 */
typedef struct
{
  FulCounter *counter;
  double      zero;
} FulCounterOnAxis;

gboolean ful_counter_difference_add (FulProfileBuilder      *builder,
                                     const FulCounterOnAxis  counters[FUL_N_SIDES]);

G_END_DECLS
