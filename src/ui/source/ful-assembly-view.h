/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-assembly-list.h"
#include "ful-source-job.h"

#include "model/ful-thread-tables.h"

G_BEGIN_DECLS

/**
 * FulAssemblyView:
 *
 * Reads the instructions of a native symbol and shows them, or why there are none. Emits "instruction-selected" when the user
 * selects one, and "busy-changed".
 */
#define FUL_TYPE_ASSEMBLY_VIEW (ful_assembly_view_get_type ())
G_DECLARE_FINAL_TYPE (FulAssemblyView, ful_assembly_view, FUL, ASSEMBLY_VIEW, GtkWidget)

void             ful_assembly_view_take_job  (FulAssemblyView *self,
                                              FulAssemblyJob  *job,
                                              FulWeightType    weight_type);
void             ful_assembly_view_show_none (FulAssemblyView *self,
                                              const char      *why);
void             ful_assembly_view_forget    (FulAssemblyView *self);
void             ful_assembly_view_stop      (FulAssemblyView *self);
FulAssemblyList *ful_assembly_view_get_list  (FulAssemblyView *self);
gboolean         ful_assembly_view_get_busy  (FulAssemblyView *self);

G_END_DECLS
