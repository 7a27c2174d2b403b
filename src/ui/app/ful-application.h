/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulApplication:
 *
 * The process of all windows.
 */
#define FUL_TYPE_APPLICATION (ful_application_get_type ())
G_DECLARE_FINAL_TYPE (FulApplication, ful_application, FUL, APPLICATION, AdwApplication)

FulApplication *ful_application_new (void);
int             ful_application_run (FulApplication *self,
                                     int             argc,
                                     char          **argv);

G_END_DECLS
