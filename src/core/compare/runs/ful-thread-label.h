/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

G_BEGIN_DECLS

char *ful_thread_label_new  (FulProfile *profile,
                             guint       thread);
char *ful_counter_label_new (FulProfile *profile,
                             guint       counter);

G_END_DECLS
