/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/common/ful-import-meta.h"

G_BEGIN_DECLS

/**
 * FulImportPackages:
 *
 * Categories of a format that has none: the packages with the most functions, in colours of their own. First all names are
 * counted, then they have categories.
 */
typedef struct
{
  GHashTable *counts;       /* package → number of functions */
  GHashTable *categories;   /* package → category */
  GPtrArray  *chosen;       /* packages with a category */
} FulImportPackages;

void             ful_import_packages_init         (FulImportPackages *self);
void             ful_import_packages_clear        (FulImportPackages *self);
void             ful_import_packages_count        (FulImportPackages *self,
                                                   const char        *name);
void             ful_import_packages_choose       (FulImportPackages *self);
FulCategoryIndex ful_import_packages_get_category (FulImportPackages *self,
                                                   const char        *name);
void             ful_import_packages_add_to       (FulImportPackages *self,
                                                   FulImportMeta     *meta);

G_END_DECLS
