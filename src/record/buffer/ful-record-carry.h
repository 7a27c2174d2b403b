/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-tables.h"

#include "base/ful-bytes.h"
#include "base/ful-string-table.h"
#include "base/ful-table.h"

G_BEGIN_DECLS

/**
 * FulRecordCarry:
 *
 * The tables of an epoch that is over, from which stacks are carried into the next one.
 */
typedef struct
{
  /*< private >*/
  FulRecordTables *tables;
  FulStringTable  *strings;
  FulTableBuilder  stacks;
  FulTableBuilder  frames;
  FulTableBuilder  funcs;
  FulTableBuilder  resources;
  gint32          *map;       /* stack → row of the next epoch; FUL_NONE: it is not carried yet */
} FulRecordCarry;

void          ful_record_carry_begin (FulRecordCarry  *self,
                                      FulRecordTables *tables,
                                      FulBytes        *to);
FulStackIndex ful_record_carry_stack (FulRecordCarry  *self,
                                      FulStackIndex    stack);
void          ful_record_carry_end   (FulRecordCarry  *self);

G_END_DECLS
