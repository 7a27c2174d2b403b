/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Heap profiles of DHAT (formats.md 15): program points with the bytes that each of them allocated, seen in four ways, of
 * which each is a thread here. */

#include "config.h"

#include "base/ful-error.h"
#include "import/common/ful-import-meta.h"
#include "import/common/ful-import-tables.h"
#include "import/ful-importer.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-import-log.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define VERSION 2
#define CANCEL_CHECK_POINTS 1024

static const struct { const char *key, *name; } measures[] = {
  { "tb", "Total Bytes" },
  { "mb", "Maximum Bytes" },
  { "gb", "Bytes at Global Max" },
  { "eb", "Bytes at End" },
};

/* Those of a processed profile that names none. */
static const FulImportCategory categories[] = {
  { "Other", "grey" }, { "Idle", "transparent" }, { "Layout", "purple" }, { "JavaScript", "yellow" },
  { "GC / CC", "orange" }, { "Network", "lightblue" }, { "Graphics", "green" }, { "DOM", "blue" },
};

typedef struct
{
  FulImport        *import;
  FulRawTree       *tree;
  FulImportTables   tables;
  const char       *command;
  GArray           *frames;      /* FulFrameIndex, of the table of the file */
  FulStackIndex     root;
  FulInterner      *calls;       /* caller's stack and function → row of @stacks */
  GArray           *stacks;      /* FulStackIndex */
  FulThreadBuilder *threads[G_N_ELEMENTS (measures)];
} DhatReader;

/* The parts of "0x10915D: build (heap.c:12:3)" and "0x484580F: malloc (in /usr/lib/x.so)". */
typedef struct
{
  guint64     address;
  const char *name;
  gsize       n_name;
  const char *file;
  gsize       n_file;
  gint32      line;      /* FUL_NONE without one; column likewise */
  gint32      column;
} FrameText;

/* A number after a colon at the end of @text, which becomes shorter by it. */
static gint32
take_number (const char *text,
             gsize      *n)
{
  gsize at = *n;
  guint64 number = 0;

  while (at > 0 && g_ascii_isdigit (text[at - 1]))
    at--;
  if (at == *n || at < 2 || text[at - 1] != ':')
    return FUL_NONE;
  for (gsize i = at; i < *n && number < G_MAXINT32; i++)
    number = number * 10 + (guint64) g_ascii_digit_value (text[i]);
  *n = at - 1;

  return (gint32) MIN (number, G_MAXINT32);
}

static gboolean
parse_frame (const char *text,
             FrameText  *out)
{
  gsize n = strlen (text);
  char *colon;
  const char *place = NULL;
  gint32 last, last_but_one;

  if (n < 4 || text[0] != '0' || g_ascii_tolower (text[1]) != 'x' || !g_ascii_isxdigit (text[2]) || text[n - 1] != ')')
    return FALSE;
  out->address = g_ascii_strtoull (text + 2, &colon, 16);
  if (strncmp (colon, ": ", 2) != 0)
    return FALSE;

  out->name = colon + 2;
  for (const char *at = out->name; (at = strstr (at, " (")); at++)
    place = at;
  if (place == NULL || place == out->name)
    return FALSE;
  out->n_name = (gsize) (place - out->name);
  out->file = place + 2;
  if (strncmp (out->file, "in ", 3) == 0)
    out->file += 3;
  if (out->file >= text + n - 1)
    return FALSE;

  out->n_file = (gsize) (text + n - 1 - out->file);
  last = take_number (out->file, &out->n_file);
  last_but_one = last != FUL_NONE ? take_number (out->file, &out->n_file) : FUL_NONE;
  out->line = last_but_one != FUL_NONE ? last_but_one : last;
  out->column = last_but_one != FUL_NONE ? last : FUL_NONE;

  return TRUE;
}

