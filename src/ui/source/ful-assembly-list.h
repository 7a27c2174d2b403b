/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-code-list.h"

#include "model/ful-profile.h"
#include "model/ful-thread-tables.h"
#include "source/ful-assembly.h"

G_BEGIN_DECLS

/**
 * FulAssemblyList:
 *
 * The instructions of a native symbol, with the arrows of its jumps, and below them the functions that the selected one is
 * inlined from. Emits "instruction-selected" when the user selects one.
 */
#define FUL_TYPE_ASSEMBLY_LIST (ful_assembly_list_get_type ())
G_DECLARE_FINAL_TYPE (FulAssemblyList, ful_assembly_list, FUL, ASSEMBLY_LIST, GtkWidget)

FulAssemblyList      *ful_assembly_list_new          (void);
void                  ful_assembly_list_set_assembly (FulAssemblyList      *self,
                                                      FulAssembly          *assembly,
                                                      GArray               *jumps);
void                  ful_assembly_list_set_costs    (FulAssemblyList      *self,
                                                      GArray               *costs,
                                                      FulWeightType         weight_type,
                                                      FulProfile           *profile,
                                                      FulNativeSymbolIndex  symbol);
void                  ful_assembly_list_mark_line    (FulAssemblyList      *self,
                                                      const char           *filename,
                                                      guint                 line);
guint                 ful_assembly_list_get_line     (FulAssemblyList      *self,
                                                      const char           *filename);
FulCodeList          *ful_assembly_list_get_list     (FulAssemblyList      *self);

G_END_DECLS
