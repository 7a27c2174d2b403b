/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-view-state.h"

#include "viewtext/ful-transform-text.h"

G_BEGIN_DECLS

/**
 * FulViewQueryFile:
 * @path: (nullable): of the profile; without it the command says PROFILE
 * @member: (nullable): where it is in @path, an archive
 * @symbols: (nullable) (array zero-terminated=1): where names of native functions come from, as --symbols takes it
 * @own: (nullable) (array zero-terminated=1): see ful_own_code_set_default()
 *
 * What a command has to know beside the view.
 */
typedef struct
{
  const char         *path;
  const char         *member;
  const char * const *symbols;
  const char * const *own;
} FulViewQueryFile;

gboolean ful_view_query_is_of_panel (const char             *panel);
char    *ful_view_query_new         (const FulViewState     *state,
                                     FulTransformReader     *reader,
                                     const FulViewQueryFile *file);

G_END_DECLS
