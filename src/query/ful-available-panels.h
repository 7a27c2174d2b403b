/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

G_BEGIN_DECLS

GStrv ful_thread_list_available_panels (FulProfile *profile,
                                        FulThread  *thread);

G_END_DECLS
