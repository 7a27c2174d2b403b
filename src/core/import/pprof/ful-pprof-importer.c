/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Profiles of pprof (formats.md 17): what the messages refer to is looked up when all are read. */

#include "config.h"

#include "ful-pprof-reader-private.h"

#include "base/ful-error.h"
#include "base/ful-hash.h"
#include "import/common/ful-import-libs.h"
#include "import/common/ful-import-meta.h"
#include "import/common/ful-import-samples.h"
#include "model/ful-profile.h"
#include "model/ful-sample-type.h"
#include "model/ful-shared-tables.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Longer texts are no build ids. */
#define MAX_BUILD_ID 64

/* A location with many inlined calls costs its bytes once, but a stack for each of them wherever it is called. */
#define STACKS_PER_NODE 16
#define FREE_STACKS 1000000

#define CANCEL_CHECK_NODES 65536

/* Build ids of the linker are hex digits; those of other tools may be any text, by which nothing is found. */
static void
set_build_id (FulLib     *lib,
              const char *text)
{
  guint8 id[MAX_BUILD_ID];
  gsize n = strlen (text) / 2;

  if (n == 0 || n > sizeof id || strspn (text, "0123456789abcdefABCDEF") != 2 * n || text[2 * n] != '\0')
    {
      lib->code_id = *text ? g_strdup (text) : NULL;
      return;
    }
  for (gsize i = 0; i < n; i++)
    id[i] = (guint8) (g_ascii_xdigit_value (text[2 * i]) << 4 | g_ascii_xdigit_value (text[2 * i + 1]));
  ful_import_lib_set_build_id (lib, id, n);
}

static void
read_libs (FulPprofReader *self)
{
  FulPprofMessages *messages = &self->messages;

  for (guint i = 0; i < messages->mappings->len; i++)
    {
      const FulPprofMapping *mapping = &g_array_index (messages->mappings, FulPprofMapping, i);
      g_autofree char *path = ful_pprof_messages_dup_string (messages, mapping->filename);
      g_autofree char *build_id = ful_pprof_messages_dup_string (messages, mapping->build_id);
      FulLib *lib = ful_import_lib_new (path);

      set_build_id (lib, build_id);
      if (i == 0 && *path)
        self->program = g_strdup (lib->name);
      g_ptr_array_add (self->import->builder->profile->libs, lib);
    }
  if (self->program == NULL)
    self->program = g_strdup ("pprof");
}

static void
read_functions (FulPprofReader *self)
{
  FulPprofMessages *messages = &self->messages;

  for (guint i = 0; i < messages->functions->len; i++)
    {
      const FulPprofFunction *function = &g_array_index (messages->functions, FulPprofFunction, i);
      g_autofree char *name = ful_pprof_messages_dup_string (messages, function->name ? function->name : function->system_name);
      g_autofree char *filename = ful_pprof_messages_dup_string (messages, function->filename);
      FulImportFunc func = FUL_IMPORT_FUNC (*name ? ful_import_tables_string (&self->tables, name, -1) : FUL_NONE);
      FulFuncIndex row = FUL_NONE;

      if (*name)
        {
          if (*filename)
            func.source = ful_import_tables_source (&self->tables, filename);
          func.line = function->start_line;
          row = ful_import_tables_func (&self->tables, &func);
          ful_import_packages_count (&self->packages, name);
        }
      g_array_append_val (self->funcs, row);
    }

  ful_import_packages_choose (&self->packages);
  for (guint i = 0; i < messages->functions->len; i++)
    {
      const FulPprofFunction *function = &g_array_index (messages->functions, FulPprofFunction, i);
      g_autofree char *name = ful_pprof_messages_dup_string (messages, function->name ? function->name : function->system_name);
      FulCategoryIndex category = ful_import_packages_get_category (&self->packages, name);

      g_array_append_val (self->categories, category);
    }
}

static void
add_frame (FulPprofReader *self,
           FulImportFrame *frame)
{
  FulFrameIndex row = ful_import_tables_frame (&self->tables, frame);

  g_array_append_val (self->frames, row);
  frame->inline_depth++;
}

