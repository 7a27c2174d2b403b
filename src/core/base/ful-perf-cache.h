/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ful_perf_cache_dup_path (const char *build_id,
                               const char *name);
char *ful_perf_cache_dup_vdso_path (const char *build_id);

G_END_DECLS
