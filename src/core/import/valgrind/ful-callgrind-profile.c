/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The graph of a file of callgrind as a profile (formats.md 18.2): a function has its exact costs, in contexts that are
 * estimated. */

#include "config.h"

#include "ful-callgrind-profile.h"

#include "ful-callgrind-contexts.h"

#include "base/ful-string-table.h"
#include "base/ful-table.h"
#include "import/common/ful-import-libs.h"
#include "import/common/ful-import-meta.h"
#include "import/common/ful-import-samples.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* A context, or the cost of a line in one, for so many bytes of the file; and how many there may be in any file. */
#define CONTEXT_BYTES 512
#define MIN_CONTEXTS 200000
#define LINE_BYTES 1024
#define MIN_LINES 30000

/* A sum that differs less from the one that the file claims is no flaw. */
#define MAX_DIFFERENCE 0.001

/* The last part of a path. */
static const char *
get_base (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash && slash[1] ? slash + 1 : path;
}

/* Returns: (transfer full): the program of the command, without its folder and arguments */
static char *
dup_program (FulCallgrindFile *self)
{
  g_autofree char *word = g_strndup (self->command ? self->command : "", self->command ? strcspn (self->command, " \t") : 0);

  return g_strdup (*word ? get_base (word) : "callgrind");
}

/* "Memory_(bytes)": what is in the brackets; else the name, which may be "ns". */
static char *
dup_unit (const char *event)
{
  const char *open = strrchr (event, '(');
  gsize n = strlen (event);

  return open && event[n - 1] == ')' ? g_strndup (open + 1, (gsize) (event + n - 1 - (open + 1))) : g_strdup (event);
}

static FulThreadBuilder *
add_thread (FulCallgrindFile *self,
            gint32           number)
{
  FulThreadBuilder *builder = ful_profile_builder_add_thread (self->import->builder);
  FulThread *thread = builder->thread;

  thread->name = dup_program (self);
  thread->process_type = g_strdup ("default");
  thread->pid = g_strdup (self->pid ? self->pid : "0");
  ful_thread_builder_take_tid (builder, number > 0 ? g_strdup_printf ("%d", number) : g_strdup (thread->pid));
  for (guint i = 0; i < self->events->len; i++)
    {
      g_autofree char *unit = dup_unit (self->events->pdata[i]);

      ful_import_samples_add_type (builder, self->events->pdata[i], unit, i == 0);
    }

  return builder;
}

static gboolean
is_named (FulCallgrindFile *self,
          gint32           string)
{
  return string != FUL_NONE && !g_str_equal (ful_string_table_get (self->import->builder->strings, string), FUL_CALLGRIND_NO_NAME);
}

/* Returns: (transfer full): a function of the profile for each of the graph */
static FulFuncIndex *
add_functions (FulCallgrindFile *self)
{
  g_autoptr(GHashTable) libs = g_hash_table_new (NULL, NULL);
  FulStringTable *strings = self->import->builder->strings;
  FulFuncIndex *funcs = g_new (FulFuncIndex, self->graph.functions->len + 1);

  for (guint i = 0; i < self->graph.functions->len; i++)
    {
      const FulCallgrindFunction *function = &g_array_index (self->graph.functions, FulCallgrindFunction, i);
      FulImportFunc func = FUL_IMPORT_FUNC (function->name);

      if (is_named (self, function->object))
        {
          const char *path = ful_string_table_get (strings, function->object);

          if (g_hash_table_add (libs, GINT_TO_POINTER (function->object + 1)))
            g_ptr_array_add (self->import->builder->profile->libs, ful_import_lib_new (path));
          func.resource = ful_import_tables_lib_resource (&self->tables, ful_import_tables_string (&self->tables, get_base (path), -1));
        }
      if (is_named (self, function->file))
        {
          g_autofree char *file = g_strdup (ful_string_table_get (strings, function->file));

          func.source = ful_import_tables_source (&self->tables, file);
        }
      funcs[i] = ful_import_tables_func (&self->tables, &func);
    }

  return funcs;
}

