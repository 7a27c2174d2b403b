/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

G_BEGIN_DECLS

/* What a user says of a function. */
typedef enum
{
  FUL_OWN_CODE_UNSAID,
  FUL_OWN_CODE_OWN,
  FUL_OWN_CODE_NOT_OWN,
} FulOwnCode;

void    ful_own_code_set        (FulProfile         *profile,
                                 const char * const *own,
                                 const char * const *not_own);
void    ful_own_code_set_default
                                (const char * const *patterns);
guint64 ful_own_code_get_serial (FulProfile         *profile);
char  **ful_own_code_change     (const char * const *patterns,
                                 const char         *library,
                                 gboolean            is_own);
guint8 *ful_own_code_list_funcs (FulProfile         *profile);

G_END_DECLS
