/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Profiles of pprof (formats.md 17): what the messages refer to is looked up when all are read. */

#include "config.h"

#include "ful-pprof-messages.h"

#include "base/ful-error.h"
#include "import/ful-import-libs.h"
#include "import/ful-import-meta.h"
#include "import/ful-import-samples.h"
#include "import/ful-import-tables.h"
#include "import/ful-importer.h"
#include "model/ful-profile.h"
#include "model/ful-sample-type.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

/* Longer texts are no build ids. */
#define MAX_BUILD_ID 64

typedef struct
{
  FulImport        *import;
  FulImportTables   tables;
  FulPprofMessages  messages;
  GArray           *funcs;       /* FulFuncIndex of each function, or FUL_NONE without a name */
  gint32           *stacks;      /* of each node */
  GHashTable       *threads;     /* "PID\nTID\nNAME" → FulThreadBuilder */
  char             *program;
  gint32           *label_kinds; /* LabelKind of each label */
  guint             type;        /* of the values that are shown by default */
  gboolean          has_unnamed;
} PprofReader;

typedef enum { LABEL_OTHER, LABEL_NAME, LABEL_TID, LABEL_PID, LABEL_PROCESS, N_LABEL_KINDS } LabelKind;

static gint32
find_number (GHashTable *numbers,
             guint64     id)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (numbers, &id)) - 1;
}

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
read_libs (PprofReader *self)
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
read_functions (PprofReader *self)
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
        }
      g_array_append_val (self->funcs, row);
    }
}

/* All functions of a location, the outermost first, called by @stack. */
static FulStackIndex
push_location (PprofReader   *self,
               FulStackIndex  stack,
               guint64        id)
{
  FulPprofMessages *messages = &self->messages;
  gint32 number = find_number (messages->location_numbers, id);
  FulPprofLocation location = { 0 };
  FulImportFrame frame = FUL_IMPORT_FRAME (FUL_NONE, 0);
  gint32 mapping;

  if (number < 0)
    ful_import_log_add (self->import->builder->log, FUL_SEVERITY_ERROR, "location", -1, -1,
                        _("a location does not exist; used its number as address"));
  else
    location = g_array_index (messages->locations, FulPprofLocation, number);
  mapping = location.mapping ? find_number (messages->mapping_numbers, location.mapping) : FUL_NONE;
  frame.address = (gint64) ((number < 0 ? id : location.address) & G_MAXINT64);
  frame.lib = mapping;
  if (mapping >= 0)
    {
      const FulPprofMapping *of = &g_array_index (messages->mappings, FulPprofMapping, mapping);

      frame.address = (gint64) ((location.address - of->memory_start + of->file_offset) & G_MAXINT64);
    }

  for (guint i = location.n_lines; i-- > 0; )
    {
      const FulPprofLine *line = &g_array_index (messages->lines, FulPprofLine, location.first_line + i);
      gint32 function = find_number (messages->function_numbers, line->function);

      frame.func = function >= 0 ? g_array_index (self->funcs, FulFuncIndex, function) : FUL_NONE;
      if (function < 0)
        ful_import_log_add (self->import->builder->log, FUL_SEVERITY_ERROR, "location", number, -1,
                            _("a function does not exist; skipped its line"));
      if (frame.func == FUL_NONE)
        continue;
      frame.line = line->line;
      frame.column = line->column;
      stack = ful_import_tables_stack (&self->tables, stack, ful_import_tables_frame (&self->tables, &frame));
      frame.inline_depth++;
    }
  if (frame.inline_depth == 0)
    {
      frame.func = ful_import_lib_add_func (&self->tables, frame.lib, (guint64) frame.address);
      self->has_unnamed |= frame.lib != FUL_NONE;
      frame.line = frame.column = FUL_NONE;
      stack = ful_import_tables_stack (&self->tables, stack, ful_import_tables_frame (&self->tables, &frame));
    }

  return stack;
}

/* Callers have lower numbers. */
static void
read_stacks (PprofReader *self)
{
  FulPprofMessages *messages = &self->messages;

  self->stacks = g_new (gint32, messages->nodes->len + 1);
  for (guint i = 0; i < messages->nodes->len; i++)
    {
      const FulPprofNode *node = &g_array_index (messages->nodes, FulPprofNode, i);
      FulStackIndex caller = node->caller == FUL_NONE ? FUL_NONE : self->stacks[node->caller];

      self->stacks[i] = push_location (self, caller, g_array_index (messages->location_ids, guint64, node->location));
    }
}

static LabelKind
get_label_kind (const char *key)
{
  static const struct { const char *key; LabelKind kind; } kinds[] = {
    { "thread", LABEL_NAME }, { "thread_name", LABEL_NAME }, { "thread name", LABEL_NAME },
    { "thread id", LABEL_TID }, { "thread_id", LABEL_TID }, { "tid", LABEL_TID },
    { "pid", LABEL_PID }, { "process", LABEL_PROCESS },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (key, kinds[i].key))
      return kinds[i].kind;

  return LABEL_OTHER;
}

