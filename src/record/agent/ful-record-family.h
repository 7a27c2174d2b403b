/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulRecordChild:
 * @time: ns; when it was seen first
 * @cpu_ns: CPU time of its first thread by then
 */
typedef struct
{
  gint32  pid;
  gint32  parent;
  guint64 time;
  guint64 cpu_ns;
} FulRecordChild;

/**
 * FulRecordFamily:
 * @program: the first process
 *
 * Processes that come from a program, whether they say so or not.
 */
typedef struct
{
  gint32      program;

  /*< private >*/
  GHashTable *strangers;   /* set of pids */
  GHashTable *seen;        /* pid → FulRecordChild, which may still say that it is there */
  guint64     looked;      /* ns; when */
} FulRecordFamily;

void ful_record_family_init  (FulRecordFamily *self);
void ful_record_family_clear (FulRecordFamily *self);
void ful_record_family_look  (FulRecordFamily *self,
                              GHashTable      *known,
                              guint64          now,
                              GArray          *children);

G_END_DECLS
