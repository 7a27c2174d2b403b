/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A profile without what nothing refers to: samples, allocations and markers are kept, and the stacks, frames,
 * functions, … and strings that they need. Rows keep their order. O(rows + bytes of strings and payloads). */

#include "config.h"

#include "ful-compaction.h"
#include "ful-string-fields.h"

#include "base/ful-table.h"
#include "export/ful-marker-edit.h"
#include "io/raw/ful-raw-get.h"

#define N_REFS (FUL_REF_LIB + 1)

typedef struct
{
  FulProfile      *profile;
  FulStringFields *fields;
  guint            n_rows[N_REFS];
  guint8          *used[N_REFS];     /* for each row whether it is needed */
  gint32          *map[N_REFS];      /* for each row its new number, or FUL_NONE */
  guint            n[N_REFS];        /* number of rows that are needed */
} Compaction;

/* Rows of one list are referred to in two ways. */
static FulRef
get_list (FulRef ref)
{
  return ref == FUL_REF_EARLIER_STACK ? FUL_REF_STACK : ref;
}

static gboolean
is_row (FulRef ref)
{
  return ref != FUL_REF_NOTHING && ref < N_REFS;
}

static void
mark (Compaction *self,
      FulRef      ref,
      gint64      row)
{
  if (row >= 0 && row < (gint64) self->n_rows[ref])
    self->used[ref][row] = TRUE;
}

/* @is_used: (nullable): rows of @table that are needed; NULL: all */
static void
mark_column (Compaction     *self,
             const FulTable *table,
             guint           column,
             const guint8   *is_used)
{
  FulRef ref = get_list (table->klass->columns[column].refers_to);

  for (guint i = 0; i < table->n_rows; i++)
    if (is_used == NULL || is_used[i])
      mark (self, ref, ful_table_get_row (table, column, i));
}

static void
mark_table (Compaction   *self,
            gpointer      table,
            const guint8 *is_used)
{
  const FulTable *from = table;

  for (guint c = 0; from && c < from->klass->n_columns; c++)
    if (from->buffers[c] && is_row (from->klass->columns[c].refers_to))
      mark_column (self, from, c, is_used);
}

static void
mark_payloads (Compaction *self,
               FulThread  *thread)
{
  FulRawTree *tree = ful_raw_tree_new ();

  for (guint i = 0; i < thread->markers->table.n_rows; i++)
    {
      const char * const *keys = ful_string_fields_find (self->fields, thread, i);
      gsize length;
      const char *payload = keys ? ful_thread_get_payload (thread, i, &length) : NULL;
      FulRawNode *node = payload ? ful_raw_tree_parse (tree, payload, length, NULL) : NULL;

      for (guint k = 0; node && keys[k]; k++)
        {
          double string = ful_raw_get_number_or (node, keys[k], FUL_NONE);

          if (string >= 0 && string < self->n_rows[FUL_REF_STRING])
            mark (self, FUL_REF_STRING, (gint64) string);
        }
      ful_raw_tree_reset (tree);
    }
  ful_raw_tree_free (tree);
}

/* Stacks before those that need them. */
static void
mark_callers (Compaction *self)
{
  const FulStackTable *stacks = self->profile->stacks;

  for (guint i = stacks->table.n_rows; i-- > 0; )
    if (self->used[FUL_REF_STACK][i])
      mark (self, FUL_REF_STACK, stacks->prefix[i]);
}

static void
mark_all (Compaction *self)
{
  FulProfile *profile = self->profile;
  struct { FulRef ref; gpointer table; } shared[] = {   /* each before those that it refers to */
    { FUL_REF_STACK, profile->stacks }, { FUL_REF_FRAME, profile->frames }, { FUL_REF_FUNC, profile->funcs },
    { FUL_REF_RESOURCE, profile->resources }, { FUL_REF_SOURCE_LOCATION, profile->source_locations },
    { FUL_REF_NATIVE_SYMBOL, profile->native_symbols }, { FUL_REF_SOURCE, profile->sources },
  };

  mark_callers (self);
  for (guint i = 0; i < G_N_ELEMENTS (shared); i++)
    mark_table (self, shared[i].table, self->used[shared[i].ref]);
}

