/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Processed profiles of all older versions → version 70, step by step (versions.md
 * 1). Steps treat a missing column as one of nulls, because files of version 24 by
 * other tools are a mixture of versions. */

#include "config.h"

#include "ful-processed-upgrade.h"

#include "ful-processed-upgrade-private.h"

#include "base/ful-error.h"
#include "io/raw/ful-raw-get.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define SHARED_STRINGS_VERSION 56
#define SHARED_TABLES_VERSION 60
#define PREFIX_OFFSET_VERSION 66

FulRawNode *
ful_upgrade_markers (FulUpgrade *self,
                     guint       thread)
{
  return ful_raw_get (self->threads[thread], "markers");
}

/* The payloads of a thread, to be changed in place; elements may be nulls. */
FulRawNode **
ful_upgrade_payloads (FulUpgrade *self,
                      guint       thread,
                      guint      *out_n)
{
  FulRawNode *markers = ful_upgrade_markers (self, thread);

  *out_n = g_cancellable_is_cancelled (self->cancellable) ? 0 : ful_raw_table_length (markers);
  if (*out_n == 0)
    return NULL;

  return ful_raw_table_nodes (self->tree, markers, "data");
}

/**
 * ful_upgrade_each_payload:
 * @self: the upgrade
 * @thread: a thread
 * @func: called for each payload that is an object
 * @user_data: for @func
 *
 * For the newer versions, whose payloads are kept as text as far as possible.
 */
void
ful_upgrade_each_payload (FulUpgrade     *self,
                          guint           thread,
                          FulPayloadFunc  func,
                          gpointer        user_data)
{
  FulRawColumn *column = ful_raw_get_column (ful_upgrade_markers (self, thread), "data");
  g_autoptr(FulRawTree) scratch = NULL;

  if (column == NULL || g_cancellable_is_cancelled (self->cancellable))
    return;

  if (column->type == FUL_RAW_NODES)
    {
      for (guint i = 0; i < column->n; i++)
        if (ful_raw_is (column->nodes[i], FUL_RAW_OBJECT))
          func (self->tree, column->nodes[i], user_data);
      return;
    }
  if (column->type != FUL_RAW_TEXTS)
    return;

  scratch = ful_raw_tree_new ();
  for (guint i = 0; i < column->n; i++)
    {
      FulRawNode *node;

      if (column->text_length[i] == 0)
        continue;
      ful_raw_tree_reset (scratch);
      node = ful_raw_tree_parse (scratch, column->bytes.data + column->text_start[i], (gsize) column->text_length[i], NULL);
      if (!ful_raw_is (node, FUL_RAW_OBJECT) || !func (scratch, node, user_data))
        continue;
      column->text_start[i] = (gint64) column->bytes.n;
      ful_raw_write (node, &column->bytes);
      column->text_length[i] = (gint32) (column->bytes.n - (gsize) column->text_start[i]);
    }
}

/* Returns "" for a number that is no string. */
const char *
ful_upgrade_string (FulUpgrade *self,
                    guint       thread,
                    gint32      string)
{
  if (self->strings == NULL || string < 0 || (guint) string >= ful_string_table_get_n (self->strings[thread]))
    return "";

  return ful_string_table_get (self->strings[thread], string);
}

void
ful_upgrade_add_number (FulUpgrade *self,
                        FulRawNode *object,
                        const char *key,
                        double      more)
{
  double number = ful_raw_get_number (object, key);

  if (!isnan (number))
    ful_raw_set_number (self->tree, object, key, number + more);
}

/**
 * ful_upgrade_map_row:
 * @self: the upgrade
 * @where: the column: table and name
 * @row: the row that refers, or -1
 * @reference: the old row that it refers to, or %FUL_RAW_NULL_I32
 * @map: (array length=n): new row of each old one, or %FUL_NONE
 * @n: number of old rows
 *
 * Returns: the new row, or %FUL_NONE. A reference that leads nowhere is one for the log: later steps do not see it
 */