static void
read_labels (PprofReader *self)
{
  GArray *labels = self->messages.labels;
  guint n_others = 0;

  self->label_kinds = g_new (gint32, labels->len + 1);
  for (guint i = 0; i < labels->len; i++)
    {
      g_autofree char *key = ful_pprof_messages_dup_string (&self->messages, g_array_index (labels, FulPprofLabel, i).key);

      self->label_kinds[i] = (gint32) get_label_kind (key);
      n_others += self->label_kinds[i] == LABEL_OTHER;
    }
  if (n_others > 0)
    ful_import_log_add (self->import->builder->log, FUL_SEVERITY_INFO, "sample", -1, -1,
                        _("labels that name no thread or process are not shown"));
}

static char *
dup_label (PprofReader *self,
           guint        i)
{
  const FulPprofLabel *label = &g_array_index (self->messages.labels, FulPprofLabel, i);

  return label->text ? ful_pprof_messages_dup_string (&self->messages, label->text) : g_strdup_printf ("%" PRId64, label->number);
}

static FulThreadBuilder *
get_thread (PprofReader          *self,
            const FulPprofSample *sample)
{
  char *texts[N_LABEL_KINDS] = { NULL };
  g_autofree char *key = NULL;
  FulThreadBuilder *builder;
  FulThread *thread;

  for (guint i = 0; i < sample->n_labels; i++)
    {
      guint label = g_array_index (self->messages.sample_labels, guint32, sample->first_label + i);
      LabelKind kind = (LabelKind) self->label_kinds[label];

      if (kind != LABEL_OTHER && texts[kind] == NULL)
        texts[kind] = dup_label (self, label);
    }
  key = g_strdup_printf ("%s\n%s\n%s\n%s", texts[LABEL_PID] ? texts[LABEL_PID] : "", texts[LABEL_PROCESS] ? texts[LABEL_PROCESS] : "",
                         texts[LABEL_TID] ? texts[LABEL_TID] : "", texts[LABEL_NAME] ? texts[LABEL_NAME] : "");
  builder = g_hash_table_lookup (self->threads, key);
  if (builder == NULL)
    {
      builder = ful_profile_builder_add_thread (self->import->builder);
      thread = builder->thread;
      thread->name = g_strdup (texts[LABEL_NAME] ? texts[LABEL_NAME] : self->program);
      thread->process_type = g_strdup ("default");
      thread->process_name = g_strdup (texts[LABEL_PROCESS]);
      thread->pid = g_strdup (texts[LABEL_PID] ? texts[LABEL_PID] : texts[LABEL_PROCESS] ? texts[LABEL_PROCESS] : "0");
      if (texts[LABEL_TID] == NULL)
        texts[LABEL_TID] = g_strdup_printf ("%u", self->import->builder->threads->len - 1);
      ful_import_samples_set_tid (builder, texts[LABEL_TID]);
      g_hash_table_insert (self->threads, g_steal_pointer (&key), builder);
    }
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (texts[i]);

  return builder;
}

/* The type that the file names, else the last one that is kept. */
static guint
find_type (PprofReader *self)
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
add_types (PprofReader      *self,
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
read_samples (PprofReader *self)
{
  FulPprofMessages *messages = &self->messages;

  self->type = find_type (self);
  for (guint i = 0; i < messages->samples->len && !g_cancellable_is_cancelled (self->import->cancellable); i++)
    {
      const FulPprofSample *sample = &g_array_index (messages->samples, FulPprofSample, i);
      FulThreadBuilder *thread = get_thread (self, sample);
      guint row;

      if (thread->samples.n_rows == 0)
        add_types (self, thread);
      if (sample->n_values != messages->types->len)
        ful_import_log_add (self->import->builder->log, FUL_SEVERITY_ERROR, "sample", i, -1,
                            _("a sample does not have a value of each type; used 0 for others"));
      row = ful_import_samples_add (thread, 0, sample->node == FUL_NONE ? FUL_NONE : self->stacks[sample->node]);
      for (guint v = 0; v < sample->n_values; v++)
        ful_import_samples_set_value (thread, row, v, (double) g_array_index (messages->values, gint64, sample->first_value + v));
    }
}

static void
read_meta (PprofReader *self)
{
  FulImportMeta meta;

  ful_import_meta_init (&meta, self->program, "pprof");
  ful_import_meta_add_category (&meta, "Other", "grey");
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
  PprofReader self = { .import = import };
  gboolean success;

  ful_import_tables_init (&self.tables, import->builder);
  ful_pprof_messages_init (&self.messages, import->builder->log);
  self.funcs = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));
  self.threads = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  ful_pprof_messages_read (&self.messages, bytes, import->cancellable);
  success = self.messages.samples->len > 0;
  if (success)
    {
      read_libs (&self);
      read_functions (&self);
      read_stacks (&self);
      read_labels (&self);
      read_samples (&self);
      read_meta (&self);
    }
  else
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_EMPTY, _("This profile of pprof has no samples"));

  ful_import_tables_clear (&self.tables);
  ful_pprof_messages_clear (&self.messages);
  g_array_unref (self.funcs);
  g_hash_table_unref (self.threads);
  g_free (self.stacks);
  g_free (self.label_kinds);
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
