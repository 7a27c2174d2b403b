/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The runs of a comparison that a window shows: each part is read, summed for all tables, and dropped before the next one
 * (compare.md 7). */

#include "config.h"

#include "ful-compared-runs.h"

#include "ful-compared-part.h"

#include "compare/ful-comparison.h"
#include "compare/ful-run.h"
#include "import/ful-loader.h"
#include "symbols/ful-symbol-source.h"
#include "symbols/ful-symbolicate.h"
#include "symbols/ful-symbolicator.h"
#include "threads/ful-derive-cache.h"

static const struct { FulCompared by; FulMeasure measure; } tables[FUL_N_COMPARED_TABLES] = {
  [FUL_COMPARED_SELF] = { FUL_COMPARE_FUNCTIONS, FUL_MEASURE_SELF },
  [FUL_COMPARED_TOTAL] = { FUL_COMPARE_FUNCTIONS, FUL_MEASURE_TOTAL },
  [FUL_COMPARED_NODES] = { FUL_COMPARE_NODES, FUL_MEASURE_TOTAL },
};

static void
clear (gpointer data)
{
  FulComparedRuns *self = data;

  for (guint table = 0; table < FUL_N_COMPARED_TABLES; table++)
    for (guint side = 0; side < FUL_N_SIDES; side++)
      g_ptr_array_unref (self->runs[table][side]);
  ful_pairing_free (self->pairing);
  ful_path_tree_free (self->paths);
}

FulComparedRuns *
ful_compared_runs_ref (FulComparedRuns *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_compared_runs_unref (FulComparedRuns *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

static FulComparedRuns *
new_runs (void)
{
  FulComparedRuns *self = g_atomic_rc_box_new0 (FulComparedRuns);

  self->pairing = ful_pairing_new ();
  self->paths = ful_path_tree_new ();
  for (guint table = 0; table < FUL_N_COMPARED_TABLES; table++)
    for (guint side = 0; side < FUL_N_SIDES; side++)
      self->runs[table][side] = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_run_free);

  return self;
}

/* Returns: (transfer full) (nullable): a recording with the names that this machine has, as the window shows it */
static FulProfile *
load (FulComparedRuns  *self,
      GFile            *file,
      GCancellable     *cancellable,
      GError          **error)
{
  g_autoptr(FulProfile) recorded = ful_loader_load_file (file, 0, NULL, cancellable, error);
  g_autoptr(FulSymbolSearch) search = NULL;

  if (recorded == NULL || !ful_symbolicator_is_wanted (recorded))
    return g_steal_pointer (&recorded);

  self->is_named = TRUE;
  search = ful_symbol_search_new (recorded, g_file_peek_path (file), NULL, FALSE);

  return ful_symbolicate_all (recorded, search, NULL, NULL, cancellable, error);
}

/* Reads run @at of a side, or appends it. */
static gboolean
read_part (FulComparedRuns  *self,
           FulSide           side,
           guint             at,
           FulComparedPart  *part,
           GCancellable     *cancellable,
           GError          **error)
{
  g_autoptr(FulProfile) profile = part->profile ? g_object_ref (part->profile) : load (self, part->file, cancellable, error);
  g_autoptr(FulDeriveCache) cache = NULL;

  if (profile == NULL)
    return FALSE;
  cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  for (guint table = 0; table < FUL_N_COMPARED_TABLES; table++)
    {
      GPtrArray *runs = self->runs[table][side];
      FulRunRequest request = {
        .side = side, .name = part->name, .profile = profile, .options = part->options, .cache = cache,
        .by = tables[table].by, .measure = tables[table].measure, .n_parts = 1, .pairing = self->pairing, .tree = self->paths,
      };

      if (!ful_run_read (&request, runs, cancellable, error))
        return FALSE;
      if (at + 1 < runs->len)
        {
          ful_run_free (runs->pdata[at]);
          runs->pdata[at] = g_ptr_array_steal_index (runs, runs->len - 1);
        }
    }

  return TRUE;
}

static gboolean
must_reread (const FulComparedRuns *self,
             FulSide                side,
             guint                  run)
{
  for (guint table = 0; table < FUL_N_COMPARED_TABLES; table++)
    if (ful_comparison_must_reread (self->pairing, tables[table].by == FUL_COMPARE_NODES ? self->paths : NULL, side,
                                    self->runs[table][side]->pdata[run]))
      return TRUE;

  return FALSE;
}

/**
 * ful_compared_runs_read:
 * @parts: (element-type FulComparedPart): of each side; at least one
 * @n_read: atomic: counts the parts that were read
 * @cancellable: (nullable)
 * @error: why a part cannot be read, with its name
 *
 * Blocks while files are read. Memory: the largest profile, and 40 bytes an item and run for each table.
 *
 * Returns: (transfer full): the runs
 */
FulComparedRuns *
ful_compared_runs_read (GPtrArray     *const parts[FUL_N_SIDES],
                        int           *n_read,
                        GCancellable  *cancellable,
                        GError       **error)
{
  g_autoptr(FulComparedRuns) self = new_runs ();

  /* What several keys became one item of is read again, now as one. */
  for (guint pass = 0; pass < 2; pass++)
    {
      for (FulSide side = 0; side < FUL_N_SIDES; side++)
        for (guint i = 0; i < parts[side]->len; i++)
          {
            FulComparedPart *part = g_ptr_array_index (parts[side], i);

            if (pass == 1 && !must_reread (self, side, i))
              continue;
            if (!read_part (self, side, i, part, cancellable, error))
              {
                g_prefix_error_literal (error, ": ");
                g_prefix_error_literal (error, part->name);
                return NULL;
              }
            if (pass == 0)
              g_atomic_int_inc (n_read);
          }
      ful_pairing_pair (self->pairing);
    }

  return g_steal_pointer (&self);
}
