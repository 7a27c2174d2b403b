/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/ful-importer.h"

#include "io/raw/ful-raw-tree.h"

G_BEGIN_DECLS

/* A category without subcategories. */
typedef struct
{
  const char *name;
  const char *color;
} FulImportCategory;

/**
 * FulImportMeta:
 * @tree: owns @node
 * @node: `meta` of a processed profile, to be completed
 * @writer: (nullable): the program that wrote the file; owned by the importer
 * @has_interval: whether the file says how far samples are apart
 *
 * What is known of a profile of a format that has no `meta`.
 */
typedef struct
{
  FulRawTree *tree;
  FulRawNode *node;
  const char *writer;
  gboolean    has_interval;
} FulImportMeta;

void     ful_import_meta_init         (FulImportMeta           *self,
                                       const char              *product,
                                       const char              *imported_from);
void     ful_import_meta_add_category (FulImportMeta           *self,
                                       const char              *name,
                                       const char              *color);
guint    ful_import_meta_index_categories (FulImportMeta      *self,
                                           GHashTable         *categories);
void     ful_import_meta_add_schema   (FulImportMeta           *self,
                                       const char              *schema);
void     ful_import_meta_set_number   (FulImportMeta           *self,
                                       const char              *key,
                                       double                   value);
void     ful_import_meta_set_interval (FulImportMeta           *self,
                                       double                   interval);
void     ful_import_meta_set_bool     (FulImportMeta           *self,
                                       const char              *key,
                                       gboolean                 value);
void     ful_import_meta_set_string   (FulImportMeta           *self,
                                       const char              *key,
                                       const char              *value);
void     ful_import_meta_finish       (FulImportMeta           *self,
                                       FulImport               *import);

G_END_DECLS