gint32
ful_upgrade_map_row (FulUpgrade   *self,
                     const char   *where,
                     gint64        row,
                     gint32        reference,
                     const gint32 *map,
                     guint         n)
{
  if (reference >= 0 && (guint) reference < n)
    return map[reference];
  if (reference != FUL_RAW_NULL_I32)
    ful_import_log_add (self->log, FUL_SEVERITY_ERROR, where, row, -1, _("row reference out of range; replaced it"));

  return FUL_NONE;
}

typedef struct
{
  FulUpgrade   *upgrade;
  const gint32 *map;
  guint         n;
} CauseMap;

static gboolean
map_cause (FulRawTree *tree,
           FulRawNode *payload,
           gpointer    user_data)
{
  CauseMap *map = user_data;
  FulRawNode *cause = ful_raw_get (payload, "cause");
  double stack = ful_raw_get_number (cause, "stack");
  gint32 mapped = FUL_NONE;

  if (!ful_raw_is (cause, FUL_RAW_OBJECT))
    return FALSE;

  if (!isnan (stack))
    mapped = ful_upgrade_map_row (map->upgrade, "markers.data.cause.stack", -1, stack >= 0 && stack < map->n ? (gint32) stack : -1,
                                  map->map, map->n);
  ful_raw_set (tree, cause, "stack", ful_raw_tree_new_number (tree, mapped == FUL_NONE ? (double) NAN : mapped));

  return TRUE;
}

static void
map_stack_column (FulUpgrade   *self,
                  FulRawNode   *table,
                  const char   *where,
                  const gint32 *map,
                  guint         n_stacks)
{
  guint n = ful_raw_table_length (table);
  gint32 *stacks;

  if (n == 0)
    return;

  stacks = ful_raw_table_i32 (self->tree, table, "stack", FUL_RAW_NULL_I32);
  for (guint i = 0; i < n; i++)
    {
      gint32 mapped = ful_upgrade_map_row (self, where, i, stacks[i], map, n_stacks);

      stacks[i] = mapped == FUL_NONE ? FUL_RAW_NULL_I32 : mapped;
    }
}

/**
 * ful_upgrade_map_stacks:
 * @self: the upgrade
 * @thread: a thread
 * @sample_map: (array length=n_stacks): new stack of each old one, or %FUL_NONE
 * @backtrace_map: (array length=n_stacks): the same for causes and allocations
 * @n_stacks: number of old stacks
 *
 * Rewrites everything in a thread that refers to stacks.
 */
void
ful_upgrade_map_stacks (FulUpgrade   *self,
                        guint         thread,
                        const gint32 *sample_map,
                        const gint32 *backtrace_map,
                        guint         n_stacks)
{
  CauseMap causes = { self, backtrace_map, n_stacks };

  map_stack_column (self, ful_raw_get (self->threads[thread], "samples"), "samples.stack", sample_map, n_stacks);
  map_stack_column (self, ful_raw_get (self->threads[thread], "jsAllocations"), "jsAllocations.stack", backtrace_map, n_stacks);
  map_stack_column (self, ful_raw_get (self->threads[thread], "nativeAllocations"), "nativeAllocations.stack", backtrace_map, n_stacks);
  ful_upgrade_each_payload (self, thread, map_cause, &causes);
}

/* Puts callers before their callees where a file has them otherwise; stacks in a
 * cycle become roots. */
