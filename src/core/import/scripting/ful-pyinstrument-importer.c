/* SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON of pyinstrument, the sampler of Python (formats.md 22): a tree of calls with their times, as its renderer writes it
 * (`root_frame`) or as its pages have it (`frame_tree`), or the stacks of a session (`frame_records`). */

#include "config.h"

#include "import/common/ful-import-meta.h"
#include "import/common/ful-import-samples.h"
#include "import/common/ful-import-tables.h"
#include "import/ful-importer.h"

#include "base/ful-error.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-import-log.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* What stands for NUL in strings of JSON here: pyinstrument has it between the parts of a name. */
#define NUL "\357\277\275"

/* Own time below it is what is lost where sums are written with six digits; in seconds. */
#define LEAST_TIME 2e-6

typedef struct
{
  FulImport        *import;
  FulImportTables   tables;
  FulThreadBuilder *thread;
  double            time;      /* ms, of the next record */
  double            factor;
} PyReader;

typedef struct
{
  FulRawNode    *node;
  FulStackIndex  prefix;
} Open;

static gboolean
probe_tree (FulRawTree       *tree G_GNUC_UNUSED,
            const FulRawNode *root)
{
  if (ful_raw_get (ful_raw_get (root, "frame_tree"), "identifier"))
    return TRUE;

  return ful_raw_get (root, "duration") &&
         (ful_raw_get (ful_raw_get (root, "root_frame"), "function") || ful_raw_is (ful_raw_get (root, "frame_records"), FUL_RAW_ARRAY));
}

static FulFrameIndex
add_frame (PyReader   *self,
           const char *name,
           const char *class_name,
           const char *file,
           double      line)
{
  g_autofree char *whole = class_name && *class_name ? g_strdup_printf ("%s.%s", class_name, name) : g_strdup (name);
  FulImportFunc func = FUL_IMPORT_FUNC (ful_import_tables_string (&self->tables, *whole ? whole : "<unknown>", -1));

  if (file && *file && *file != '<')
    func.source = ful_import_tables_source (&self->tables, file);
  func.line = line >= 1 && line < G_MAXINT32 ? (gint32) line : FUL_NONE;

  return ful_import_tables_frame (&self->tables, &FUL_IMPORT_FRAME (ful_import_tables_func (&self->tables, &func), 0));
}

/* "FUNCTION NUL FILE NUL LINE", possibly with attributes after a byte 1 each: cCLASS, lLINE. */
static FulFrameIndex
add_identified_frame (PyReader   *self,
                      const char *identifier)
{
  g_auto(GStrv) attributes = g_strsplit (identifier, "\001", -1);
  g_auto(GStrv) parts = g_strsplit (*attributes ? *attributes : "", NUL, 3);
  guint n = g_strv_length (parts);
  const char *class_name = NULL;

  for (guint i = 1; *attributes && attributes[i]; i++)
    if (attributes[i][0] == 'c')
      class_name = attributes[i] + 1;

  return add_frame (self, n > 0 ? parts[0] : "", class_name, n > 1 ? parts[1] : NULL, n > 2 ? g_ascii_strtod (parts[2], NULL) : 0);
}

static FulFrameIndex
add_node_frame (PyReader         *self,
                const FulRawNode *node)
{
  const char *identifier = ful_raw_get_string (node, "identifier");
  const char *name = ful_raw_get_string (node, "function");

  if (identifier)
    return add_identified_frame (self, identifier);

  return add_frame (self, name ? name : "", ful_raw_get_string (node, "class_name"), ful_raw_get_string (node, "file_path"),
                    ful_raw_get_number (node, "line_no"));
}

/* Whether a node is only the time of its caller itself. */
static gboolean
is_self (const FulRawNode *node)
{
  const char *name = ful_raw_get_string (node, "identifier");

  if (name == NULL)
    name = ful_raw_get_string (node, "function");

  return name && (g_str_equal (name, "[self]") || g_str_has_prefix (name, "[self]" NUL));
}

static void
add_sample (PyReader      *self,
            FulStackIndex  stack,
            double         seconds)
{
  guint row = ful_import_samples_add (self->thread, self->time, stack);

  FUL_CELLS (&self->thread->samples, FUL_SAMPLE_WEIGHT, double)[row] = seconds * self->factor;
}

