/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Native functions of a library without a symbol: their names are addresses.
 * Profiles recorded on Linux may have few other functions.
 *
 * Folding is the first of all stages, so that transforms see the folded rows: the
 * unnamed functions of a library become the function of the library, as when it is
 * collapsed, and consecutive calls of it become one. */

#include "config.h"

#include "ful-unnamed.h"

static gboolean
is_address (const char *name)
{
  if (name[0] != '0' || name[1] != 'x' || name[2] == '\0')
    return FALSE;
  for (name += 2; *name; name++)
    if (!g_ascii_isxdigit (*name))
      return FALSE;

  return TRUE;
}

/**
 * ful_func_is_unnamed:
 *
 * Returns: whether @func is a native function of a library, named by its address
 */
gboolean
ful_func_is_unnamed (FulProfile   *profile,
                     FulFuncIndex  func)
{
  return !profile->funcs->is_js[func] && profile->funcs->resource[func] != FUL_NONE &&
         is_address (ful_profile_get_func_name (profile, func));
}

/**
 * ful_unnamed_compute_share:
 *
 * O(functions + frames).
 *
 * Native frames are those with an address, and those of a function of a library: formats with names may have no addresses.
 *
 * Returns: share of the native frames that have no name; 0 without any
 */
double
ful_unnamed_compute_share (FulProfile *profile)
{
  const FulFrameTable *frames = ful_profile_get_shown_frames (profile);
  guint n_funcs = profile->funcs->table.n_rows;
  g_autofree guint8 *unnamed = g_new (guint8, MAX (n_funcs, 1)), *of_library = g_new (guint8, MAX (n_funcs, 1));
  guint n_native = 0, n_unnamed = 0;

  for (guint i = 0; i < n_funcs; i++)
    {
      FulResourceIndex resource = profile->funcs->resource[i];

      unnamed[i] = ful_func_is_unnamed (profile, (FulFuncIndex) i);
      of_library[i] = !profile->funcs->is_js[i] && resource != FUL_NONE &&
                      profile->resources->type[resource] == FUL_RESOURCE_TYPE_LIBRARY;
    }
  for (guint i = 0; i < frames->table.n_rows; i++)
    if (frames->address[i] != FUL_NONE || of_library[frames->func[i]])
      {
        n_native++;
        n_unnamed += unnamed[frames->func[i]];
      }

  return n_native > 0 ? (double) n_unnamed / n_native : 0;
}

/**
 * ful_filtered_stacks_fold_unnamed:
 * @self: the stacks of the profile as they are
 * @cancellable: (nullable): checked every few thousand stacks
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(functions + frames + stacks).
 *
 * Returns: (transfer full): the next stage
 */
FulFilteredStacks *
ful_filtered_stacks_fold_unnamed (FulFilteredStacks  *self,
                                  GCancellable       *cancellable,
                                  GError            **error)
{
  FulProfile *profile = self->profile;
  guint n_funcs = profile->funcs->table.n_rows;
  guint n_frames = self->frames->table.n_rows;
  guint n_stacks = self->stacks->table.n_rows;
  g_autofree FulFuncIndex *folded = g_new (FulFuncIndex, MAX (n_funcs, 1));
  FulBuffer *funcs = ful_buffer_new (FUL_TYPE_I32, n_frames);
  g_autoptr(FulBuffer) callers = ful_buffer_new (FUL_TYPE_I32, n_stacks);
  g_autoptr(FulFilteredStacks) renamed = NULL;
  FulStackIndex *caller = callers->data;

  for (guint i = 0; i < n_funcs; i++)
    folded[i] = ful_func_is_unnamed (profile, (FulFuncIndex) i)
                  ? ful_profile_get_resource_func (profile, profile->funcs->resource[i]) : (FulFuncIndex) i;
  for (guint i = 0; i < n_frames; i++)
    ((FulFuncIndex *) funcs->data)[i] = folded[self->frames->func[i]];
  renamed = ful_filtered_stacks_with_funcs (self, funcs);

  for (guint i = 0; i < n_stacks; i++)
    {
      FulFuncIndex func = ful_filtered_stacks_get_func (renamed, (FulStackIndex) i);
      FulStackIndex prefix = self->stacks->prefix[i];

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;

      caller[i] = prefix;
      if (prefix != FUL_NONE && ful_filtered_stacks_get_func (renamed, prefix) == func &&
          ful_profile_is_resource_func (profile, func))
        caller[i] = caller[prefix];
    }

  return ful_filtered_stacks_with_prefix (renamed, g_steal_pointer (&callers), NULL);
}

/**
 * ful_unnamed_fold_path:
 * @path: (inout) (element-type FulFuncIndex): path of a call node; becomes that of the folded one
 */
void
ful_unnamed_fold_path (FulProfile *profile,
                       GArray     *path)
{
  guint n = 0;

  for (guint i = 0; i < path->len; i++)
    {
      FulFuncIndex func = g_array_index (path, FulFuncIndex, i);

      if (ful_func_is_unnamed (profile, func))
        {
          func = ful_profile_get_resource_func (profile, profile->funcs->resource[func]);
          if (n > 0 && g_array_index (path, FulFuncIndex, n - 1) == func)
            continue;
        }
      g_array_index (path, FulFuncIndex, n++) = func;
    }
  g_array_set_size (path, n);
}
