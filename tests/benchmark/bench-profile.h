/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-test-profile.h"

#include "model/ful-profile.h"

#define BENCH_N_STACKS 1000000

FulTestProfile *bench_profile_build       (guint             n_samples,
                                           guint             n_stacks);
FulProfile     *bench_profile_new         (guint             n_samples,
                                           guint             n_stacks);
void            bench_profile_add_samples (FulThreadBuilder *thread,
                                           guint             n_samples,
                                           guint             n_stacks,
                                           GRand            *rand);
