/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-symbol-results.h"
#include "ful-symbol-rows.h"

#include "base/ful-table.h"
#include "model/ful-profile.h"

G_BEGIN_DECLS

/* A symbol of the results for a library. */
typedef struct
{
  guint32               name;   /* of the last outermost frame with it: places of name and file, and function */
  guint32               file;
  FulFuncIndex          func;   /* FUL_NONE if there was none yet */
  FulNativeSymbolIndex  row;
} FulSymbolRow;

typedef struct
{
  FulProfile              *recorded;
  FulSymbolResults *const *results;
  FulSymbolRows            rows;
  FulTableBuilder          frames;
  const FulSymbolResult  **result_of;      /* for each recorded frame, nullable: the result for its address */
  guint                    max_inlined;    /* frames of an address that are shown beside the outermost */
  guint                   *first_inlined;  /* for each recorded frame, and for their end: row of the shown frames */
  FulSymbolRow           **symbols;        /* for each library, nullable: for each symbol of its results */
  gboolean                 has_removed;
} FulSymbolicate;

gboolean ful_symbolicate_name_frames (FulSymbolicate  *self,
                                      GCancellable    *cancellable,
                                      GError         **error);

G_END_DECLS
