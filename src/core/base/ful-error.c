/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The error domain of the core. */

#include "config.h"

#include "ful-error.h"

G_DEFINE_QUARK (ful-error-quark, ful_error)
