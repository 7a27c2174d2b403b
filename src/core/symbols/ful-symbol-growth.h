/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-symbol-results.h"

#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulSymbolGrowth:
 *
 * Names for the functions of a profile that grows: addresses are looked up once, and what was found is applied to each
 * later snapshot. Counted; one thread may look up while another one applies.
 */
typedef struct _FulSymbolGrowth FulSymbolGrowth;

FulSymbolGrowth *ful_symbol_growth_new       (void);
FulSymbolGrowth *ful_symbol_growth_ref       (FulSymbolGrowth  *self);
void             ful_symbol_growth_unref     (FulSymbolGrowth  *self);
gboolean         ful_symbol_growth_look_up   (FulSymbolGrowth  *self,
                                              FulProfile       *recorded,
                                              GCancellable     *cancellable);
void             ful_symbol_growth_add       (FulSymbolGrowth  *self,
                                              guint             lib,
                                              FulSymbolResults *results);
gboolean         ful_symbol_growth_has_names (FulSymbolGrowth  *self);
FulProfile      *ful_symbol_growth_apply     (FulSymbolGrowth  *self,
                                              FulProfile       *recorded,
                                              GCancellable     *cancellable,
                                              GError          **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulSymbolGrowth, ful_symbol_growth_unref)

G_END_DECLS