/* Most stacks are different: they are not looked up. */
static FulStackIndex
add_stack (FulCallgrindFile *self,
           FulStackIndex    prefix,
           FulFuncIndex     func,
           gint32           line)
{
  FulTableBuilder *stacks = &self->import->builder->stacks;
  FulImportFrame frame = FUL_IMPORT_FRAME (func, 0);
  guint row = ful_table_builder_append (stacks, 1);

  frame.line = line;
  FUL_CELLS (stacks, FUL_STACK_FRAME, gint32)[row] = ful_import_tables_frame (&self->tables, &frame);
  FUL_CELLS (stacks, FUL_STACK_PREFIX, gint32)[row] = prefix;

  return (FulStackIndex) row;
}

/* Returns: (transfer full): what calls each context */
static FulStackIndex *
add_callers (FulCallgrindFile    *self,
             GArray             *contexts,
             const FulFuncIndex *funcs)
{
  FulStackIndex *callers = g_new (FulStackIndex, contexts->len + 1);

  for (guint i = 0; i < contexts->len; i++)
    {
      const FulCallgrindContext *context = &g_array_index (contexts, FulCallgrindContext, i);

      callers[i] = FUL_NONE;
      if (context->parent != FUL_NONE)
        callers[i] = add_stack (self, callers[context->parent],
                                funcs[g_array_index (contexts, FulCallgrindContext, context->parent).function], context->line);
    }

  return callers;
}

static void
add_sample (FulThreadBuilder *thread,
            FulStackIndex     stack,
            const double     *values,
            double            share,
            guint             n)
{
  guint row = ful_import_samples_add (thread, 0, stack);

  for (guint i = 0; i < n; i++)
    ful_import_samples_set_value (thread, row, i, values[i] * share);
}

typedef struct
{
  GArray             *contexts;
  const FulFuncIndex *funcs;
  FulStackIndex      *callers;
  double              min_cost;   /* lines that cost less in a context are not told apart */
} Trees;

/* A sample for each line that costs enough, and one for the others. */
static void
add_context_samples (FulCallgrindFile            *self,
                     const Trees                *trees,
                     guint                       number,
                     FulThreadBuilder           *thread,
                     FulCallgrindLines          *lines)
{
  const FulCallgrindContext *context = &g_array_index (trees->contexts, FulCallgrindContext, number);
  FulFuncIndex func = trees->funcs[context->function];
  guint n = self->events->len;
  double others[FUL_MAX_SAMPLE_TYPES] = { 0 };
  gboolean has_others = FALSE;

  for (guint i = 0; i < lines->lines->len; i++)
    {
      const double *values = &g_array_index (lines->values, double, i * n);
      gint32 line = g_array_index (lines->lines, gint32, i);

      if (line != FUL_NONE && fabs (values[0]) * context->share >= trees->min_cost)
        {
          add_sample (thread, add_stack (self, trees->callers[number], func, line), values, context->share, n);
          continue;
        }
      has_others = TRUE;
      for (guint v = 0; v < n; v++)
        others[v] += values[v];
    }
  if (has_others)
    add_sample (thread, add_stack (self, trees->callers[number], func, FUL_NONE), others, context->share, n);
}

/* All lines are told apart where that makes few samples. */
static double
get_min_cost (FulCallgrindFile *self,
              GArray          *contexts)
{
  double max = (double) MAX (MIN_LINES, self->offset / LINE_BYTES);
  double total = 0, n = 0;

  for (guint i = 0; i < contexts->len; i++)
    n += g_array_index (self->graph.functions, FulCallgrindFunction,
                        g_array_index (contexts, FulCallgrindContext, i).function).n_records;
  for (guint i = 0; i < self->graph.functions->len; i++)
    total += fabs (g_array_index (self->graph.functions, FulCallgrindFunction, i).self);

  return n <= max ? 0 : total / max;
}

