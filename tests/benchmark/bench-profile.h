/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

#define BENCH_N_STACKS 1000000

FulProfile *bench_profile_new (guint n_samples);