static void
sort_stacks (FulUpgrade *self,
             FulRawNode *table,
             guint       first_thread,
             guint       end_thread)
{
  guint n = ful_raw_table_length (table);
  g_autofree guint *order = NULL;
  g_autofree gint32 *place = NULL;
  g_autofree gint32 *path = NULL;
  gboolean sorted = TRUE;
  guint n_placed = 0;
  gint32 *prefix;

  if (n == 0)
    return;

  prefix = ful_raw_table_i32 (self->tree, table, "prefix", FUL_RAW_NULL_I32);
  for (guint i = 0; i < n; i++)
    {
      if (prefix[i] >= 0 && (guint) prefix[i] >= n)
        {
          ful_import_log_add (self->log, FUL_SEVERITY_ERROR, "stackTable.prefix", i, -1, _("row reference out of range; replaced it"));
          prefix[i] = FUL_RAW_NULL_I32;
        }
      sorted &= prefix[i] < (gint32) i;
    }
  if (sorted)
    return;

  ful_import_log_add (self->log, FUL_SEVERITY_ERROR, "stackTable.prefix", -1, -1,
                      _("callers were after their callees; sorted the stacks"));
  order = g_new (guint, n);
  place = g_new (gint32, n);
  path = g_new (gint32, n);
  for (guint i = 0; i < n; i++)
    place[i] = FUL_NONE;

  for (guint i = 0; i < n; i++)
    {
      guint depth = 0;

      for (gint32 s = (gint32) i; s >= 0 && place[s] == FUL_NONE; s = prefix[s])
        {
          place[s] = FUL_NONE - 1;   /* on the path */
          path[depth++] = s;
        }
      while (depth > 0)
        {
          gint32 s = path[--depth];

          if (prefix[s] >= 0 && place[prefix[s]] < 0)
            prefix[s] = FUL_RAW_NULL_I32;
          order[n_placed] = (guint) s;
          place[s] = (gint32) n_placed++;
        }
    }

  ful_raw_table_permute (self->tree, table, order, n);
  prefix = ful_raw_table_i32 (self->tree, table, "prefix", FUL_RAW_NULL_I32);
  for (guint i = 0; i < n; i++)
    prefix[i] = prefix[i] >= 0 ? place[prefix[i]] : FUL_RAW_NULL_I32;
  for (guint t = first_thread; t < end_thread; t++)
    ful_upgrade_map_stacks (self, t, place, place, n);
}

static FulStringTable *
take_strings (FulUpgrade *self,
              FulRawNode *thread)
{
  FulRawColumn *column = ful_raw_get_column (thread, "stringArray");
  FulStringTable *strings = ful_string_table_new ();
  const char *next = column ? column->bytes.data : NULL;

  for (guint i = 0; column && i < column->n; i++)
    {
      FulRawNode *node;

      if (column->type == FUL_RAW_STRINGS)
        {
          ful_string_table_append (strings, next, -1);
          next += strlen (next) + 1;
          continue;
        }
      node = ful_raw_column_element (self->tree, column, i);
      ful_string_table_append (strings, ful_raw_is (node, FUL_RAW_STRING) ? node->string : "<unknown>", -1);
    }

  return strings;
}

/* Columns that are longer than their table are cut before anything is appended. */
static void
cut_columns (FulUpgrade *self,
             FulRawNode *thread)
{
  static const char *const tables[] = {
    "samples", "markers", "stackTable", "frameTable", "funcTable", "resourceTable", "nativeSymbols",
    "jsAllocations", "nativeAllocations",
  };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      FulRawNode *table = ful_raw_get (thread, tables[i]);

      ful_raw_table_cut (table, ful_raw_table_length (table));
    }
}

static gboolean
begin (FulUpgrade  *self,
       guint        version,
       GError     **error)
{
  FulRawNode *threads = ful_raw_get (self->root, "threads");
  guint n = ful_raw_length (threads);

  if (!ful_raw_is (threads, FUL_RAW_ARRAY))
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("“threads” of the processed profile is not an array"));
      return FALSE;
    }

  self->meta = ful_raw_get (self->root, "meta");
  self->threads = g_new0 (FulRawNode *, n + 1);
  for (guint i = 0; i < n; i++)
    {
      FulRawNode *thread = ful_raw_element (self->tree, threads, i);

      if (ful_raw_is (thread, FUL_RAW_OBJECT))
        self->threads[self->n_threads++] = thread;
    }

  if (version < SHARED_STRINGS_VERSION)
    self->strings = g_new0 (FulStringTable *, n + 1);
  for (guint i = 0; i < self->n_threads; i++)
    {
      if (version < SHARED_STRINGS_VERSION)
        self->strings[i] = take_strings (self, self->threads[i]);
      if (version < SHARED_TABLES_VERSION)
        {
          cut_columns (self, self->threads[i]);
          sort_stacks (self, ful_raw_get (self->threads[i], "stackTable"), i, i + 1);
        }
    }
  if (version >= SHARED_TABLES_VERSION && version < PREFIX_OFFSET_VERSION)
    sort_stacks (self, ful_raw_get (ful_raw_get (self->root, "shared"), "stackTable"), 0, self->n_threads);

  return TRUE;
}

