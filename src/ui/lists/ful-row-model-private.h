/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-row-model.h"

G_BEGIN_DECLS

enum
{
  FUL_ROW_MODEL_SELECT,
  FUL_ROW_MODEL_REWIND,
  FUL_ROW_MODEL_SETTLED,
  FUL_N_ROW_MODEL_SIGNALS,
};

extern guint ful_row_model_signals[FUL_N_ROW_MODEL_SIGNALS];

void ful_row_model_forget_item (FulRowModel *self,
                                gpointer     item);
void ful_row_model_begin_steps (FulRowModel *self);
void ful_row_model_stop_steps  (FulRowModel *self);

G_END_DECLS
