/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-types.h"
#include "import/common/ful-import-tables.h"
#include "model/ful-profile-builder.h"

G_BEGIN_DECLS

/**
 * FulPerfLibs:
 *
 * The files that were mapped, each once.
 */
typedef struct
{
  FulProfileBuilder *builder;
  GPtrArray         *files;      /* by row of libs */
  GHashTable        *by_path;    /* path → row + 1 */
  GHashTable        *ids;        /* path → GBytes: build ids, as the recording has them */
  GHashTable        *places;     /* path → where its file can be read instead */
} FulPerfLibs;

void        ful_perf_libs_init         (FulPerfLibs       *self,
                                        FulProfileBuilder *builder);
void        ful_perf_libs_clear        (FulPerfLibs       *self);
FulLibIndex ful_perf_libs_get          (FulPerfLibs       *self,
                                        const char        *path);
void        ful_perf_libs_set_build_id (FulPerfLibs       *self,
                                        const char        *path,
                                        const guint8      *id,
                                        gsize              n);
void        ful_perf_libs_set_place    (FulPerfLibs       *self,
                                        const char        *path,
                                        const char        *place);
guint64     ful_perf_libs_get_address  (FulPerfLibs       *self,
                                        FulLibIndex        lib,
                                        guint64            offset);
const char *ful_perf_libs_get_elf_path (FulPerfLibs       *self,
                                        FulLibIndex        lib);
void        ful_perf_libs_finish       (FulPerfLibs       *self);

G_END_DECLS
