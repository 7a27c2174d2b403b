/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#define FUL_TEST_CHUNK_MAX 1500

char *ful_test_read_chunks (const char *text,
                            gsize       n,
                            gsize       n_chunk,
                            gboolean    is_ahead,
                            guint64     n_allocated,
                            guint      *out_n_runs);
