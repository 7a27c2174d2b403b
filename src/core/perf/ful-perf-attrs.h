/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-cursor.h"

G_BEGIN_DECLS

/**
 * FulPerfAttrs:
 * @attrs: (element-type FulPerfAttr): the events that were recorded
 *
 * What was recorded, and so which fields a sample has.
 */
typedef struct
{
  GArray     *attrs;
  GHashTable *by_id;      /* guint64 → place of the attr + 1 */
} FulPerfAttrs;

/**
 * FulPerfAttr:
 * @period: samples per second if @is_frequency, else events between two samples
 * @name: (nullable): as the file has it
 */
typedef struct
{
  guint32  type;
  guint64  config;
  guint64  period;
  guint64  sample_type;
  guint64  read_format;
  guint64  branch_type;
  guint64  registers_mask;
  gboolean is_frequency;
  char    *name;
  gboolean has_ids;       /* all records end with the fields that tell threads and times */
} FulPerfAttr;

/**
 * FulPerfSample:
 * @ip: where it ran
 * @time: ns
 * @chain: addresses, innermost first; 8 bytes each
 * @n_chain: how many; 0 without a call chain
 * @branches: calls that did not return yet, where the machine recorded them: the last one first; each an address that
 *   it is from, one that it is to, and flags of 8 bytes
 * @n_branches: how many
 * @has_user_stack: whether memory was recorded instead of the callers in the program
 * @registers_mask: which registers there are, by the numbers that the kernel gives them; 0: none of a 64-bit program
 * @registers: their values, 8 bytes each, in that order
 * @stack: the memory, from where the stack pointer is
 */
typedef struct
{
  guint64       ip;
  guint64       time;
  gint32        pid;
  gint32        tid;
  guint64       period;
  guint         attr;
  FulCursor     chain;
  guint64       n_chain;
  FulCursor     branches;
  guint64       n_branches;
  gboolean      has_user_stack;
  guint64       registers_mask;
  FulCursor     registers;
  FulCursor     stack;
} FulPerfSample;

void               ful_perf_attrs_init        (FulPerfAttrs       *self);
void               ful_perf_attrs_clear       (FulPerfAttrs       *self);
gsize              ful_perf_attrs_add         (FulPerfAttrs       *self,
                                               FulCursor           attr);
void               ful_perf_attrs_add_ids     (FulPerfAttrs       *self,
                                               FulCursor           ids);
void               ful_perf_attrs_read_names  (FulPerfAttrs       *self,
                                               FulCursor           feature);
gboolean           ful_perf_attrs_read_sample (const FulPerfAttrs *self,
                                               FulCursor           body,
                                               FulPerfSample      *out);
gboolean           ful_perf_attrs_get_thread  (const FulPerfAttrs *self,
                                               FulCursor           body,
                                               gint32             *out_pid,
                                               gint32             *out_tid,
                                               guint64            *out_time);
guint64            ful_perf_attrs_get_time    (const FulPerfAttrs *self,
                                               guint32             type,
                                               FulCursor           body);
double             ful_perf_attrs_get_interval (const FulPerfAttrs *self);

G_END_DECLS