/* What has no such form is a name, in a file called as the command. */
static FulFrameIndex
add_frame (DhatReader *self,
           const char *text)
{
  FrameText parts = { .name = text, .n_name = strlen (text), .line = FUL_NONE, .column = FUL_NONE };
  gboolean has_form = parse_frame (text, &parts);
  g_autofree char *file = has_form ? g_strndup (parts.file, parts.n_file) : g_strdup (self->command);
  FulImportFunc func;
  FulImportFrame frame;

  if (!has_form)
    parts = (FrameText) { .name = text, .n_name = strlen (text), .line = FUL_NONE, .column = FUL_NONE };
  func = FUL_IMPORT_FUNC (ful_import_tables_string (&self->tables, parts.name, (gssize) parts.n_name));
  func.source = ful_import_tables_source (&self->tables, file);
  func.line = parts.line;
  func.column = parts.column;
  frame = FUL_IMPORT_FRAME (ful_import_tables_func (&self->tables, &func), 0);
  if (has_form)
    frame.address = ful_import_address (parts.address);
  frame.line = parts.line;
  frame.column = parts.column;

  return ful_import_tables_frame (&self->tables, &frame);
}

static void
read_frames (DhatReader *self,
             FulRawNode *table)
{
  guint n = ful_raw_length (table);

  for (guint i = 0; i < n; i++)
    {
      FulRawNode *node = ful_raw_element (self->tree, table, i);
      gboolean is_text = ful_raw_is (node, FUL_RAW_STRING);
      FulFrameIndex frame = add_frame (self, is_text ? node->string : "<unknown>");

      if (!is_text)
        ful_import_log_add (self->import->builder->log, FUL_SEVERITY_ERROR, "ftbl", i, -1,
                            _("a frame has no name; named it “<unknown>”"));
      g_array_append_val (self->frames, frame);
    }
}

static void
read_root (DhatReader *self)
{
  FulImportFunc func = FUL_IMPORT_FUNC (ful_import_tables_string (&self->tables, self->command, -1));
  FulImportFrame frame = FUL_IMPORT_FRAME (ful_import_tables_func (&self->tables, &func), 0);

  self->root = ful_import_tables_stack (&self->tables, FUL_NONE, ful_import_tables_frame (&self->tables, &frame));
}

/* Calls of one function by one caller are one stack, whatever their addresses: it has the frame of the first. */
static FulStackIndex
get_callee (DhatReader    *self,
            FulStackIndex  caller,
            FulFrameIndex  frame)
{
  FulTableBuilder *frames = &self->import->builder->frames;
  gint32 keys[] = { caller, FUL_CELLS (frames, FUL_FRAME_FUNC, gint32)[frame] };
  guint i = ful_interner_intern (self->calls, keys);
  FulStackIndex stack;

  if (i < self->stacks->len)
    return g_array_index (self->stacks, FulStackIndex, i);
  stack = ful_import_tables_stack (&self->tables, caller, frame);
  g_array_append_val (self->stacks, stack);

  return stack;
}

/* Innermost first in the file. Returns: FUL_NONE if there is a number without a frame */
static FulStackIndex
read_stack (DhatReader       *self,
            const FulRawNode *point)
{
  FulRawColumn *numbers = ful_raw_get_column (point, "fs");
  FulStackIndex stack = self->root;

  for (guint i = numbers ? numbers->n : 0; i > 0; i--)
    {
      double number = ful_raw_column_number (numbers, i - 1);

      if (!(number >= 0 && number < self->frames->len))
        return FUL_NONE;
      stack = get_callee (self, stack, g_array_index (self->frames, FulFrameIndex, (guint) number));
    }

  return stack;
}

static void
read_points (DhatReader *self,
             FulRawNode *points)
{
  guint n = ful_raw_length (points);

  for (guint i = 0; i < n; i++)
    {
      FulRawNode *point = ful_raw_element (self->tree, points, i);
      FulStackIndex stack = read_stack (self, point);

      if (i % CANCEL_CHECK_POINTS == 0 && g_cancellable_is_cancelled (self->import->cancellable))
        return;
      if (stack == FUL_NONE)
        {
          ful_import_log_add (self->import->builder->log, FUL_SEVERITY_DATA_LOSS, "pps", i, -1,
                              _("program point with a frame that does not exist; skipped it"));
          continue;
        }
      for (guint m = 0; m < G_N_ELEMENTS (measures); m++)
        {
          FulTableBuilder *rows = &self->threads[m]->native_allocations;
          double bytes = ful_raw_get_number_or (point, measures[m].key, 0);
          guint row = ful_table_builder_append (rows, 1);

          FUL_CELLS (rows, FUL_ALLOCATION_TIME, double)[row] = 0;
          FUL_CELLS (rows, FUL_ALLOCATION_STACK, gint32)[row] = stack;
          FUL_CELLS (rows, FUL_ALLOCATION_WEIGHT, double)[row] = isfinite (bytes) ? bytes : 0;
        }
    }
}

