/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

G_BEGIN_DECLS

/* The functions that are shown: all, those of scripts, or native ones. */
typedef enum
{
  FUL_IMPLEMENTATION_COMBINED,
  FUL_IMPLEMENTATION_JS,
  FUL_IMPLEMENTATION_CPP,
} FulImplementation;

const char *ful_implementation_to_string     (FulImplementation   implementation);
gboolean    ful_implementation_parse         (const char         *text,
                                              FulImplementation  *out_implementation,
                                              GError            **error);
gboolean    ful_func_matches_implementation  (FulProfile         *profile,
                                              FulFuncIndex        func,
                                              FulImplementation   implementation);
guint8     *ful_list_implementation_funcs    (FulProfile         *profile,
                                              FulImplementation   implementation);

G_END_DECLS