/* Of all functions of the location whose id has that number. */
static void
read_location_frames (FulPprofReader *self,
                      gint32          number)
{
  FulPprofMessages *messages = &self->messages;
  gint32 row = ful_pprof_ids_get_row (&messages->location_ids, number);
  FulPprofLocation location = { .address = ful_pprof_ids_get_id (&messages->location_ids, number), .mapping = FUL_NONE };
  FulImportFrame frame = FUL_IMPORT_FRAME (FUL_NONE, 0);

  if (row == FUL_NONE)
    ful_import_log_add (self->import->builder->log, FUL_SEVERITY_ERROR, "location", -1, -1,
                        _("a location does not exist; used its number as address"));
  else
    location = g_array_index (messages->locations, FulPprofLocation, row);
  frame.lib = ful_pprof_ids_get_row (&messages->mapping_ids, location.mapping);
  if (frame.lib != FUL_NONE)
    {
      const FulPprofMapping *of = &g_array_index (messages->mappings, FulPprofMapping, frame.lib);

      location.address += of->file_offset - of->memory_start;
    }
  frame.address = ful_import_address (location.address);

  for (guint i = location.n_lines; i-- > 0; )
    {
      const FulPprofLine *line = &g_array_index (messages->lines, FulPprofLine, location.first_line + i);
      gint32 function = ful_pprof_ids_get_row (&messages->function_ids, line->function);

      if (function == FUL_NONE)
        ful_import_log_add (self->import->builder->log, FUL_SEVERITY_ERROR, "location", row, -1,
                            _("a function does not exist; skipped its line"));
      frame.func = function == FUL_NONE ? FUL_NONE : g_array_index (self->funcs, FulFuncIndex, function);
      frame.category = function == FUL_NONE ? 0 : g_array_index (self->categories, FulCategoryIndex, function);
      frame.line = line->line;
      frame.column = line->column;
      if (frame.func != FUL_NONE)
        add_frame (self, &frame);
    }
  if (frame.inline_depth == 0)
    {
      frame.category = 0;
      frame.func = ful_import_lib_add_func (&self->tables, frame.lib, (guint64) frame.address);
      self->has_unnamed |= frame.lib != FUL_NONE;
      frame.line = frame.column = FUL_NONE;
      add_frame (self, &frame);
    }
}

static void
read_frames (FulPprofReader *self)
{
  guint n = ful_pprof_ids_get_n (&self->messages.location_ids);

  for (guint i = 0; i < n; i++)
    {
      read_location_frames (self, (gint32) i);
      g_array_append_val (self->frame_ends, self->frames->len);
    }
}

/* Frames of a location, at most @max of them. */
static guint
get_frames (FulPprofReader       *self,
            gint32                location,
            guint                 max,
            const FulFrameIndex **out_frames)
{
  guint begin = location > 0 ? g_array_index (self->frame_ends, guint, location - 1) : 0;
  guint end = g_array_index (self->frame_ends, guint, location);

  *out_frames = &g_array_index (self->frames, FulFrameIndex, begin);

  return MIN (end - begin, max);
}

/* How many stacks there will be if locations have @max frames each at most. */
static guint64
count_stacks (FulPprofReader      *self,
              const FulPrefixNode *nodes,
              guint                n_nodes,
              guint                max)
{
  const FulFrameIndex *frames;
  guint64 n = 0;

  for (guint i = 0; i < n_nodes; i++)
    n += get_frames (self, nodes[i].key, max, &frames);

  return n;
}

/* Nodes are distinct calls of locations, so all stacks are new. Callers have lower numbers. The numbers of stacks are
 * written over nodes that were read: there are many. */
