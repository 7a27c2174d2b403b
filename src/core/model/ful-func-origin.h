/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-profile.h"

G_BEGIN_DECLS

char *ful_func_origin_clean_path (const char  *path);
char *ful_func_get_file          (FulProfile  *profile,
                                  FulFuncIndex func,
                                  gint32      *out_line,
                                  gint32      *out_column);
char *ful_func_get_origin        (FulProfile  *profile,
                                  FulFuncIndex func);

G_END_DECLS
