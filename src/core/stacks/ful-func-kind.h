/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

G_BEGIN_DECLS

/**
 * FulFuncKind:
 * @FUL_FUNC_KIND_OWN: code that the user wrote, as far as names and paths tell
 * @FUL_FUNC_KIND_LIBRARY: of a library, the system, or a runtime
 * @FUL_FUNC_KIND_LABEL: a label of Firefox
 * @FUL_FUNC_KIND_UNNAMED: an address
 * @FUL_FUNC_KIND_META: no code: "(root)", "(garbage collector)"
 *
 * Whose code a function is.
 */
typedef enum
{
  FUL_FUNC_KIND_OWN,
  FUL_FUNC_KIND_LIBRARY,
  FUL_FUNC_KIND_LABEL,
  FUL_FUNC_KIND_UNNAMED,
  FUL_FUNC_KIND_META,
} FulFuncKind;

const guint8 *ful_func_kinds_get            (FulProfile *profile);
const char   *ful_func_kinds_get_library    (FulProfile   *profile,
                                             FulFuncIndex  func,
                                             gboolean     *out_is_own);
gboolean      ful_func_kinds_are_of_firefox (FulProfile *profile);
gboolean      ful_func_kinds_are_of_v8      (FulProfile *profile);

G_END_DECLS
