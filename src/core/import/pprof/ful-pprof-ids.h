/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-interner.h"

G_BEGIN_DECLS

/**
 * FulPprofIds:
 *
 * Ids of one kind of message: each has a number, by its first mention, and a row, once it is defined. An id may be
 * mentioned before that.
 */
typedef struct
{
  FulInterner *numbers;   /* both halves of an id */
  GArray      *entries;
} FulPprofIds;

void    ful_pprof_ids_init       (FulPprofIds *self);
void    ful_pprof_ids_clear      (FulPprofIds *self);
gint32  ful_pprof_ids_get_number (FulPprofIds *self,
                                  guint64      id);
void    ful_pprof_ids_define     (FulPprofIds *self,
                                  guint64      id,
                                  guint        row);
guint   ful_pprof_ids_get_n      (FulPprofIds *self);
guint64 ful_pprof_ids_get_id     (FulPprofIds *self,
                                  gint32       number);
gint32  ful_pprof_ids_get_row    (FulPprofIds *self,
                                  gint32       number);

G_END_DECLS
