/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulPerfGrowingFile:
 * @offset: bytes that its reader is done with
 *
 * A file that another process appends to, opened for each look at it.
 */
typedef struct
{
  char    *path;
  guint64  offset;

  /*< private >*/
  guint64  device;
  guint64  inode;
} FulPerfGrowingFile;

void ful_perf_growing_file_init  (FulPerfGrowingFile *self,
                                  const char         *path);
void ful_perf_growing_file_clear (FulPerfGrowingFile *self);
int  ful_perf_growing_file_open  (FulPerfGrowingFile *self,
                                  guint64            *out_size,
                                  gboolean           *out_is_other);

G_END_DECLS
