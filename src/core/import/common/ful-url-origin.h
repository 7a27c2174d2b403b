/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean ful_url_get_origin (const char  *url,
                             char       **out_origin,
                             char       **out_host);

G_END_DECLS
