/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query annotate: what the lines of a function's source file cost, and with --asm its instructions.
 *
 * JSON: {"function", "lib", "self", "total", "source": {"file", "path", "lines": [[line, self, total, text], …]} or null,
 * "symbols": [{"name", "address", "size", "self", "total"}, …]}: lines with a cost, of the whole file; native symbols of
 * the function. With --asm also "assembly": {"symbol", "arch", "instructions": [[address, size, text, self, total, file, line],
 * …]} or null: those of the symbol with the greatest total, by its number in "symbols". */

#include "config.h"

#include "ful-commands.h"

#include "ful-assembly-table.h"
#include "ful-query-json.h"
#include "ful-query-table.h"

#include "base/ful-error.h"
#include "base/ful-format.h"
#include "model/ful-func-origin.h"
#include "model/ful-shared-tables.h"
#include "source/ful-assembly.h"
#include "source/ful-source-server.h"
#include "source/ful-source-text.h"
#include "tree/samples/ful-annotation.h"
#include "tree/ful-function-tree.h"
#include "tree/samples/ful-hits.h"

#include <string.h>

static const FulQueryColumn columns[] = {
  { "line", "line", FUL_UNIT_NUMBER },
  { "self", "self", FUL_UNIT_WEIGHT },
  { "total", "total", FUL_UNIT_WEIGHT },
  { "text", "text", FUL_UNIT_NAME },
};

typedef struct
{
  FulQueryView   *view;
  FulFunctionRow  function;
  FulAnnotation  *costs;
  GPtrArray      *text;      /* (nullable): lines of the file */
  char           *path;      /* (nullable): the file */
  FulQueryTable  *assembly;  /* (nullable) */
} Annotation;

/* Whether @name is @wanted with parameters, and not a function within it: "f(int)::{lambda()#1}::operator()() const". */
static gboolean
has_parameters (const char *name,
                const char *wanted)
{
  gsize n = strlen (wanted);
  guint depth = 0;

  if (strncmp (name, wanted, n) != 0 || name[n] != '(')
    return FALSE;
  for (name += n; *name != '\0'; name++)
    {
      if (*name == '(')
        depth++;
      else if (*name == ')' && --depth == 0)
        return strstr (name, "::") == NULL;
    }

  return TRUE;
}

/* The functions of a full name, else of a name without parameters. */
static GArray *
find_functions (FulQuery *query,
                GArray   *functions)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (FulFunctionRow));

  for (guint pass = 0; pass < 2 && found->len == 0; pass++)
    for (guint i = 0; i < functions->len; i++)
      {
        FulFunctionRow row = g_array_index (functions, FulFunctionRow, i);
        const char *name = ful_profile_get_func_name (query->profile, row.func);
        const char *shown = ful_profile_get_shown_name (query->profile, row.func);

        if (pass == 0 ? g_str_equal (name, query->function) || g_str_equal (shown, query->function)
                      : has_parameters (name, query->function) || has_parameters (shown, query->function))
          g_array_append_val (found, row);
      }

  return found;
}

static gboolean
choose_function (FulQuery        *query,
                 FulQueryView    *view,
                 FulFunctionRow  *out_row,
                 gboolean        *out_found,
                 GError         **error)
{
  g_autoptr(FulCallTree) tree = ful_call_tree_new (view->nodes, NULL, view->rows, NULL, error);
  g_autoptr(GArray) functions = tree ? ful_function_list_new (tree, NULL, error) : NULL;
  g_autoptr(GArray) found = functions ? find_functions (query, functions) : NULL;
  g_autoptr(GString) names = NULL;

  if (found == NULL)
    return FALSE;
  *out_found = found->len > 0;
  if (found->len == 0)
    return TRUE;
  if (found->len == 1)
    {
      *out_row = g_array_index (found, FulFunctionRow, 0);
      return TRUE;
    }

  names = g_string_new (NULL);
  for (guint i = 0; i < found->len; i++)
    {
      FulFuncIndex func = g_array_index (found, FulFunctionRow, i).func;
      g_autofree char *origin = ful_func_get_origin (query->profile, func);

      g_string_append_printf (names, "%s%s (%s)", i > 0 ? "; " : "", ful_profile_get_shown_name (query->profile, func), origin);
    }
  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "“%s” is several functions: %s", query->function, names->str);

  return FALSE;
}

