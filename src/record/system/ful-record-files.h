/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/perf/ful-perf-libs.h"
#include "perf/ful-perf-maps.h"

G_BEGIN_DECLS

/**
 * FulRecordFiles:
 * @libs: get the files
 *
 * Finds the files that processes have mapped. For one thread.
 */
typedef struct
{
  FulPerfLibs *libs;

  /*< private >*/
  GHashTable  *seen;     /* path → GBytes: the build id of the first file there, which may be empty */
  GArray      *kept;     /* int: open files that have no path here */
} FulRecordFiles;

void ful_record_files_init  (FulRecordFiles   *self,
                             FulPerfLibs      *libs);
void ful_record_files_clear (FulRecordFiles   *self);
FulLibIndex ful_record_files_get (FulRecordFiles   *self,
                                  gint32            pid,
                                  const FulPerfMap *map,
                                  const char       *path,
                                  const guint8     *build_id,
                                  gsize             n);

G_END_DECLS
