/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

GConverter *ful_gzip_compressor_new (void);

G_END_DECLS
