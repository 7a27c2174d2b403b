/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-profile.h"

G_BEGIN_DECLS

char       **ful_thread_names_new        (GPtrArray  *threads);
char       **ful_thread_names_dup_short  (char      **names);
const char  *ful_thread_name_skip_scheme (const char *name);

G_END_DECLS
