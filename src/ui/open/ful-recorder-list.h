/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulRecorderList:
 *
 * The programs of this machine that record, each with the command for it. They are looked for each time that it is shown.
 */
#define FUL_TYPE_RECORDER_LIST (ful_recorder_list_get_type ())
G_DECLARE_FINAL_TYPE (FulRecorderList, ful_recorder_list, FUL, RECORDER_LIST, GtkWidget)

G_END_DECLS
