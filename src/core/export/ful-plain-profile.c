/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A profile as files have it. With symbols, samples refer to the shown stacks, and what nobody refers to is left out.
 * Functions of resources, which every reader creates, are left out: of a profile that has grown they are among the
 * others. */

#include "config.h"

#include "ful-marker-edit.h"
#include "ful-plain-profile.h"

#include "base/ful-table.h"
#include "io/raw/ful-raw-get.h"
#include "io/raw/ful-raw-tree.h"

#include <string.h>

/* Keeps the rows of a table that are used. Returns: (transfer full): for each row its new number */
static gint32 *
drop_rows (gpointer      table,
           const guint8 *is_used)
{
  const FulTable *from = *(gpointer *) table;
  gint32 *map = g_new (gint32, MAX (from->n_rows, 1));
  guint n = 0;

  for (guint i = 0; i < from->n_rows; i++)
    map[i] = is_used[i] ? (gint32) n++ : FUL_NONE;
  ful_table_move_rows (table, map, n);

  return map;
}

static guint8 *
mark_used (gpointer      table,
           guint         column,
           guint         n_rows)
{
  FulTable *from = table;
  const gint32 *cells = from->buffers[column]->data;
  guint8 *is_used = g_new0 (guint8, MAX (n_rows, 1));

  for (guint i = 0; i < from->n_rows; i++)
    if (cells[i] != FUL_NONE)
      is_used[cells[i]] = TRUE;

  return is_used;
}

/* Functions of resources that were left out are none; of others the number is another one, which must not stay that of one that is kept. */
static void
map_resource_funcs (FulProfile   *self,
                    const gint32 *map)
{
  if (self->resources->func)
    ful_table_map_column (&self->resources, FUL_RESOURCE_FUNC, map);
}

/* Leaves out frames that no stack has, and functions and symbols that no frame has. */
static void
drop_unused (FulProfile *self)
{
  g_autofree guint8 *frames = mark_used (self->stacks, FUL_STACK_FRAME, self->frames->table.n_rows);
  g_autofree gint32 *frame_map = drop_rows (&self->frames, frames);
  g_autofree guint8 *funcs = mark_used (self->frames, FUL_FRAME_FUNC, self->funcs->table.n_rows);
  g_autofree guint8 *symbols = mark_used (self->frames, FUL_FRAME_NATIVE_SYMBOL, self->native_symbols->table.n_rows);
  g_autofree gint32 *func_map = drop_rows (&self->funcs, funcs);
  g_autofree gint32 *symbol_map = drop_rows (&self->native_symbols, symbols);

  ful_table_map_column (&self->stacks, FUL_STACK_FRAME, frame_map);
  ful_table_map_column (&self->frames, FUL_FRAME_FUNC, func_map);
  ful_table_map_column (&self->frames, FUL_FRAME_NATIVE_SYMBOL, symbol_map);
  map_resource_funcs (self, func_map);
  self->n_recorded_funcs = self->funcs->table.n_rows;
}

static gboolean
has_resource_funcs_inside (FulProfile *self)
{
  for (guint i = 0; self->resources->func && i < self->resources->table.n_rows; i++)
    if (self->resources->func[i] != FUL_NONE && self->resources->func[i] < (gint32) self->n_recorded_funcs)
      return TRUE;

  return FALSE;
}

static void
drop_resource_funcs (FulProfile *self)
{
  guint n = self->funcs->table.n_rows;
  g_autofree guint8 *is_used = g_new0 (guint8, MAX (n, 1));
  g_autofree gint32 *map = NULL;

  for (guint i = 0; i < n; i++)
    is_used[i] = !ful_profile_is_resource_func (self, (FulFuncIndex) i);
  map = drop_rows (&self->funcs, is_used);
  ful_table_map_column (&self->frames, FUL_FRAME_FUNC, map);
  map_resource_funcs (self, map);
  self->n_recorded_funcs = self->funcs->table.n_rows;
}

typedef struct
{
  const FulMarkerTable *markers;
  const gint32         *map;
} Causes;

static gboolean
map_cause (guint       row,
           const char *payload,
           gsize       length,
           FulBytes   *to,
           gpointer    data)
{
  const Causes *self = data;
  gint64 stack = ful_packed_int_get (&self->markers->cause_stack, row);

  if (stack == FUL_NONE)
    return FALSE;
  ful_payload_set_cause (payload, length, self->map[stack], to);

  return TRUE;
}

static gboolean
has_causes (FulThread *thread)
{
  for (guint i = 0; i < thread->markers->table.n_rows; i++)
    if (ful_packed_int_get (&thread->markers->cause_stack, i) != FUL_NONE)
      return TRUE;

  return FALSE;
}

static FulThread *
map_thread (FulThread    *from,
            const gint32 *map)
{
  FulThread *self = ful_thread_new_copy (from);

  ful_table_map_column (&self->samples, FUL_SAMPLE_STACK, map);
  if (self->js_allocations)
    ful_table_map_column (&self->js_allocations, FUL_ALLOCATION_STACK, map);
  if (self->native_allocations)
    ful_table_map_column (&self->native_allocations, FUL_ALLOCATION_STACK, map);
  if (has_causes (from))
    {
      ful_thread_map_payloads (self, map_cause, &(Causes) { from->markers, map });
      ful_table_map_column (&self->markers, FUL_MARKER_CAUSE_STACK, map);
    }

  return self;
}

/* `meta` that says whether all symbols were looked for. */
static char *
mark_symbolicated (const char *meta_json,
                   gboolean    is_symbolicated)
{
  FulRawTree *tree = ful_raw_tree_new ();
  FulRawNode *meta = ful_raw_tree_parse (tree, meta_json, strlen (meta_json), NULL);
  FulBytes text = { NULL };

  ful_raw_set (tree, meta, "symbolicated", ful_raw_tree_new_bool (tree, is_symbolicated));
  ful_raw_write (meta, &text);
  ful_bytes_append_c (&text, '\0');
  ful_raw_tree_free (tree);

  return text.data;
}

/**
 * ful_plain_profile_new:
 * @profile: a profile
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): what a file of @profile says; @profile itself if its recorded functions are the first
 *   ones and are shown
 */
FulProfile *
ful_plain_profile_new (FulProfile    *profile,
                       GCancellable  *cancellable,
                       GError       **error)
{
  g_autoptr(FulProfile) self = NULL;

  if (profile->shown_stacks == NULL && !has_resource_funcs_inside (profile))
    return g_object_ref (profile);

  self = ful_profile_new_snapshot (profile);
  if (profile->shown_stacks == NULL)
    {
      drop_resource_funcs (self);
      return g_steal_pointer (&self);
    }
  ful_table_unref (self->stacks);
  self->stacks = ful_table_ref (profile->shown_stacks);
  ful_table_unref (self->frames);
  self->frames = ful_table_ref (profile->shown_frames);
  drop_unused (self);
  g_free (self->meta_json);
  self->meta_json = mark_symbolicated (profile->meta_json, profile->symbolicated == 1);
  if (profile->shown_of_stack == NULL)
    return g_steal_pointer (&self);

  g_ptr_array_unref (self->threads);
  self->threads = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < profile->threads->len; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      g_ptr_array_add (self->threads, map_thread (ful_profile_get_thread (profile, i), profile->shown_of_stack->data));
    }

  return g_steal_pointer (&self);
}