static void
number_rows (Compaction *self,
             FulRef      ref)
{
  self->map[ref] = g_new (gint32, MAX (self->n_rows[ref], 1));
  for (guint i = 0; i < self->n_rows[ref]; i++)
    self->map[ref][i] = self->used[ref][i] ? (gint32) self->n[ref]++ : FUL_NONE;
}

static void
map_table (Compaction *self,
           gpointer    place)
{
  const FulTable *from = *(gpointer *) place;

  for (guint c = 0; from && c < from->klass->n_columns; c++)
    if (from->buffers[c] && is_row (from->klass->columns[c].refers_to))
      {
        ful_table_map_column (place, c, self->map[get_list (from->klass->columns[c].refers_to)]);
        from = *(gpointer *) place;
      }
}

static void
compact_table (Compaction *self,
               FulRef      ref,
               gpointer    place)
{
  ful_table_move_rows (place, self->map[ref], self->n[ref]);
  map_table (self, place);
}

static FulStringTable *
compact_strings (Compaction           *self,
                 FulRef                ref,
                 const FulStringTable *strings)
{
  FulStringTable *kept = ful_string_table_new ();

  for (guint i = 0; i < self->n_rows[ref]; i++)
    if (self->used[ref][i])
      ful_string_table_append (kept, ful_string_table_get (strings, (FulStringIndex) i), -1);
  ful_string_table_publish (kept);

  return kept;
}

typedef struct
{
  Compaction *compaction;
  FulThread  *thread;
  FulRawTree *tree;
} Payloads;

static gboolean
map_payload (guint       row,
             const char *payload,
             gsize       length,
             FulBytes   *to,
             gpointer    data)
{
  Payloads *self = data;
  Compaction *compaction = self->compaction;
  const char * const *keys = ful_string_fields_find (compaction->fields, self->thread, row);
  gint64 stack = ful_packed_int_get (&self->thread->markers->cause_stack, row);
  FulRawNode *node;

  if (keys == NULL && stack == FUL_NONE)
    return FALSE;
  ful_raw_tree_reset (self->tree);
  node = ful_raw_tree_parse (self->tree, payload, length, NULL);
  if (node == NULL)
    return FALSE;
  for (guint k = 0; keys && keys[k]; k++)
    {
      double string = ful_raw_get_number_or (node, keys[k], FUL_NONE);

      if (string >= 0 && string < compaction->n_rows[FUL_REF_STRING])
        ful_raw_set_number (self->tree, node, keys[k], compaction->map[FUL_REF_STRING][(gint64) string]);
    }
  if (stack != FUL_NONE && ful_raw_get (node, "cause"))
    ful_raw_set_number (self->tree, ful_raw_get (node, "cause"), "stack", compaction->map[FUL_REF_STACK][stack]);
  ful_raw_write (node, to);

  return TRUE;
}

static FulThread *
compact_thread (Compaction *self,
                FulThread  *from)
{
  FulThread *thread = ful_thread_new_copy (from);
  Payloads payloads = { self, from, ful_raw_tree_new () };

  ful_thread_map_payloads (thread, map_payload, &payloads);
  map_table (self, &thread->samples);
  map_table (self, &thread->markers);
  map_table (self, &thread->js_allocations);
  map_table (self, &thread->native_allocations);
  ful_raw_tree_free (payloads.tree);

  return thread;
}

