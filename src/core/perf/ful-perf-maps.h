/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-types.h"

G_BEGIN_DECLS

/**
 * FulPerfMap:
 * @start: first address
 * @end: after the last one
 * @offset: of @start in the file
 * @lib: %FUL_NONE: no file
 */
typedef struct
{
  guint64     start;
  guint64     end;
  guint64     offset;
  FulLibIndex lib;
} FulPerfMap;

/**
 * FulPerfMaps:
 *
 * What is where in the memory of a process. Counted.
 */
typedef struct _FulPerfMaps FulPerfMaps;

FulPerfMaps      *ful_perf_maps_new   (void);
FulPerfMaps      *ful_perf_maps_copy  (FulPerfMaps      *self);
FulPerfMaps      *ful_perf_maps_ref   (FulPerfMaps      *self);
void              ful_perf_maps_unref (FulPerfMaps      *self);
gboolean          ful_perf_maps_is_shared (FulPerfMaps  *self);
guint             ful_perf_maps_get_n (FulPerfMaps      *self);
void              ful_perf_maps_add   (FulPerfMaps      *self,
                                       const FulPerfMap *map);
const FulPerfMap *ful_perf_maps_find  (FulPerfMaps      *self,
                                       guint64           address);

G_END_DECLS
