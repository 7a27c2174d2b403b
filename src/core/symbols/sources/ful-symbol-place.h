/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulSymbolPlace:
 * @FUL_SYMBOL_PLACE_FOLDER: a folder
 * @FUL_SYMBOL_PLACE_SERVER: "http://…" or "https://…": a server of the symbolication API, version 5
 * @FUL_SYMBOL_PLACE_DEBUGINFOD: "debuginfod+http://…" or "debuginfod+https://…"
 *
 * What a user names as a place of symbols.
 */
typedef enum
{
  FUL_SYMBOL_PLACE_FOLDER,
  FUL_SYMBOL_PLACE_SERVER,
  FUL_SYMBOL_PLACE_DEBUGINFOD,
} FulSymbolPlace;

FulSymbolPlace  ful_symbol_place_get_kind     (const char  *place);
const char    **ful_symbol_places_select      (const char *const *places,
                                               gboolean           servers);
char           *ful_symbol_place_dup_url      (const char  *place);
gboolean        ful_symbol_place_has_servers  (void);
gboolean        ful_symbol_place_is_local     (const char  *place);
gboolean        ful_symbol_place_check_server (const char  *place,
                                               GError     **error);

G_END_DECLS
