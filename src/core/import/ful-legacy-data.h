/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "io/raw/ful-raw-tree.h"

G_BEGIN_DECLS

FulRawNode *ful_legacy_built_in_schemas  (FulRawTree       *tree);
FulRawNode *ful_legacy_categories        (FulRawTree       *tree);
void        ful_legacy_add_categories    (FulRawTree       *tree,
                                          FulRawNode       *categories);
int         ful_legacy_find_category     (FulRawTree       *tree,
                                          const FulRawNode *categories,
                                          const char       *name);
const char *ful_legacy_function_category (const char       *name);
const char *ful_legacy_category_of_bits  (double            bits);
gboolean    ful_legacy_is_dom_call       (const char       *name);
gboolean    ful_legacy_type_is           (const FulRawNode *payload,
                                          const char       *type);
const char *ful_legacy_marker_category   (const FulRawNode *payload,
                                          const char       *marker_name);
GHashTable *ful_legacy_string_fields     (FulRawTree       *tree,
                                          const FulRawNode *schemas);
char       *ful_legacy_lib_name          (const char       *debug_name);
void        ful_legacy_convert_gc        (FulRawTree       *tree,
                                          FulRawNode       *payload,
                                          gboolean          to_processed);
void        ful_legacy_scale_member      (FulRawTree       *tree,
                                          FulRawNode       *object,
                                          const char       *key,
                                          double            factor);
void        ful_legacy_move_phases       (FulRawTree       *tree,
                                          FulRawNode       *timings,
                                          const char       *from);
FulRawNode *ful_legacy_dom_event_edge    (FulRawTree       *tree,
                                          const FulRawNode *payload,
                                          const char       *interval);
void        ful_legacy_split_time        (FulRawNode       *payload,
                                          double            time,
                                          int               without_interval,
                                          double           *out_start,
                                          double           *out_end,
                                          int              *out_phase);

G_END_DECLS
