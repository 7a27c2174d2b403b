/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

GPtrArray *ful_source_text_split (const char         *text);
GPtrArray *ful_source_text_load (FulProfile         *profile,
                                 FulSourceIndex      source,
                                 const char *const  *path_maps,
                                 char              **out_path,
                                 GError            **error);

G_END_DECLS