/* Returns: (transfer full): @profile with what is needed */
static FulProfile *
compact (Compaction *self)
{
  FulProfile *to = ful_profile_new_copy (self->profile);
  struct { FulRef ref; gpointer place; } shared[] = {
    { FUL_REF_STACK, &to->stacks }, { FUL_REF_FRAME, &to->frames }, { FUL_REF_FUNC, &to->funcs },
    { FUL_REF_RESOURCE, &to->resources }, { FUL_REF_SOURCE_LOCATION, &to->source_locations },
    { FUL_REF_NATIVE_SYMBOL, &to->native_symbols }, { FUL_REF_SOURCE, &to->sources },
  };
  FulStringTable *strings = compact_strings (self, FUL_REF_STRING, to->strings);
  FulStringTable *texts = compact_strings (self, FUL_REF_TEXT, to->texts);

  for (guint i = 0; i < G_N_ELEMENTS (shared); i++)
    compact_table (self, shared[i].ref, shared[i].place);
  ful_table_drop_column (&to->resources, FUL_RESOURCE_FUNC);
  to->n_recorded_funcs = self->n[FUL_REF_FUNC];
  ful_string_table_unref (to->strings);
  ful_string_table_unref (to->texts);
  to->strings = strings;
  to->texts = texts;
  to->n_strings = self->n[FUL_REF_STRING];
  to->n_texts = self->n[FUL_REF_TEXT];
  g_ptr_array_unref (to->libs);
  to->libs = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_lib_free);
  for (guint i = 0; i < self->n_rows[FUL_REF_LIB]; i++)
    if (self->used[FUL_REF_LIB][i])
      g_ptr_array_add (to->libs, ful_lib_copy (g_ptr_array_index (self->profile->libs, i)));
  g_ptr_array_unref (to->threads);
  to->threads = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < self->profile->threads->len; i++)
    g_ptr_array_add (to->threads, compact_thread (self, ful_profile_get_thread (self->profile, i)));

  return to;
}

static void
begin (Compaction *self,
       FulProfile *profile)
{
  const guint n_rows[N_REFS] = {
    [FUL_REF_STRING] = profile->n_strings, [FUL_REF_TEXT] = profile->n_texts, [FUL_REF_STACK] = profile->stacks->table.n_rows,
    [FUL_REF_FRAME] = profile->frames->table.n_rows, [FUL_REF_FUNC] = profile->funcs->table.n_rows,
    [FUL_REF_RESOURCE] = profile->resources->table.n_rows, [FUL_REF_NATIVE_SYMBOL] = profile->native_symbols->table.n_rows,
    [FUL_REF_SOURCE] = profile->sources->table.n_rows, [FUL_REF_SOURCE_LOCATION] = profile->source_locations->table.n_rows,
    [FUL_REF_LIB] = profile->libs->len,
  };

  self->profile = profile;
  self->fields = ful_string_fields_new (profile);
  memcpy (self->n_rows, n_rows, sizeof n_rows);
  for (guint i = 0; i < N_REFS; i++)
    self->used[i] = g_new0 (guint8, MAX (n_rows[i], 1));
}

static void
end (Compaction *self)
{
  ful_string_fields_free (self->fields);
  for (guint i = 0; i < N_REFS; i++)
    {
      g_free (self->used[i]);
      g_free (self->map[i]);
    }
}

/**
 * ful_compaction_new:
 * @profile: a plain profile, see ful_plain_profile_new()
 * @cancellable: (nullable): checked before each thread
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): @profile without rows, strings and libraries that nothing needs; to be written, as its
 *   resources have no functions
 */
FulProfile *
ful_compaction_new (FulProfile    *profile,
                    GCancellable  *cancellable,
                    GError       **error)
{
  Compaction self = { NULL };
  FulProfile *compacted = NULL;

  begin (&self, profile);
  for (guint i = 0; i < profile->threads->len; i++)
    {
      FulThread *thread = ful_profile_get_thread (profile, i);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        break;
      mark_table (&self, thread->samples, NULL);
      mark_table (&self, thread->markers, NULL);
      mark_table (&self, thread->js_allocations, NULL);
      mark_table (&self, thread->native_allocations, NULL);
      mark_payloads (&self, thread);
    }
  if (!g_cancellable_set_error_if_cancelled (cancellable, NULL))
    {
      mark_all (&self);
      for (guint i = 0; i < N_REFS; i++)
        number_rows (&self, (FulRef) i);
      compacted = compact (&self);
    }
  end (&self);

  return compacted;
}
