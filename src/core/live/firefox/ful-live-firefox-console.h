/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-live-firefox-dialogue.h"

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulFirefoxGather:
 * @FUL_FIREFOX_GATHER_PREVIEW: the profile so far; the capture continues
 * @FUL_FIREFOX_GATHER_END: the profile, and the end of the capture; after an error the capture continues
 * @FUL_FIREFOX_GATHER_SOURCES: after the end, texts of scripts by id
 */
typedef enum
{
  FUL_FIREFOX_GATHER_PREVIEW,
  FUL_FIREFOX_GATHER_END,
  FUL_FIREFOX_GATHER_SOURCES,
} FulFirefoxGather;

gboolean  ful_firefox_find_console (FulFirefox  *self,
                                    GError     **error);
char     *ful_firefox_evaluate     (FulFirefox  *self,
                                    const char  *expression,
                                    GError     **error);
GBytes   *ful_firefox_gather       (FulFirefox        *self,
                                    FulFirefoxGather   what,
                                    gsize              max_bytes,
                                    GError           **error);

G_END_DECLS
