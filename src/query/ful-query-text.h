/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-query.h"

#include "model/ful-thread-tables.h"

G_BEGIN_DECLS

void  ful_query_text_print_heading (FulQuery      *query,
                                    FulQueryView  *view);
void  ful_query_text_print_row     (FulQuery      *query,
                                    FulQueryView  *view,
                                    FulFuncIndex   func,
                                    gint32         depth,
                                    double         total,
                                    double         self);
char *ful_query_text_weight        (FulWeightType  weight_type,
                                    double         weight);

G_END_DECLS
