/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-profile.h"

G_BEGIN_DECLS

char **ful_thread_names_new (GPtrArray *threads);

G_END_DECLS
