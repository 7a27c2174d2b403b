/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

G_BEGIN_DECLS

/* The name of the item for all code of a library that has no name. */
#define FUL_UNNAMED_CODE "(no symbols)"

/**
 * FulFuncKey:
 * @name: without what compilers add to it
 * @library: name of the library, host or add-on, or ""
 * @file: name of the source file, or ""
 * @is_js: whether it is a script function, which only pairs with others
 * @line: where a script function begins, or %FUL_NONE; @column likewise
 *
 * What a function is recognised by in another recording.
 */
typedef struct
{
  char    *name;
  char    *library;
  char    *file;
  gboolean is_js;
  gint32   line;
  gint32   column;
} FulFuncKey;

void  ful_func_key_init      (FulFuncKey   *self,
                              FulProfile   *profile,
                              FulFuncIndex  func);
void  ful_func_key_clear     (FulFuncKey   *self);
char *ful_func_key_get_short (const char   *name);

G_END_DECLS
