/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"
#include "tree/samples/ful-sample-rows.h"

G_BEGIN_DECLS

/**
 * FulExportView:
 * @derived: a thread set after all filters
 * @rows: its rows in the range
 * @tree: the call tree of @rows, not inverted
 *
 * The view to export.
 */
typedef struct
{
  FulDerivedThread *derived;
  FulSampleRows    *rows;
  FulCallTree      *tree;
} FulExportView;

/**
 * FulExporter:
 * @name: its word on the command line
 * @write: writes @view to @stream, without closing it; the sum of its weights is finite
 *
 * A format of other programs. Formats keep the weight of a view exactly; weights that a
 * format cannot hold are an error.
 */
typedef struct
{
  const char *name;
  gboolean  (*write) (const FulExportView  *view,
                      GOutputStream        *stream,
                      GCancellable         *cancellable,
                      GError              **error);
} FulExporter;

extern const FulExporter *const ful_exporters[];   /* %NULL-terminated */

extern const FulExporter ful_export_csv;
extern const FulExporter ful_export_folded;
extern const FulExporter ful_export_pprof;
extern const FulExporter ful_export_speedscope;

const FulExporter *ful_exporter_find  (const char           *name,
                                       GError              **error);
gboolean           ful_exporter_write (const FulExporter    *self,
                                       const FulExportView  *view,
                                       GOutputStream        *stream,
                                       GCancellable         *cancellable,
                                       GError              **error);
gboolean           ful_exporter_save  (const FulExporter    *self,
                                       const FulExportView  *view,
                                       GFile                *file,
                                       GCancellable         *cancellable,
                                       GError              **error);

G_END_DECLS
