/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Compiled rows of call frame information: they hold only the rules of registers that change. */

#include "config.h"

#include "ful-unwind-fast-row.h"

/* Returns: whether the operations are one and then at most a number to be added */
static gboolean
read_sum (const FulUnwindOp *ops,
          guint              n_ops,
          guint64           *out_added)
{
  if (n_ops == 0 || n_ops > 2 || (n_ops == 2 && ops[1].atom != FUL_UNWIND_OP_PLUS_UCONST))
    return FALSE;

  *out_added = n_ops == 2 ? (guint64) ops[1].number : 0;

  return TRUE;
}

static gboolean
read_cfa (const FulUnwindRow *row,
          const FulUnwindOp  *ops,
          FulUnwindFastRow   *out)
{
  ops += row->cfa.first_op;
  if (!read_sum (ops, row->cfa.n_ops, &out->cfa_offset) || ops->atom < FUL_UNWIND_OP_BREG0 ||
      ops->atom > FUL_UNWIND_OP_BREG31)
    return FALSE;

  out->cfa_register = (guint8) (ops->atom - FUL_UNWIND_OP_BREG0);
  out->cfa_offset += (guint64) ops->number;

  return TRUE;
}

static gboolean
read_saved (const FulUnwindRule *rule,
            const FulUnwindOp   *ops,
            FulUnwindSaved      *out)
{
  ops += rule->first_op;
  if (!read_sum (ops, rule->n_ops, &out->offset) || ops->atom != FUL_UNWIND_OP_CALL_FRAME_CFA)
    return FALSE;

  out->is_value = rule->kind == FUL_UNWIND_VALUE;

  return TRUE;
}

/**
 * ful_unwind_fast_row_new:
 * @row: a row
 * @ops: its operations
 *
 * Returns: (transfer full) (nullable): the same, for g_free(); %NULL if it is of another form
 */
FulUnwindFastRow *
ful_unwind_fast_row_new (const FulUnwindRow *row,
                         const FulUnwindOp  *ops)
{
  g_autofree FulUnwindFastRow *self = g_malloc0 (sizeof *self + FUL_UNWIND_N_REGISTERS * sizeof *self->saved);
  gsize n_bytes;

  if (!read_cfa (row, ops, self))
    return NULL;

  self->return_register = row->return_register;
  for (guint i = 0; i < FUL_UNWIND_N_REGISTERS; i++)
    {
      const FulUnwindRule *rule = &row->rules[i];

      if (rule->kind == FUL_UNWIND_SAME)
        self->same |= G_GUINT64_CONSTANT (1) << i;
      if (rule->kind < FUL_UNWIND_AT)
        continue;
      if (!read_saved (rule, ops, &self->saved[self->n_saved]))
        return NULL;
      self->saved[self->n_saved++].number = (guint8) i;
    }

  n_bytes = sizeof *self + self->n_saved * sizeof *self->saved;

  return g_realloc (g_steal_pointer (&self), n_bytes);
}
