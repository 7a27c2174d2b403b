/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * FulLiveNaming:
 *
 * Names for the snapshots of a running capture. Main thread only.
 */
#define FUL_TYPE_LIVE_NAMING (ful_live_naming_get_type ())
G_DECLARE_FINAL_TYPE (FulLiveNaming, ful_live_naming, FUL, LIVE_NAMING, GObject)

/**
 * FulLiveNamingNews:
 *
 * Functions got names: ful_live_naming_begin() puts them into the newest snapshot.
 */
typedef void (*FulLiveNamingNews) (gpointer owner);

/**
 * FulLiveNamingNamed:
 * @profile: the snapshot of the last ful_live_naming_set_profile() before ful_live_naming_begin(), with names
 */
typedef void (*FulLiveNamingNamed) (gpointer    owner,
                                    FulProfile *profile);

FulLiveNaming *ful_live_naming_new         (FulProfile         *profile,
                                            FulLiveNamingNews   news,
                                            FulLiveNamingNamed  named,
                                            gpointer            owner);
gboolean       ful_live_naming_is_of       (FulLiveNaming      *self,
                                            FulProfile         *profile);
void           ful_live_naming_set_profile (FulLiveNaming      *self,
                                            FulProfile         *profile);
gboolean       ful_live_naming_begin       (FulLiveNaming      *self);

G_END_DECLS
