/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query export --format NAME [-o FILE]: writes a view for other programs. */

#include "config.h"

#include "ful-commands.h"
#include "ful-query-system.h"

#include "base/ful-error.h"
#include "export/ful-exporters.h"

static gboolean
refuse (GError     **error,
        const char  *message)
{
  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, message);

  return FALSE;
}

static gboolean
write_view (FulQuery             *query,
            const FulExporter    *exporter,
            const FulExportView  *view,
            GError              **error)
{
  g_autoptr(GOutputStream) stream = NULL;

  if (query->output)
    {
      g_autoptr(GFile) file = g_file_new_for_commandline_arg (query->output);

      return ful_exporter_save (exporter, view, file, NULL, error);
    }
  stream = ful_query_system_open_output ();

  return ful_exporter_write (exporter, view, stream, NULL, error);
}

/* The readers of these formats invert the tree themselves, so it is never written inverted. */
static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  g_autoptr(FulQueryView) view = NULL;
  g_autoptr(FulCallTree) tree = NULL;
  const FulExporter *exporter;

  if (query->format == NULL)
    return refuse (error, "export needs --format NAME"), FUL_EXIT_USAGE;
  if (query->views->len != 1)
    return refuse (error, "export writes one view"), FUL_EXIT_USAGE;
  if (query->json && query->output == NULL)
    return refuse (error, "--json needs --output FILE; standard output is the export"), FUL_EXIT_USAGE;

  exporter = ful_exporter_find (query->format, error);
  view = exporter ? ful_query_view_new (query, 0, error) : NULL;
  tree = view ? ful_call_tree_new (view->nodes, NULL, view->rows, NULL, error) : NULL;
  if (tree == NULL || !write_view (query, exporter, &(FulExportView) { view->derived, view->rows, tree }, error))
    return FUL_EXIT_USAGE;

  ful_query_answer_output (query);

  return tree->root_total != 0 ? FUL_EXIT_OK : FUL_EXIT_NOTHING;
}

const FulCommand ful_command_export = {
  "export", "write a view as folded stacks, pprof, speedscope or CSV",
  FUL_COMMAND_VIEWS | FUL_COMMAND_FORMAT | FUL_COMMAND_OUTPUT, NULL, run,
};
