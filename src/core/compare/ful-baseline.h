/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/change/ful-change.h"
#include "compare/pairing/ful-pairing.h"
#include "compare/pairing/ful-path-tree.h"
#include "compare/pairing/ful-renames.h"

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean ful_baseline_is_one (GFile              *file);
gboolean ful_baseline_save   (GFile              *file,
                              const char         *view,
                              const GPtrArray    *runs,
                              FulSide             side,
                              const FulPairing   *pairing,
                              guint               n_keys,
                              const FulPathTree  *tree,
                              GError            **error);
gboolean ful_baseline_load   (GFile              *file,
                              const char         *view,
                              GPtrArray          *runs,
                              FulSide             side,
                              FulRenames         *renames,
                              FulPairing         *pairing,
                              FulPathTree        *tree,
                              GError            **error);
void     ful_baseline_merge  (GPtrArray          *runs,
                              const FulPairing   *pairing);

G_END_DECLS