static const char *
get_text (Annotation *self,
          gint64      line)
{
  return self->text && line <= self->text->len ? g_ptr_array_index (self->text, (guint) line - 1) : NULL;
}

static void
fill (FulQueryTable *table,
      guint          i,
      FulQueryRow   *cells)
{
  Annotation *self = table->data;
  const FulHit *hit = &g_array_index (self->costs->lines, FulHit, i);

  ful_query_row_add_number (cells, (double) hit->value);
  ful_query_row_add_number (cells, hit->self);
  ful_query_row_add_number (cells, hit->total);
  ful_query_row_add_text (cells, get_text (self, hit->value));
  if (get_text (self, hit->value))
    ful_query_row_take_shown (cells, ful_format_visible (get_text (self, hit->value), "\t"));
}

static void
write_json (FulQueryTable *table,
            FulQueryJson  *json)
{
  Annotation *self = table->data;
  FulProfile *profile = self->view->query->profile;
  FulFuncIndex func = self->function.func;
  FulSourceIndex source = self->costs->source;
  FulResourceIndex resource = profile->funcs->resource[func];

  ful_query_json_begin_object (json);
  ful_query_json_string_member (json, "function", ful_profile_get_func_name (profile, func));
  ful_query_json_string_member (json, "lib", resource == FUL_NONE ? NULL
                                             : ful_profile_get_string (profile, profile->resources->name[resource]));
  ful_query_json_number_member (json, "self", self->function.self);
  ful_query_json_number_member (json, "total", self->function.total);
  ful_query_json_key (json, "source");
  if (source == FUL_NONE)
    {
      ful_query_json_null (json);
    }
  else
    {
      ful_query_json_begin_object (json);
      ful_query_json_string_member (json, "file", ful_profile_get_string (profile, profile->sources->filename[source]));
      ful_query_json_string_member (json, "path", self->text ? self->path : NULL);
      ful_query_json_key (json, "lines");
      ful_query_table_write_rows (table, 0, table->n_rows, json);
      ful_query_json_end_object (json);
    }
  ful_query_json_begin_array_member (json, "symbols");
  for (guint i = 0; i < self->costs->symbols->len; i++)
    {
      const FulHit *hit = &g_array_index (self->costs->symbols, FulHit, i);
      const FulNativeSymbolTable *symbols = profile->native_symbols;

      ful_query_json_begin_object (json);
      ful_query_json_string_member (json, "name", ful_profile_get_string (profile, symbols->name[hit->value]));
      ful_query_json_number_member (json, "address", (double) symbols->address[hit->value]);
      ful_query_json_key (json, "size");
      if (symbols->function_size[hit->value] == FUL_NONE)
        ful_query_json_null (json);
      else
        ful_query_json_number (json, (double) symbols->function_size[hit->value]);
      ful_query_json_number_member (json, "self", hit->self);
      ful_query_json_number_member (json, "total", hit->total);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_array (json);
  if (self->view->query->with_assembly)
    {
      ful_query_json_key (json, "assembly");
      if (self->assembly)
        ful_assembly_table_write_json (self->assembly, ful_annotation_find_hottest_symbol (self->costs), json);
      else
        ful_query_json_null (json);
    }
  ful_query_json_end_object (json);
}

static void
write_nothing (FulQueryTable *table,
               FulQueryJson  *json)
{
  ful_query_json_null (json);
}

static char *
dup_heading (Annotation *self,
             const char *missing)
{
  FulProfile *profile = self->view->query->profile;
  FulSourceIndex source = self->costs->source;
  g_autofree char *name = ful_format_visible (ful_profile_get_shown_name (profile, self->function.func), "");
  g_autofree char *file = source == FUL_NONE ? g_strdup ("(no source is known)")
                          : ful_format_visible (ful_profile_get_string (profile, profile->sources->filename[source]), "");

  return g_strdup_printf ("%s, in %s\n%s%s%s\n\n", name, ful_query_view_get_unit (self->view), file, missing ? ": " : "", missing ? missing : "");
}

static gboolean
count_costs (Annotation  *self,
             GError     **error)
{
  self->costs = ful_annotation_new (self->view->derived->stacks, self->view->rows, self->function.func, NULL, error);

  return self->costs != NULL;
}

static gboolean
disassemble (FulQueryTable  *table,
             GError        **error)
{
  Annotation *self = table->data;
  g_autofree char *missing = NULL;
  g_autoptr(GError) failed = NULL;

  if (self->costs->symbols->len > 0)
    {
      FulNativeSymbolIndex symbol = (FulNativeSymbolIndex) g_array_index (self->costs->symbols, FulHit, ful_annotation_find_hottest_symbol (self->costs)).value;

      self->assembly = ful_assembly_table_new (self->view, symbol, &missing, &failed);
    }
  else
    {
      missing = g_strdup ("no native symbol of the function is known; --symbols looks for it");
    }
  if (failed)
    {
      g_propagate_error (error, g_steal_pointer (&failed));
      return FALSE;
    }
  if (missing)
    g_printerr ("fulgens-query: No instructions: %s\n", missing);
  table->next = ful_query_table_attach (table, self->assembly, (GDestroyNotify) ful_query_table_free);

  return TRUE;
}

/* What no file has a server on this machine may have. */
static void
ask_server (Annotation      *self,
            FulQuery        *query,
            FulSourceIndex   source,
            GError         **missing)
{
  g_autoptr(GError) failed = NULL;
  g_autofree char *server = NULL;
  g_autofree char *text = ful_source_server_load (query->profile, source, self->view->derived->stacks->frames,
                                                  (const char *const *) query->symbols, &server, NULL, &failed);

  if (text)
    {
      g_clear_error (missing);
      g_free (self->path);
      self->path = g_steal_pointer (&server);
      self->text = ful_source_text_split (text);
    }
  else if (failed)
    {
      g_clear_error (missing);
      g_propagate_error (missing, g_steal_pointer (&failed));
    }
}

static FulQueryTable *
make_table (FulQuery  *query,
            guint      index,
            GError   **error)
{
  FulQueryTable *table = ful_query_table_new (columns, G_N_ELEMENTS (columns), sizeof (Annotation));
  Annotation *self = table->data;
  g_autoptr(GError) missing = NULL;

  if (query->with_assembly && !ful_assembly_is_supported ((const char *const *) query->symbols))
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--asm: this build has no disassembler; it needs capstone and libdw");
      ful_query_table_free (table);
      return NULL;
    }
  self->view = ful_query_table_attach (table, ful_query_view_new (query, index, error), (GDestroyNotify) ful_query_view_free);
  if (self->view == NULL || !choose_function (query, self->view, &self->function, &table->found, error) ||
      (table->found && !count_costs (self, error)))
    {
      ful_query_table_free (table);
      return NULL;
    }
  if (!table->found)
    {
      table->before = g_strdup ("No such function\n");
      table->is_nested = TRUE;
      table->fill = fill;
      table->write_json = write_nothing;
      return table;
    }

  ful_query_table_attach (table, self->costs, (GDestroyNotify) ful_annotation_free);
  if (self->costs->source != FUL_NONE)
    self->text = ful_source_text_load (query->profile, self->costs->source, (const char *const *) query->path_maps, NULL,
                                       &self->path, &missing);
  if (self->costs->source != FUL_NONE && self->text == NULL)
    ask_server (self, query, self->costs->source, &missing);
  ful_query_table_attach (table, self->text, (GDestroyNotify) g_ptr_array_unref);
  ful_query_table_attach (table, self->path, g_free);

  table->n_rows = self->costs->lines->len;
  table->is_nested = TRUE;
  table->weight_type = self->view->tree->weight_type;
  table->before = dup_heading (self, missing ? missing->message : NULL);
  table->fill = fill;
  table->write_json = write_json;
  if (query->with_assembly && !disassemble (table, error))
    g_clear_pointer (&table, ful_query_table_free);

  return table;
}

const FulCommand ful_command_annotate = {
  "annotate", "what the lines of a function's source cost", FUL_COMMAND_VIEWS | FUL_COMMAND_FUNCTION, make_table, NULL,
};
