/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ful_installation_get_prefix  (void);
char *ful_installation_get_program (void);
char *ful_installation_encode      (const char *path);
char *ful_installation_find        (const char *installed,
                                    const char *built);
void  ful_installation_translate   (void);

G_END_DECLS