static void
add_threads (DhatReader *self,
             double      pid)
{
  for (guint m = 0; m < G_N_ELEMENTS (measures); m++)
    {
      FulThreadBuilder *thread = ful_profile_builder_add_thread (self->import->builder);

      thread->thread->name = g_strdup (measures[m].name);
      thread->thread->process_type = g_strdup ("default");
      thread->thread->pid = g_strdup_printf ("%.0f", isfinite (pid) ? pid : 0);
      thread->thread->tid = g_strdup_printf ("%u", m);
      thread->thread->tid_is_number = TRUE;
      thread->has_native_allocations = TRUE;
      self->threads[m] = thread;
    }
}

static gboolean
check_version (FulImport         *import,
               const FulRawNode  *root,
               GError           **error)
{
  double version = ful_raw_get_number (root, "dhatFileVersion");

  ful_import_set_version (import, version);
  if (version < VERSION)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT,
                   _("This profile has version %g of the DHAT format; this program reads version %d. "
                     "Record it again with Valgrind 3.17 or later"), version, VERSION);
      return FALSE;
    }

  return ful_importer_check_version ("DHAT", &version, VERSION, import->flags, import->builder->log, error);
}

static gboolean
read_tree (FulImport   *import,
           FulRawTree  *tree,
           FulRawNode  *root,
           GError     **error)
{
  DhatReader self = { import, tree };
  g_autofree char *command = ful_raw_dup_string (root, "cmd", "dhat");
  g_autofree char *product = g_strdup_printf ("%s (dhat)", command);
  FulImportMeta meta;

  if (!check_version (import, root, error))
    return FALSE;

  ful_import_meta_init (&meta, product, "dhat");
  for (guint i = 0; i < G_N_ELEMENTS (categories); i++)
    ful_import_meta_add_category (&meta, categories[i].name, categories[i].color);
  ful_import_meta_finish (&meta, import);
  ful_import_tables_init (&self.tables, import->builder);
  self.command = command;
  self.frames = g_array_new (FALSE, FALSE, sizeof (FulFrameIndex));
  self.calls = ful_interner_new (2);
  self.stacks = g_array_new (FALSE, FALSE, sizeof (FulStackIndex));
  add_threads (&self, ful_raw_get_number (root, "pid"));
  read_root (&self);
  read_frames (&self, ful_raw_get (root, "ftbl"));
  read_points (&self, ful_raw_get (root, "pps"));
  ful_import_tables_clear (&self.tables);
  ful_interner_free (self.calls);
  g_array_unref (self.frames);
  g_array_unref (self.stacks);
  if (g_cancellable_set_error_if_cancelled (import->cancellable, error))
    return FALSE;
  if (self.threads[0]->native_allocations.n_rows > 0)
    return TRUE;

  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_EMPTY, _("This heap profile of DHAT has no program point with known frames"));

  return FALSE;
}

static gboolean
probe_tree (FulRawTree       *tree G_GNUC_UNUSED,
            const FulRawNode *root)
{
  return ful_raw_is (root, FUL_RAW_OBJECT) && ful_raw_is (ful_raw_get (root, "dhatFileVersion"), FUL_RAW_NUMBER);
}

const FulImporter ful_dhat_importer = {
  .name = N_("Heap profile of DHAT"),
  .mime_type = "application/x-dhat+json",
  .suffixes = FUL_IMPORTER_LIST ("dhat.json"),
  .probe_tree = probe_tree,
  .read_tree = read_tree,
};
