/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "window/ful-window.h"

G_BEGIN_DECLS

void     ful_screenshot_take_async (FulWindow            *window,
                                    const char           *path,
                                    int                   scale,
                                    double               delay_s,
                                    GAsyncReadyCallback   callback,
                                    gpointer              user_data);
gboolean ful_screenshot_finish     (GAsyncResult         *result,
                                    GError              **error);

G_END_DECLS
