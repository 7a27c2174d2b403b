/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

int ful_natural_order_compare (const char *a,
                               const char *b);

G_END_DECLS
