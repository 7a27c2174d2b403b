/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/change/ful-change.h"

G_BEGIN_DECLS

gboolean ful_side_files_add     (GPtrArray          *files,
                                 const char         *name,
                                 GError            **error);
gboolean ful_side_files_split   (const char *const  *arguments,
                                 gboolean            one_side,
                                 GPtrArray          *names[FUL_N_SIDES],
                                 GError            **error);
gboolean ful_side_files_check_n (guint               n,
                                 GError            **error);
gboolean ful_side_files_find    (const char *const  *arguments,
                                 gboolean            one_side,
                                 GPtrArray          *files[FUL_N_SIDES],
                                 GError            **error);

G_END_DECLS
