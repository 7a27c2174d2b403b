/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ful_name_is_mangled:
 * @name: name of a function
 *
 * Returns: whether @name starts like a mangled one (`_Z`, `_R`, `__Z`, `__R`); a few instructions
 */
static inline gboolean
ful_name_is_mangled (const char *name)
{
  if (name[0] != '_')
    return FALSE;
  if (name[1] == '_')
    name++;

  return name[1] == 'Z' || name[1] == 'R';
}

char *ful_demangle            (const char *name);
char *ful_demangle_in_sandbox (const char *name);

G_END_DECLS
