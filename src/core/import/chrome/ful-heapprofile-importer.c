/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sampling heap profiles of V8 (formats.md 16): a tree of calls, each with the bytes it allocated that are still alive. It
 * may be thousands of calls deep, so it is read by a loop with a list of the open nodes. */

#include "config.h"

#include "ful-chrome-meta.h"
#include "ful-v8-profile.h"

#include "base/ful-error.h"
#include "base/ful-string-table.h"
#include "import/common/ful-import-samples.h"
#include "import/common/ful-import-tables.h"
#include "import/ful-importer.h"
#include "io/json/ful-json-reader.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-import-log.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MAX_DEPTH 10000000

typedef struct
{
  gint32 parent;         /* place of an earlier node, or FUL_NONE */
  gint32 name, url;      /* strings, or FUL_NONE */
  gint32 line, column;   /* from 1, or FUL_NONE */
  double size;
} Node;

/* What is read at a place in the file. */
typedef struct
{
  gint32   node;
  gboolean is_first;       /* member */
  gboolean in_children;
  gboolean is_first_child;
} Open;

typedef struct
{
  FulImportTables  tables;
  FulJsonReader    json;
  GArray          *nodes;
  GArray          *open;
} HeapReader;

static gint32
read_place (HeapReader *self)
{
  double number = ful_json_reader_read_number_or_skip (&self->json);

  return number >= 0 && number < G_MAXINT32 ? (gint32) number + 1 : FUL_NONE;
}

static gint32
read_string (HeapReader *self)
{
  const char *text;
  gsize n;

  if (ful_json_reader_skip_space (&self->json) != '"')
    {
      ful_json_reader_copy_value (&self->json, NULL);
      return FUL_NONE;
    }
  text = ful_json_reader_view_string (&self->json, &n);

  return self->json.error == NULL ? ful_import_tables_string (&self->tables, text, (gssize) n) : FUL_NONE;
}

static void
read_call_frame (HeapReader *self,
                 Node       *node)
{
  gboolean first = TRUE;
  const char *key;
  gsize n;

  if (ful_json_reader_skip_space (&self->json) != '{')
    {
      ful_json_reader_copy_value (&self->json, NULL);
      return;
    }
  ful_json_reader_begin (&self->json, '{');
  while ((key = ful_json_reader_next_key (&self->json, &first, &n)))
    if (ful_json_key_is (key, n, "functionName"))
      node->name = read_string (self);
    else if (ful_json_key_is (key, n, "url"))
      node->url = read_string (self);
    else if (ful_json_key_is (key, n, "lineNumber"))
      node->line = read_place (self);
    else if (ful_json_key_is (key, n, "columnNumber"))
      node->column = read_place (self);
    else
      ful_json_reader_copy_value (&self->json, NULL);
}

static void
open_node (HeapReader *self,
           gint32      parent)
{
  Node node = { parent, FUL_NONE, FUL_NONE, FUL_NONE, FUL_NONE, 0 };
  Open open = { (gint32) self->nodes->len, TRUE, FALSE, TRUE };

  if (self->nodes->len >= FUL_MAX_ROWS)
    ful_json_reader_fail_with (&self->json, FUL_ERROR_TOO_LARGE, _("The file has more calls than a profile can hold"));
  if (!ful_json_reader_begin (&self->json, '{'))
    return;
  g_array_append_val (self->nodes, node);
  g_array_append_val (self->open, open);
}

/* A member of the innermost open node, or its end. */
static void
read_member (HeapReader *self,
             Open       *open)
{
  Node *node = &g_array_index (self->nodes, Node, open->node);
  const char *key;
  gsize n;

  key = ful_json_reader_next_key (&self->json, &open->is_first, &n);
  if (key == NULL)
    g_array_set_size (self->open, self->open->len - 1);
  else if (ful_json_key_is (key, n, "callFrame"))
    read_call_frame (self, node);
  else if (ful_json_key_is (key, n, "selfSize"))
    node->size = ful_json_reader_read_number_or_skip (&self->json);
  else if (ful_json_key_is (key, n, "children") && ful_json_reader_skip_space (&self->json) == '[')
    {
      open->in_children = ful_json_reader_begin (&self->json, '[');
      open->is_first_child = TRUE;
    }
  else
    ful_json_reader_copy_value (&self->json, NULL);
}

static void
read_head (HeapReader *self)
{
  open_node (self, FUL_NONE);
  while (self->open->len > 0 && self->json.error == NULL)
    {
      Open *open = &g_array_index (self->open, Open, self->open->len - 1);

      if (!open->in_children)
        read_member (self, open);
      else if (!ful_json_reader_next_element (&self->json, &open->is_first_child))
        open->in_children = FALSE;
      else if (ful_json_reader_skip_space (&self->json) == '{')
        open_node (self, open->node);
      else
        {
          ful_import_log_add (self->tables.builder->log, FUL_SEVERITY_DATA_LOSS, "children", -1,
                              (gint64) ful_json_reader_get_offset (&self->json), _("an element is no object; skipped it"));
          ful_json_reader_copy_value (&self->json, NULL);
        }
    }
}

static void
read_root (HeapReader *self)
{
  gboolean first = TRUE;
  const char *key;
  gsize n;

  ful_json_reader_begin (&self->json, '{');
  while ((key = ful_json_reader_next_key (&self->json, &first, &n)))
    if (ful_json_key_is (key, n, "head") && self->nodes->len == 0)
      read_head (self);
    else
      ful_json_reader_copy_value (&self->json, NULL);
}

static const char *
get_text (HeapReader *self,
          gint32      string)
{
  return string == FUL_NONE ? "" : ful_string_table_get (self->tables.builder->strings, string);
}

