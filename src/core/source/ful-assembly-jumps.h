/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-assembly.h"

G_BEGIN_DECLS

/* Number of lanes; jumps that find none free are not drawn. */
#define FUL_JUMP_LANES 8

/**
 * FulJumpMarks:
 * @above: bits of the lanes whose line leaves the row at its top
 * @below: bits of the lanes whose line leaves it at its bottom
 * @ends: bits of the lanes whose line goes to the instruction
 * @is_target: whether a jump leads to it
 *
 * What is drawn beside an instruction. Lane 0 is the farthest from the text.
 */
typedef struct
{
  guint8   above;
  guint8   below;
  guint8   ends;
  gboolean is_target;
} FulJumpMarks;

GArray *ful_assembly_lay_out_jumps (const FulAssembly *self);

G_END_DECLS
