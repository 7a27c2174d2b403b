/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-live-firefox-dialogue.h"

#include <glib.h>

G_BEGIN_DECLS

gboolean  ful_firefox_find_console (FulFirefox  *self,
                                    GError     **error);
char     *ful_firefox_evaluate     (FulFirefox  *self,
                                    const char  *expression,
                                    GError     **error);
GBytes   *ful_firefox_gather       (FulFirefox  *self,
                                    gsize        max_bytes,
                                    GError     **error);

G_END_DECLS