static void
read_nodes (PyReader   *self,
            FulRawTree *tree,
            FulRawNode *root)
{
  g_autoptr(GArray) open = g_array_new (FALSE, FALSE, sizeof (Open));
  Open top = { root, FUL_NONE };

  g_array_append_val (open, top);
  for (guint row = 0; open->len > 0; row++)
    {
      FulRawNode *children;
      FulStackIndex stack;
      double own;

      if (row % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_is_cancelled (self->import->cancellable))
        return;
      top = g_array_index (open, Open, open->len - 1);
      g_array_set_size (open, open->len - 1);
      children = ful_raw_get (top.node, "children");
      stack = ful_import_tables_stack (&self->tables, top.prefix, add_node_frame (self, top.node));
      own = ful_raw_get_number (top.node, "time");
      for (guint i = ful_raw_length (children); i-- > 0; )
        {
          Open child = { ful_raw_element (tree, children, i), stack };
          double time = ful_raw_get_number (child.node, "time");

          if (!ful_raw_is (child.node, FUL_RAW_OBJECT))
            ful_import_log_add (self->import->builder->log, FUL_SEVERITY_DATA_LOSS, "children", i, -1, _("an element is no object; skipped it"));
          else if (!is_self (child.node))
            {
              g_array_append_val (open, child);
              own -= isfinite (time) ? time : 0;
            }
        }
      if (own > LEAST_TIME)
        add_sample (self, stack, own);
      else if (isnan (own))
        ful_import_log_add (self->import->builder->log, FUL_SEVERITY_DATA_LOSS, "frames", row, -1, _("a call has no time; its own is left out"));
    }
}

/* A list of [names, root first; seconds]. */
static void
read_records (PyReader   *self,
              FulRawTree *tree,
              FulRawNode *records)
{
  guint n = ful_raw_length (records);

  for (guint i = 0; i < n; i++)
    {
      const FulRawNode *record = ful_raw_element (tree, records, i);
      const FulRawNode *names = ful_raw_element (tree, record, 0);
      double seconds = ful_raw_number (ful_raw_element (tree, record, 1));
      guint n_names = ful_raw_length (names);
      FulStackIndex stack = FUL_NONE;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_is_cancelled (self->import->cancellable))
        return;
      if (n_names == 0 || !isfinite (seconds))
        {
          ful_import_log_add (self->import->builder->log, FUL_SEVERITY_DATA_LOSS, "frame_records", i, -1,
                              _("a record has no stack or no time; skipped it"));
          continue;
        }
      for (guint f = 0; f < n_names; f++)
        {
          const FulRawNode *name = ful_raw_element (tree, names, f);

          if (ful_raw_is (name, FUL_RAW_STRING) && !g_str_has_prefix (name->string, "[self]"))
            stack = ful_import_tables_stack (&self->tables, stack, add_identified_frame (self, name->string));
        }
      add_sample (self, stack, seconds);
      self->time += seconds * self->factor;
    }
}

static gboolean
read_tree (FulImport   *import,
           FulRawTree  *tree,
           FulRawNode  *root,
           GError     **error)
{
  PyReader self = { .import = import };
  FulRawNode *session = ful_raw_is (ful_raw_get (root, "session"), FUL_RAW_OBJECT) ? ful_raw_get (root, "session") : root;
  FulRawNode *frame = ful_raw_get (root, "root_frame");
  const char *target = ful_raw_get_string (session, "target_description");
  double interval = ful_raw_get_number (session, "min_interval");
  FulImportMeta meta;

  self.thread = ful_profile_builder_add_thread (import->builder);
  self.thread->thread->name = g_strdup (target && *target ? target : "Python");
  self.thread->thread->process_type = g_strdup ("default");
  self.thread->thread->pid = g_strdup ("0");
  self.thread->thread->tid = g_strdup ("0");
  self.thread->thread->tid_is_number = TRUE;
  self.factor = ful_import_samples_set_unit (self.thread, "seconds");
  ful_import_tables_init (&self.tables, import->builder);

  if (ful_raw_is (ful_raw_get (root, "frame_records"), FUL_RAW_ARRAY))
    read_records (&self, tree, ful_raw_get (root, "frame_records"));
  else
    read_nodes (&self, tree, frame ? frame : ful_raw_get (root, "frame_tree"));

  ful_import_meta_init (&meta, "Python", "pyinstrument");
  if (interval > 0 && interval < 1e6)
    ful_import_meta_set_interval (&meta, interval * 1000);
  ful_import_meta_add_category (&meta, "Python", "yellow");
  ful_import_meta_finish (&meta, import);
  ful_import_tables_clear (&self.tables);

  if (g_cancellable_set_error_if_cancelled (import->cancellable, error))
    return FALSE;
  if (self.thread->samples.n_rows == 0)
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_EMPTY, _("This profile of pyinstrument has no calls with a time"));

  return self.thread->samples.n_rows > 0;
}

const FulImporter ful_pyinstrument_importer = {
  .name = N_("pyinstrument"),
  .mime_type = "application/x-pyinstrument+json",
  .suffixes = FUL_IMPORTER_LIST ("pyisession", "json"),
  .probe_tree = probe_tree,
  .read_tree = read_tree,
  .has_nuls = TRUE,
};
