/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-code-list.h"

#include "model/ful-thread-tables.h"
#include "tree/samples/ful-annotation.h"

G_BEGIN_DECLS

/**
 * FulSourceList:
 *
 * The lines of a source file. Emits "line-selected" (line) when the user selects one.
 */
#define FUL_TYPE_SOURCE_LIST (ful_source_list_get_type ())
G_DECLARE_FINAL_TYPE (FulSourceList, ful_source_list, FUL, SOURCE_LIST, GtkWidget)

void           ful_source_list_set_text  (FulSourceList *self,
                                          const char    *filename,
                                          GPtrArray     *lines);
void           ful_source_list_set_costs (FulSourceList *self,
                                          FulAnnotation *costs,
                                          FulWeightType  weight_type);
void           ful_source_list_set_other (FulSourceList *self,
                                          const char    *title,
                                          GArray        *costs,
                                          GtkBitset     *alone,
                                          const char    *sign);
GPtrArray     *ful_source_list_get_lines (FulSourceList *self);
void           ful_source_list_mark_line (FulSourceList *self,
                                          guint          line);
guint          ful_source_list_get_line  (FulSourceList *self);
FulCodeList   *ful_source_list_get_list  (FulSourceList *self);

G_END_DECLS
