/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

G_BEGIN_DECLS

/* The functions that are shown: all, those of scripts, native ones, or those of one's own code and all roots. */
typedef enum
{
  FUL_IMPLEMENTATION_COMBINED,
  FUL_IMPLEMENTATION_JS,
  FUL_IMPLEMENTATION_CPP,
  FUL_IMPLEMENTATION_OWN,
} FulImplementation;

/* Whether a function is shown. */
typedef enum
{
  FUL_SHOWN_NEVER,
  FUL_SHOWN_ALWAYS,
  FUL_SHOWN_AS_ROOT,   /* only where it has no caller */
} FulShown;

const char *ful_implementation_to_string     (FulImplementation   implementation);
gboolean    ful_implementation_parse         (const char         *text,
                                              FulImplementation  *out_implementation,
                                              GError            **error);
gboolean    ful_func_matches_implementation  (FulProfile         *profile,
                                              FulFuncIndex        func,
                                              FulStackIndex       caller,
                                              FulImplementation   implementation);
guint8     *ful_list_implementation_funcs    (FulProfile         *profile,
                                              FulImplementation   implementation);

/* Whether a stack with that function is shown; @caller is its caller, or FUL_NONE of a root. */
static inline gboolean
ful_is_shown (const guint8  *shown,
              FulFuncIndex   func,
              FulStackIndex  caller)
{
  return shown[func] == FUL_SHOWN_ALWAYS || (shown[func] == FUL_SHOWN_AS_ROOT && caller == FUL_NONE);
}

G_END_DECLS
