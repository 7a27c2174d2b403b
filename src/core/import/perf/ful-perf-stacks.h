/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-perf-libs.h"

#include "base/ful-interner.h"
#include "import/common/ful-import-tables.h"
#include "model/ful-import-log.h"
#include "perf/ful-perf-attrs.h"
#include "perf/ful-perf-jit.h"
#include "perf/ful-perf-maps.h"
#include "unwind/ful-unwind-registers.h"
#include "unwind/ful-unwinder.h"

G_BEGIN_DECLS

enum { FUL_PERF_CATEGORY_USER, FUL_PERF_CATEGORY_KERNEL, FUL_PERF_CATEGORY_IDLE };

/**
 * FulPerfCodeFuncs:
 * @find_name: of code that the process has generated; %NULL if it has none; valid until the next call
 * @read_code: copies at most @n bytes of code; returns how many there are
 *
 * Of processes that run.
 */
typedef struct
{
  const char *(*find_name) (gint32   pid,
                            guint64  address,
                            gpointer user_data);
  gsize       (*read_code) (gint32   pid,
                            guint64  address,
                            guint8  *to,
                            gsize    n,
                            gpointer user_data);
} FulPerfCodeFuncs;

/**
 * FulPerfStacks:
 * @code_funcs: (nullable): in place of @jit
 * @code: for @code_funcs
 * @marks_truncated: whether unwound stacks that are not whole have a root function "(truncated)"
 *
 * The frames of a recording, each once.
 */
typedef struct
{
  FulImportTables *tables;
  FulPerfLibs     *libs;
  FulPerfMaps     *kernel;
  FulUnwinder      unwinder;
  FulPerfJit       jit;
  const FulPerfCodeFuncs *code_funcs;
  gpointer         code;
  gboolean         marks_truncated;
  gint32           pid;          /* of the current sample, as the next one */
  FulPerfMaps     *maps;
  gint32           leaf_category;   /* of frames in the program */
  FulInterner     *locations;    /* lib, address, category; or GENERATED, pid, name, category → place in @frames */
  GArray          *frames;       /* FulFrameIndex */
  GArray          *stack;        /* FulFrameIndex: of the current sample, innermost first */
  gboolean         is_truncated; /* the current one */
  GArray          *addresses;    /* guint64: of its frames that are unwound, likewise */
  guint            n_without_callers;
  guint            n_short;      /* samples whose callers end where the recorded memory of their stack does */
  guint            n_lost;       /* likewise, in code about whose frames nothing is known */
  gsize            n_copied;     /* most bytes of a stack in a sample; 0: that is not known */
  guint            n_cut;        /* of those of @n_short the ones that have as many */
  gboolean         has_frame_pointers;   /* callers in the program by them */
} FulPerfStacks;

void          ful_perf_stacks_init  (FulPerfStacks   *self,
                                     FulImportTables *tables,
                                     FulPerfLibs     *libs,
                                     FulPerfMaps     *kernel,
                                     GCancellable    *cancellable);
void          ful_perf_stacks_clear (FulPerfStacks   *self);
void          ful_perf_stacks_forget (FulPerfStacks  *self);
FulStackIndex ful_perf_stacks_read  (FulPerfStacks   *self,
                                     FulPerfSample   *sample,
                                     guint16          misc,
                                     FulPerfMaps     *maps);
FulStackIndex ful_perf_stacks_read_program (FulPerfStacks *self,
                                            FulPerfSample *sample,
                                            FulPerfMaps   *maps,
                                            gint32         leaf_category);
FulStackIndex ful_perf_stacks_unwind (FulPerfStacks            *self,
                                      gint32                    pid,
                                      FulPerfMaps              *maps,
                                      const FulUnwindRegisters *registers,
                                      gconstpointer             memory,
                                      gsize                     n,
                                      gint32                    leaf_category);
gboolean      ful_perf_stacks_is_one_function (FulPerfStacks *self,
                                               FulLibIndex    lib,
                                               guint64        a,
                                               guint64        b);
void          ful_perf_stacks_log   (FulPerfStacks   *self,
                                     FulImportLog    *log);

G_END_DECLS
