/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-wire-reader.h"
#include "ful-wire.h"

G_BEGIN_DECLS

const char *ful_wire_table_columns        (FulWireTableNumber  table);
gboolean    ful_wire_rows_next_sample     (FulWireRows        *self,
                                           FulWireSample      *sample);
gboolean    ful_wire_rows_next_marker     (FulWireRows        *self,
                                           FulWireMarker      *marker);
gboolean    ful_wire_rows_next_count      (FulWireRows        *self,
                                           FulWireCount       *count);
gboolean    ful_wire_rows_next_allocation (FulWireRows        *self,
                                           FulWireAllocation  *allocation);
void        ful_wire_read_field           (FulWireReader      *reader,
                                           FulWireField       *field);

G_END_DECLS