static void
add_samples (FulCallgrindFile *self,
             const Trees     *trees)
{
  g_autoptr(GHashTable) threads = g_hash_table_new (NULL, NULL);
  FulCallgrindLines lines = { g_array_new (FALSE, FALSE, sizeof (gint32)), g_array_new (FALSE, TRUE, sizeof (double)) };
  guint n_functions = self->graph.functions->len;
  g_autofree guint *first = g_new0 (guint, n_functions + 2);
  g_autofree guint *order = g_new (guint, trees->contexts->len + 1);

  for (guint i = 0; i < trees->contexts->len; i++)
    first[g_array_index (trees->contexts, FulCallgrindContext, i).function + 2]++;
  for (guint i = 0; i < n_functions; i++)
    first[i + 1] += first[i];
  for (guint i = 0; i < trees->contexts->len; i++)
    order[first[g_array_index (trees->contexts, FulCallgrindContext, i).function + 1]++] = i;

  for (guint f = 0; f < n_functions && !g_cancellable_is_cancelled (self->import->cancellable); f++)
    {
      const FulCallgrindFunction *function = &g_array_index (self->graph.functions, FulCallgrindFunction, f);
      FulThreadBuilder *thread;

      if (function->n_records == 0)
        continue;
      thread = g_hash_table_lookup (threads, GINT_TO_POINTER (function->thread));
      if (thread == NULL && ful_profile_builder_is_full (self->import->builder))
        break;
      if (thread == NULL)
        {
          thread = add_thread (self, function->thread);
          g_hash_table_insert (threads, GINT_TO_POINTER (function->thread), thread);
        }
      ful_callgrind_graph_get_lines (&self->graph, (gint32) f, self->events->len, &lines);
      for (guint i = first[f]; i < first[f + 1]; i++)
        add_context_samples (self, trees, order[i], thread, &lines);
    }
  g_array_unref (lines.lines);
  g_array_unref (lines.values);
}

static void
check_summary (FulCallgrindFile *self)
{
  const double *claimed = self->has_summary ? self->summary : self->totals;
  double total = 0;

  for (guint i = 0; i < self->graph.functions->len; i++)
    total += g_array_index (self->graph.functions, FulCallgrindFunction, i).self;
  if ((self->has_summary || self->has_totals) && fabs (claimed[0] - total) > MAX_DIFFERENCE * fabs (total))
    ful_import_log_add (self->import->builder->log, FUL_SEVERITY_ERROR, "summary", -1, -1,
                        _("the file claims a sum of %.0f; the costs of its functions add up to %.0f, which is shown"),
                        claimed[0], total);
}

static void
add_trees (FulCallgrindFile *self)
{
  guint max = (guint) MIN (MAX (MIN_CONTEXTS, self->offset / CONTEXT_BYTES), FUL_MAX_ROWS / 4);
  gboolean is_limited;
  Trees trees = { NULL };

  check_summary (self);
  ful_callgrind_graph_finish (&self->graph);
  trees.contexts = ful_callgrind_contexts_estimate (&self->graph, max, self->import->cancellable, &is_limited);
  ful_callgrind_graph_drop_calls (&self->graph);
  if (g_cancellable_is_cancelled (self->import->cancellable))
    {
      g_array_unref (trees.contexts);
      return;
    }
  trees.funcs = add_functions (self);
  trees.callers = add_callers (self, trees.contexts, trees.funcs);
  trees.min_cost = get_min_cost (self, trees.contexts);
  add_samples (self, &trees);

  ful_import_log_add (self->import->builder->log, FUL_SEVERITY_INFO, "calls", -1, -1,
                      _("the file has a graph of calls: costs of functions are exact, which callers they belong to is estimated"));
  if (is_limited)
    ful_import_log_add (self->import->builder->log, FUL_SEVERITY_INFO, "calls", -1, -1,
                        _("more than %u call stacks: the cheapest were added to others"), max);
  if (trees.min_cost > 0)
    ful_import_log_add (self->import->builder->log, FUL_SEVERITY_INFO, "lines", -1, -1,
                        _("costs of lines below %.0f are shown for their function only"), trees.min_cost);
  g_array_unref (trees.contexts);
  g_free ((FulFuncIndex *) trees.funcs);
  g_free (trees.callers);
}

static void
read_meta (FulCallgrindFile *self)
{
  g_autofree char *program = dup_program (self);
  FulImportMeta meta;

  ful_import_meta_init (&meta, program, self->creator ? self->creator : "callgrind");
  meta.writer = self->creator;
  if (self->command)
    ful_import_meta_set_string (&meta, "arguments", self->command);
  ful_import_meta_add_category (&meta, "Other", "grey");
  ful_import_meta_finish (&meta, self->import);
}

/**
 * ful_callgrind_profile_add:
 * @self: a file that was read to its end; its graph is used up
 *
 * Adds meta, threads and samples. Cancelled work leaves a part of them.
 */
void
ful_callgrind_profile_add (FulCallgrindFile *self)
{
  read_meta (self);
  add_trees (self);
}
