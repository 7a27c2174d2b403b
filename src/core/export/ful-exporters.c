/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The formats of other programs that a view can be written in, in the order of the help. */

#include "config.h"

#include "ful-exporters.h"

#include "base/ful-error.h"
#include "io/bytes/ful-file-replace.h"

#include <glib/gi18n-lib.h>
#include <math.h>

const FulExporter *const ful_exporters[] = {
  &ful_export_folded,
  &ful_export_pprof,
  &ful_export_speedscope,
  &ful_export_csv,
  NULL,
};

/**
 * ful_exporter_find:
 * @name: a word
 * @error: %FUL_ERROR_ARGUMENT, with the words that are known
 *
 * Returns: (transfer none) (nullable): the exporter
 */
const FulExporter *
ful_exporter_find (const char  *name,
                   GError     **error)
{
  g_autoptr(GString) known = g_string_new (NULL);

  for (guint i = 0; ful_exporters[i]; i++)
    {
      if (g_str_equal (ful_exporters[i]->name, name))
        return ful_exporters[i];
      g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", ful_exporters[i]->name);
    }
  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("Unknown format “%s”; known are %s"), name, known->str);

  return NULL;
}

/**
 * ful_exporter_write:
 * @self: an exporter
 * @view: the view to write
 * @stream: target; not closed
 * @cancellable: (nullable): cancels writing
 * @error: errors of @stream; %FUL_ERROR_TOO_LARGE if the format cannot hold the sum of the weights
 */
gboolean
ful_exporter_write (const FulExporter    *self,
                    const FulExportView  *view,
                    GOutputStream        *stream,
                    GCancellable         *cancellable,
                    GError              **error)
{
  g_return_val_if_fail (view->tree->inverted == NULL, FALSE);

  if (!isfinite (view->tree->root_total))
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_TOO_LARGE, _("The sum of the weights is not finite"));
      return FALSE;
    }

  return self->write (view, stream, cancellable, error);
}

/**
 * ful_exporter_save:
 *
 * As ful_exporter_write(), to a file that is replaced in one step.
 */
gboolean
ful_exporter_save (const FulExporter    *self,
                   const FulExportView  *view,
                   GFile                *file,
                   GCancellable         *cancellable,
                   GError              **error)
{
  g_autoptr(FulFileReplace) to = ful_file_replace_begin (file, cancellable, error);

  return to && ful_exporter_write (self, view, to->stream, cancellable, error) &&
         ful_file_replace_finish (to, cancellable, error);
}
