/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-symbol-source.h"

#include "model/ful-profile.h"

G_BEGIN_DECLS

/**
 * FulSymbolicator:
 *
 * Looks up the symbols of a profile, library by library, on a worker, and makes snapshots with those found so far. Emits
 * "snapshot" with each #FulProfile, and "changed" when a library is done and when the state of being busy changes. Main
 * thread only.
 */
#define FUL_TYPE_SYMBOLICATOR (ful_symbolicator_get_type ())
G_DECLARE_FINAL_TYPE (FulSymbolicator, ful_symbolicator, FUL, SYMBOLICATOR, GObject)

gboolean             ful_symbolicator_is_supported (FulProfile       *profile);
gboolean             ful_symbolicator_is_wanted    (FulProfile       *profile);
FulSymbolicator     *ful_symbolicator_new        (FulProfile         *recorded,
                                                  const char         *profile_path);
void                 ful_symbolicator_start      (FulSymbolicator    *self,
                                                  const guint        *threads,
                                                  guint               n_threads,
                                                  gboolean            ignore_cache);
void                 ful_symbolicator_list       (FulSymbolicator    *self);
void                 ful_symbolicator_add_folder (FulSymbolicator    *self,
                                                  const char         *folder);
void                 ful_symbolicator_set_servers (FulSymbolicator   *self,
                                                   const char *const *servers);
void                 ful_symbolicator_stop       (FulSymbolicator    *self);
gboolean             ful_symbolicator_get_busy   (FulSymbolicator    *self);
guint                ful_symbolicator_get_n_libs (FulSymbolicator    *self);
guint                ful_symbolicator_get_n_done (FulSymbolicator    *self);
FulProfile          *ful_symbolicator_get_profile (FulSymbolicator   *self);
char               **ful_symbolicator_dup_places  (FulSymbolicator   *self);
const FulLib        *ful_symbolicator_get_lib    (FulSymbolicator    *self,
                                                  guint               at);
const FulLibSymbols *ful_symbolicator_get_symbols (FulSymbolicator   *self,
                                                   guint              at);
const char          *ful_lib_symbols_get_reason  (const FulLib        *lib,
                                                  const FulLibSymbols *symbols);

G_END_DECLS
