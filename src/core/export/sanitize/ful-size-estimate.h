/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-selection.h"

#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

double ful_size_estimate (const FulSelection  *selection,
                          FulProfile          *profile,
                          GCancellable        *cancellable);

G_END_DECLS
