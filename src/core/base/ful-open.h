/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <sys/stat.h>

G_BEGIN_DECLS

int ful_open_regular (const char  *path,
                      int          flags,
                      struct stat *out_status);

G_END_DECLS
