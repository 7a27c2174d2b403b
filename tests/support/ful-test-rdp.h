/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ful_test_rdp_describe (const char *data,
                             gsize       n,
                             GRand      *cuts);

G_END_DECLS
