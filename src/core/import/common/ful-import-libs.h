/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-import-tables.h"
#include "model/ful-profile.h"

G_BEGIN_DECLS

FulLib      *ful_import_lib_new          (const char      *path);
void         ful_import_lib_set_build_id (FulLib          *lib,
                                          const guint8    *id,
                                          gsize            n);
FulFuncIndex ful_import_lib_add_func     (FulImportTables *tables,
                                          FulLibIndex      lib,
                                          guint64          address);

G_END_DECLS
