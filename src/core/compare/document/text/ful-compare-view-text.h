/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/document/ful-compare-document.h"
#include "model/ful-profile.h"
#include "threads/ful-view-options.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What files of such views end with. */
#define FUL_COMPARE_VIEW_SUFFIX ".comparison.json"

gboolean            ful_compare_view_text_is_one (const char             *text);
char               *ful_compare_view_to_text     (FulCompareDocument     *document,
                                                  const FulViewOptions   *options,
                                                  GFile                  *folder);
FulCompareDocument *ful_compare_view_open_text   (const char             *text,
                                                  GFile                  *folder,
                                                  GError                **error);
FulViewOptions     *ful_compare_view_read_options
                                                 (const char             *text,
                                                  FulProfile             *names,
                                                  GError                **error);

G_END_DECLS
