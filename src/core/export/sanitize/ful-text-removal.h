/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"

G_BEGIN_DECLS

/* Returns: (transfer full) (nullable): @text without something; NULL if nothing of it is in @text */
typedef char *(*FulTextFunc) (const char *text);

/* Likewise. */
typedef char *(*FulTextMapFunc) (const char *text,
                                 gpointer    data);

char     *ful_text_remove_urls      (const char  *text);
char     *ful_text_replace_urls     (const char  *text,
                                     const char  *replacement);
char     *ful_text_remove_homes     (const char  *text);
char     *ful_text_remove_folders   (const char  *text);
gboolean  ful_text_map_json         (const char  *json,
                                     gsize        length,
                                     const char  *marks,
                                     FulTextMapFunc func,
                                     gpointer     data,
                                     FulBytes    *to);

G_END_DECLS