static gboolean
read_stacks (FulPprofReader  *self,
             GError         **error)
{
  FulTableBuilder *stacks = &self->import->builder->stacks;
  guint n_nodes = ful_prefix_tree_get_n (self->messages.nodes);
  guint max = G_MAXUINT;
  FulPrefixNode *nodes = ful_prefix_tree_free_to_nodes (g_steal_pointer (&self->messages.nodes));
  guint64 n_stacks;
  guint row;

  self->stacks = (FulStackIndex *) nodes;
  n_stacks = count_stacks (self, nodes, n_nodes, max);
  if (n_stacks > FREE_STACKS + (guint64) STACKS_PER_NODE * n_nodes)
    {
      max = STACKS_PER_NODE;
      n_stacks = count_stacks (self, nodes, n_nodes, max);
      ful_import_log_add (self->import->builder->log, FUL_SEVERITY_DATA_LOSS, "location", -1, -1,
                          _("too many inlined calls; left out those after %u of an address"), STACKS_PER_NODE);
    }

  if (n_stacks > FUL_MAX_ROWS)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_TOO_LARGE, _("The file has more calls than a profile can hold"));
      return FALSE;
    }

  ful_table_builder_reserve (stacks, (guint) n_stacks);
  row = ful_table_builder_append (stacks, (guint) n_stacks);
  for (guint i = 0; i < n_nodes; i++)
    {
      FulPrefixNode node = nodes[i];
      FulStackIndex stack = node.parent == FUL_NONE ? FUL_NONE : self->stacks[node.parent];
      const FulFrameIndex *frames;
      guint n = get_frames (self, node.key, max, &frames);

      if (i % CANCEL_CHECK_NODES == 0 && g_cancellable_set_error_if_cancelled (self->import->cancellable, error))
        return FALSE;
      for (guint f = 0; f < n; f++, row++)
        {
          FUL_CELLS (stacks, FUL_STACK_FRAME, gint32)[row] = frames[f];
          FUL_CELLS (stacks, FUL_STACK_PREFIX, gint32)[row] = stack;
          stack = (FulStackIndex) row;
        }
      self->stacks[i] = stack;
    }
  self->stacks = g_renew (FulStackIndex, self->stacks, n_nodes);

  return TRUE;
}

/* The type that the file names, else the last one that is kept. */
static guint
find_type (FulPprofReader *self)
{
  FulPprofMessages *messages = &self->messages;
  g_autofree char *wanted = ful_pprof_messages_dup_string (messages, messages->default_type);

  for (guint i = 0; i < MIN (messages->types->len, FUL_MAX_SAMPLE_TYPES) && *wanted; i++)
    {
      g_autofree char *name = ful_pprof_messages_dup_string (messages, g_array_index (messages->types, FulPprofValueType, i).type);

      if (g_str_equal (name, wanted))
        return i;
    }

  return CLAMP (messages->types->len, 1, FUL_MAX_SAMPLE_TYPES) - 1;
}

/* Gives a thread all types of the file. */
static void
add_types (FulPprofReader   *self,
           FulThreadBuilder *thread)
{
  for (guint i = 0; i < self->messages.types->len; i++)
    {
      const FulPprofValueType *type = &g_array_index (self->messages.types, FulPprofValueType, i);
      g_autofree char *name = ful_pprof_messages_dup_string (&self->messages, type->type);
      g_autofree char *unit = ful_pprof_messages_dup_string (&self->messages, type->unit);

      if (!ful_import_samples_add_type (thread, name, unit, i == self->type))
        ful_import_log_add (self->import->builder->log, FUL_SEVERITY_ERROR, "sample_type", i, -1,
                            _("there are too many sample types; skipped this one"));
    }
}

