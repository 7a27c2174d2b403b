/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulPathAnswer:
 * @owner: who asked
 * @path: an existing file or folder
 */
typedef void (*FulPathAnswer) (gpointer    owner,
                               const char *path);

void ful_path_question_ask (gpointer              owner,
                            GtkFileChooserAction  action,
                            const char           *title,
                            const char           *accept,
                            FulPathAnswer         answer);

G_END_DECLS