/* Whether no stack has to be moved, as for nearly all files. */
static gboolean
has_callers_first (FulUpgrade *self,
                   FulRawNode *table)
{
  guint n = ful_raw_table_length (table);
  const gint32 *prefix = n > 0 ? ful_raw_table_i32 (self->tree, table, "prefix", FUL_RAW_NULL_I32) : NULL;
  gboolean sorted = TRUE;

  for (guint i = 0; i < n; i++)
    sorted &= prefix[i] < (gint32) i;

  return sorted;
}

static gboolean
run_steps (FulUpgrade            *self,
           const FulUpgradeStep  *steps,
           guint                  version,
           GCancellable          *cancellable,
           GError               **error)
{
  for (; steps->run; steps++)
    {
      if (steps->to <= version)
        continue;
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      steps->run (self);
    }

  return TRUE;
}

static void
log_upgrade (FulImportLog *log,
             guint         version)
{
  ful_import_log_add (log, FUL_SEVERITY_INFO, "meta.preprocessedProfileVersion", -1, -1,
                      _("upgraded from version %u of the processed format"), version);
}

/**
 * ful_processed_upgrade_head:
 * @tree: the tree
 * @root: what a processed profile has before its threads: `meta`, `shared`; is changed in place
 * @version: its version
 * @log: gets flaws
 * @cancellable: (nullable): checked between steps
 *
 * From version 60 on threads are as in version 70, so that what is before them can be upgraded before they come. Not
 * if stacks have to be moved, or `counters`, which change too, are still to come: then nothing is changed.
 *
 * Returns: whether @root is of version 70 now
 */
gboolean
ful_processed_upgrade_head (FulRawTree   *tree,
                            FulRawNode   *root,
                            guint         version,
                            FulImportLog *log,
                            GCancellable *cancellable)
{
  FulUpgrade self = { .tree = tree, .root = root, .meta = ful_raw_get (root, "meta"), .log = log, .cancellable = cancellable };

  if (version >= 70)
    return TRUE;
  if (version < SHARED_TABLES_VERSION || !ful_raw_get (root, "counters") ||
      (version < PREFIX_OFFSET_VERSION && !has_callers_first (&self, ful_raw_get (ful_raw_get (root, "shared"), "stackTable"))) ||
      !run_steps (&self, ful_upgrade_steps_60_70, version, cancellable, NULL))
    return FALSE;

  log_upgrade (log, version);

  return TRUE;
}

/**
 * ful_processed_upgrade:
 * @tree: the tree
 * @root: a processed profile; is changed in place
 * @version: its version, 0 to 70
 * @log: gets flaws
 * @cancellable: (nullable): checked between steps
 * @error: %FUL_ERROR_FORMAT if there is no array of threads
 *
 * Upgrades a profile to version 70.
 *
 * Returns: %TRUE if that worked
 */
gboolean
ful_processed_upgrade (FulRawTree    *tree,
                       FulRawNode    *root,
                       guint          version,
                       FulImportLog  *log,
                       GCancellable  *cancellable,
                       GError       **error)
{
  static const FulUpgradeStep *const lists[] = {
    ful_upgrade_steps_1_23, ful_upgrade_steps_24_40, ful_upgrade_steps_41_59, ful_upgrade_steps_60_70,
  };
  FulUpgrade self = { .tree = tree, .root = root, .log = log, .cancellable = cancellable };
  gboolean done;

  if (version >= 70)
    return TRUE;

  done = begin (&self, version, error);
  for (guint i = 0; done && i < G_N_ELEMENTS (lists); i++)
    done = run_steps (&self, lists[i], version, cancellable, error);
  if (done)
    log_upgrade (log, version);

  for (guint i = 0; self.strings && i < self.n_threads; i++)
    g_clear_pointer (&self.strings[i], ful_string_table_unref);
  g_free (self.strings);
  g_free (self.threads);

  return done;
}
