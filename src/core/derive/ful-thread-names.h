/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

G_BEGIN_DECLS

char **ful_thread_names_new (FulProfile *profile);

G_END_DECLS
