/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Return addresses → call instructions (formats.md 5 step 12).
 *
 * Captures hold return addresses for callers, which belong to the instruction
 * after the call and so, often enough, to the next source line or function. All
 * frames of callers and backtraces lose one byte of their address; a frame that is
 * also the leaf of a sample, where the address is exact, is copied before. */

#include "config.h"

#include "ful-return-addresses.h"

void
ful_return_addresses_free (FulReturnAddresses *self)
{
  g_free (self->frame);
  g_free (self->prefix);
  g_free (self->sample_map);
  g_free (self->backtrace_map);
  g_clear_pointer (&self->copies, g_array_unref);
  g_free (self->is_return_address);
  g_free (self);
}

enum { SAMPLED = 1 << 0, BACKTRACE = 1 << 1, CALLER = 1 << 2 };

/**
 * ful_return_addresses_new:
 * @n_stacks: rows of the stack table
 * @frame: its frames, in range; @prefix: its callers, each before its callees, or %FUL_NONE
 * @n_frames: rows of the frame table
 * @has_address: for each frame, whether it has an address
 * @columns: all columns that refer to stacks, rows in range
 * @n_columns: how many
 *
 * Returns: (nullable) (transfer full): the changes; %NULL if no frame has an address
 */
FulReturnAddresses *
ful_return_addresses_new (guint                 n_stacks,
                          const FulFrameIndex  *frame,
                          const FulStackIndex  *prefix,
                          guint                 n_frames,
                          const guint8         *has_address,
                          const FulStackColumn *columns,
                          guint                 n_columns)
{
  g_autofree guint8 *use = g_new0 (guint8, MAX (n_stacks, 1));
  g_autofree guint8 *is_leaf = g_new0 (guint8, MAX (n_frames, 1));
  g_autofree FulFrameIndex *leaf_frame = NULL;
  g_autofree FulStackIndex *caller_map = NULL;
  FulReturnAddresses *self;
  gboolean any = FALSE;
  guint n = 0;

  for (guint c = 0; c < n_columns; c++)
    for (guint i = 0; i < columns[c].n; i++)
      if (columns[c].stacks[i] != FUL_NONE)
        use[columns[c].stacks[i]] |= columns[c].is_backtrace ? BACKTRACE : SAMPLED;
  for (guint i = 0; i < n_stacks; i++)
    if (prefix[i] != FUL_NONE)
      use[prefix[i]] |= CALLER;

  for (guint i = 0; i < n_stacks; i++)
    any |= use[i] && has_address[frame[i]];
  if (!any)
    return NULL;

  self = g_new0 (FulReturnAddresses, 1);
  self->copies = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->is_return_address = g_new0 (guint8, MAX (n_frames, 1));
  self->sample_map = g_new (FulStackIndex, n_stacks);
  self->backtrace_map = g_new (FulStackIndex, n_stacks);
  self->frame = g_new (FulFrameIndex, MAX (2 * (gsize) n_stacks, 1));
  self->prefix = g_new (FulStackIndex, MAX (2 * (gsize) n_stacks, 1));
  leaf_frame = g_new (FulFrameIndex, MAX (n_frames, 1));
  caller_map = g_new (FulStackIndex, n_stacks);

  for (guint i = 0; i < n_frames; i++)
    leaf_frame[i] = (FulFrameIndex) i;
  for (guint i = 0; i < n_stacks; i++)
    if ((use[i] & SAMPLED) && has_address[frame[i]])
      is_leaf[frame[i]] = TRUE;
  for (guint i = 0; i < n_stacks; i++)
    {
      FulFrameIndex f = frame[i];

      if (!(use[i] & (BACKTRACE | CALLER)) || !has_address[f] || self->is_return_address[f])
        continue;
      self->is_return_address[f] = TRUE;
      if (is_leaf[f])
        {
          leaf_frame[f] = (FulFrameIndex) (n_frames + self->copies->len);
          g_array_append_val (self->copies, f);
        }
    }

  for (guint i = 0; i < n_stacks; i++)
    {
      FulStackIndex caller = prefix[i] == FUL_NONE ? FUL_NONE : caller_map[prefix[i]];

      self->sample_map[i] = self->backtrace_map[i] = caller_map[i] = FUL_NONE;
      if (use[i] & (BACKTRACE | CALLER))
        {
          self->frame[n] = frame[i];
          self->prefix[n] = caller;
          self->backtrace_map[i] = caller_map[i] = (FulStackIndex) n++;
        }
      if (use[i] & SAMPLED)
        {
          self->frame[n] = leaf_frame[frame[i]];
          self->prefix[n] = caller;
          self->sample_map[i] = (FulStackIndex) n++;
        }
    }
  self->n_stacks = n;

  return self;
}
