/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

GPtrArray *ful_source_text_split (const char         *text);
GPtrArray *ful_source_text_load (FulProfile         *profile,
                                 FulSourceIndex      source,
                                 const char *const  *path_maps,
                                 const char *const  *folders,
                                 char              **out_path,
                                 GError            **error);
char      *ful_source_map_new   (const char         *path,
                                 const char         *found,
                                 char              **out_folder);
gboolean   ful_source_map_check (const char         *map,
                                 GError            **error);
char      *ful_source_find_root (const char         *path);

G_END_DECLS
