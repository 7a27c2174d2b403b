/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"
#include "import/common/ful-import-tables.h"
#include "wire/ful-wire.h"

G_BEGIN_DECLS

/**
 * FulRecordTables:
 * @rows: which are sent
 *
 * How much of the shared tables has been put into frames.
 */
typedef struct
{
  FulImportTables *rows;

  /*< private >*/
  guint   n_put[FUL_WIRE_N_TABLES];
  guint   n_libs;
  guint64 n_epochs;
} FulRecordTables;

void          ful_record_tables_init (FulRecordTables   *self,
                                      FulImportTables   *rows);
void          ful_record_tables_put  (FulRecordTables   *self,
                                      FulBytes          *to);

G_END_DECLS
