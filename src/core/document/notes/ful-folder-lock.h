/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

int ful_folder_lock (const char *folder);

G_END_DECLS
