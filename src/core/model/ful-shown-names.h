/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-demangle.h"

G_BEGIN_DECLS

/**
 * FulShownNames:
 *
 * The demangled names of a profile, demangled on demand. Thread-safe.
 */
typedef struct _FulShownNames FulShownNames;

FulShownNames *ful_shown_names_new      (void);
void           ful_shown_names_free     (FulShownNames *self);
const char    *ful_shown_names_demangle (FulShownNames *self,
                                         const char    *name);

/**
 * ful_shown_names_get:
 * @name: a name that lives as long as @self
 *
 * Returns: (transfer none): @name demangled, or @name; lives as long as @self
 */
static inline const char *
ful_shown_names_get (FulShownNames *self,
                     const char    *name)
{
  return ful_name_is_mangled (name) ? ful_shown_names_demangle (self, name) : name;
}

G_END_DECLS