static void
read_samples (FulPprofReader *self)
{
  FulPprofMessages *messages = &self->messages;
  GPtrArray *threads = self->import->builder->threads;
  g_autofree guint *n_samples = ful_pprof_read_threads (self);

  self->type = find_type (self);
  for (guint i = 0; i < threads->len; i++)
    {
      FulThreadBuilder *thread = g_ptr_array_index (threads, i);

      add_types (self, thread);
      ful_table_builder_reserve (&thread->samples, n_samples[i]);
      ful_sample_types_complete (thread->thread->sample_types, n_samples[i]);
    }
  for (guint i = 0; i < messages->samples->len && !g_cancellable_is_cancelled (self->import->cancellable); i++)
    {
      const FulPprofSample *sample = &g_array_index (messages->samples, FulPprofSample, i);
      gint32 number = sample->labels == FUL_NONE ? self->unlabelled_thread : self->label_sets[sample->labels].first_child;
      FulThreadBuilder *thread = g_ptr_array_index (threads, number);
      guint n_values = ful_pprof_messages_get_n_values (messages, i);
      guint row;

      if (n_values != messages->types->len)
        ful_import_log_add (self->import->builder->log, FUL_SEVERITY_ERROR, "sample", i, -1,
                            _("a sample does not have a value of each type; used 0 for others"));
      row = ful_import_samples_add (thread, 0, sample->node == FUL_NONE ? FUL_NONE : self->stacks[sample->node]);
      if (sample->labels != FUL_NONE && self->label_sets[sample->labels].next_sibling != FUL_NONE)
        {
          ful_table_builder_add_column (&thread->samples, FUL_SAMPLE_LABELS);
          FUL_CELLS (&thread->samples, FUL_SAMPLE_LABELS, gint32)[row] = self->label_sets[sample->labels].next_sibling;
        }
      for (guint v = 0; v < n_values; v++)
        ful_import_samples_set_value (thread, row, v, (double) g_array_index (messages->values, gint64, sample->first_value + v));
    }
}

static void
read_meta (FulPprofReader *self)
{
  FulImportMeta meta;

  ful_import_meta_init (&meta, self->program, "pprof");
  ful_import_packages_add_to (&self->packages, &meta);
  ful_import_meta_set_bool (&meta, "symbolicated", !self->has_unnamed);
  ful_import_meta_set_number (&meta, "startTime", (double) (self->messages.time / 1000000));
  if (self->messages.duration > 0)
    {
      ful_import_meta_set_number (&meta, "profilingStartTime", 0);
      ful_import_meta_set_number (&meta, "profilingEndTime", (double) self->messages.duration / 1e6);
    }
  ful_import_meta_finish (&meta, self->import);
}

static gboolean
read_bytes (FulImport      *import,
            FulByteReader  *bytes,
            GError        **error)
{
  FulPprofReader self = { .import = import };
  gboolean success = FALSE;

  ful_import_tables_init (&self.tables, import->builder);
  ful_pprof_messages_init (&self.messages, import->builder->log);
  self.funcs = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));
  self.categories = g_array_new (FALSE, FALSE, sizeof (FulCategoryIndex));
  ful_import_packages_init (&self.packages);
  self.frames = g_array_new (FALSE, FALSE, sizeof (FulFrameIndex));
  self.frame_ends = g_array_new (FALSE, FALSE, sizeof (guint));
  self.threads = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);

  ful_pprof_messages_read (&self.messages, bytes, import->cancellable);
  if (self.messages.samples->len == 0)
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_EMPTY, _("This profile of pprof has no samples"));
  else
    {
      read_libs (&self);
      read_functions (&self);
      read_frames (&self);
      success = read_stacks (&self, error);
    }
  if (success)
    {
      read_samples (&self);
      read_meta (&self);
    }

  ful_import_tables_clear (&self.tables);
  ful_pprof_messages_clear (&self.messages);
  g_array_unref (self.funcs);
  g_array_unref (self.categories);
  ful_import_packages_clear (&self.packages);
  g_array_unref (self.frames);
  g_array_unref (self.frame_ends);
  g_hash_table_unref (self.threads);
  g_free (self.stacks);
  g_free (self.label_sets);
  g_free (self.program);

  return success;
}

const FulImporter ful_pprof_importer = {
  .name = N_("pprof"),
  .kind = FUL_IMPORTER_BINARY,
  .mime_type = "application/x-pprof",
  .suffixes = FUL_IMPORTER_LIST ("pb", "pprof", "prof"),
  .probe_head = ful_pprof_messages_probe,
  .read_bytes = read_bytes,
};