/* Those without a name are told apart by their place, as V8's tools do. */
static char *
dup_name (HeapReader *self,
          const Node *node)
{
  const char *name = get_text (self, node->name);
  const char *url = get_text (self, node->url);
  const char *slash = strrchr (url, '/');

  if (*name || *url == '\0')
    return g_strdup (name);

  return g_strdup_printf ("(anonymous %s:%d)", slash ? slash + 1 : url, node->line == FUL_NONE ? -1 : node->line - 1);
}

/* Parents come before their children. */
static void
add_samples (HeapReader       *self,
             FulThreadBuilder *thread,
             GCancellable     *cancellable)
{
  g_autofree FulStackIndex *stacks = g_new (FulStackIndex, self->nodes->len + 1);

  for (guint i = 0; i < self->nodes->len && !(i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_is_cancelled (cancellable)); i++)
    {
      const Node *node = &g_array_index (self->nodes, Node, i);
      g_autofree char *name = dup_name (self, node);
      g_autofree char *url = g_strdup (get_text (self, node->url));
      FulFrameIndex frame = ful_v8_add_frame (&self->tables, name, url, node->line, node->column);

      stacks[i] = ful_import_tables_stack (&self->tables, node->parent == FUL_NONE ? FUL_NONE : stacks[node->parent], frame);
      if (node->size > 0 && isfinite (node->size))
        {
          guint row = ful_import_samples_add (thread, 0, stacks[i]);

          FUL_CELLS (&thread->samples, FUL_SAMPLE_WEIGHT, double)[row] = node->size;
        }
    }
}

/* Returns: FALSE with @error set if nothing is to be shown */
static gboolean
check_text (HeapReader     *self,
            FulImport      *import,
            FulByteStream  *stream,
            GError        **error)
{
  gboolean has_more = FALSE;

  if (self->json.error == NULL)
    ful_json_reader_finish (&self->json, &has_more);
  if (has_more)
    ful_import_log_add (import->builder->log, FUL_SEVERITY_ERROR, "file", -1, -1, _("ignored trailing text after the profile"));
  if (!self->json.cut)
    return ful_json_reader_check (&self->json, error);
  if (!(import->flags & FUL_LOAD_PARTIAL))
    {
      ful_byte_stream_set_truncated_error (stream, error);
      return FALSE;
    }
  ful_import_log_add (import->builder->log, FUL_SEVERITY_DATA_LOSS, "head", self->nodes->len,
                      (gint64) ful_json_reader_get_offset (&self->json), _("the file is truncated here"));

  return TRUE;
}

static gboolean
read_bytes (FulImport      *import,
            FulByteReader  *bytes,
            GError        **error)
{
  FulThreadBuilder *thread = ful_profile_builder_add_thread (import->builder);
  HeapReader self = { 0 };
  FulByteStream *stream;
  FulChunk *first;
  FulImportMeta meta;
  gboolean ok;

  thread->thread->name = g_strdup (import->file_name ? import->file_name : "V8");
  thread->thread->process_type = g_strdup ("default");
  thread->thread->pid = g_strdup ("0");
  thread->thread->tid = g_strdup ("0");
  ful_import_samples_set_unit (thread, "bytes");
  ful_chrome_meta_init (&meta);
  ful_import_meta_set_string (&meta, "product", "V8");
  ful_import_meta_set_string (&meta, "importedFrom", "V8 heap profile");
  ful_import_meta_finish (&meta, import);

  ful_import_tables_init (&self.tables, import->builder);
  self.nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  self.open = g_array_new (FALSE, FALSE, sizeof (Open));
  first = ful_byte_reader_steal_all (bytes, &stream);
  ful_json_reader_init_stream (&self.json, stream, first);
  self.json.max_depth = MAX_DEPTH;
  self.json.partial = TRUE;
  read_root (&self);
  ok = check_text (&self, import, stream, error);
  if (ok)
    add_samples (&self, thread, import->cancellable);
  ok = ok && !g_cancellable_set_error_if_cancelled (import->cancellable, error);
  if (ok && thread->samples.n_rows == 0)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_EMPTY, _("This heap profile of V8 (.heapprofile) has no bytes that are alive"));
      ok = FALSE;
    }
  ful_json_reader_clear (&self.json);
  ful_import_tables_clear (&self.tables);
  g_array_unref (self.nodes);
  g_array_unref (self.open);

  return ok;
}

/* The object begins with its member "head". */
static gboolean
probe_head (const char *head,
            gsize       n,
            const char *file_name G_GNUC_UNUSED)
{
  static const char *const tokens[] = { "{", "\"head\"", ":", "{", "\"" };
  static const char *const keys[] = { "callFrame\"", "selfSize\"", "id\"", "children\"" };
  gsize at = 0;

  for (guint i = 0; i < G_N_ELEMENTS (tokens); i++)
    {
      while (at < n && g_ascii_isspace (head[at]))
        at++;
      if (n - at < strlen (tokens[i]) || memcmp (head + at, tokens[i], strlen (tokens[i])) != 0)
        return FALSE;
      at += strlen (tokens[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (n - at >= strlen (keys[i]) && memcmp (head + at, keys[i], strlen (keys[i])) == 0)
      return TRUE;

  return FALSE;
}

const FulImporter ful_heapprofile_importer = {
  .name = N_("Heap profile of V8"),
  .kind = FUL_IMPORTER_TEXT,
  .mime_type = "application/x-v8-heapprofile+json",
  .suffixes = FUL_IMPORTER_LIST ("heapprofile"),
  .probe_head = probe_head,
  .read_bytes = read_bytes,
};
