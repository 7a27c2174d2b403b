/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

G_BEGIN_DECLS

GBytes     *ful_test_fixture        (const char  *name);
FulProfile *ful_test_load           (gconstpointer data,
                                     gsize        n,
                                     GError     **error);
FulProfile *ful_test_load_text      (const char  *text);
FulProfile *ful_test_load_fixture   (const char  *name);
void        ful_test_assert_refused (const char  *text,
                                     gint         code);
char       *ful_test_stack_text     (FulProfile  *profile,
                                     guint        thread,
                                     guint        sample);
void        ful_test_assert_samples (FulProfile  *profile,
                                     const char  *expected);
void        ful_test_assert_sound   (FulProfile  *profile);
char       *ful_test_profile_text   (FulProfile  *profile);
void        ful_test_remove_folder  (const char  *path);

G_END_DECLS
