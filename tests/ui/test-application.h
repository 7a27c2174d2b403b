/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

int             test_application_run (void);
GtkApplication *test_application_get (void);

G_END_DECLS
