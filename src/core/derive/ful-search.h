/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

char    **ful_search_split_terms   (const char    *search);
char     *ful_search_fold          (const char    *text);
guint8   *ful_search_match_funcs   (FulProfile    *profile,
                                    char         **terms,
                                    guint          n_terms,
                                    GCancellable  *cancellable,
                                    GError       **error);

G_END_DECLS
