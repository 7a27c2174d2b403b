/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-agent-process.h"
#include "ful-record-family.h"

#include "base/ful-bytes.h"
#include "markers/ful-record-ring-folder.h"

G_BEGIN_DECLS

/**
 * FulRecordAgent:
 * @targets: where samples and switches go to
 * @n_lost: records so far that found no room
 *
 * What agents in programs write, and what /proc says of their threads, as samples and switches. For one thread.
 */
typedef struct
{
  FulRecordAgentTargets targets;
  guint64               n_lost;

  /*< private >*/
  FulRecordRingFolder  *folder;
  guint32               n_stack;
  guint64               interval_ns;
  guint64               n_bytes;     /* of rings */
  GHashTable           *names;       /* set of the names of their files */
  GPtrArray            *rings;       /* in the order of their begin */
  GHashTable           *processes;   /* pid → process */
  FulRecordFamily       family;
  const char           *program_name;
  FulBytes              records;
  guint64               children_before_ns;   /* CPU time of children of the recorder */
  guint64               orphans_ns;
  guint64               known_ns;
  guint64               last;        /* ns; when rings were last read */
  gboolean              is_paused;
} FulRecordAgent;

gboolean ful_record_agent_init         (FulRecordAgent              *self,
                                        const FulRecordAgentTargets *targets,
                                        FulRecordRingFolder         *folder,
                                        guint32                      n_stack,
                                        guint64                      interval_ns,
                                        GError                     **error);
void     ful_record_agent_end          (FulRecordAgent              *self);
void     ful_record_agent_clear        (FulRecordAgent              *self);
void     ful_record_agent_set_program  (FulRecordAgent              *self,
                                        gint32                       pid,
                                        const char                  *name);
guint64  ful_record_agent_read         (FulRecordAgent              *self,
                                        guint64                      now,
                                        gboolean                     is_due);
void     ful_record_agent_finish       (FulRecordAgent              *self,
                                        guint64                      now,
                                        gboolean                     has_exited);
void     ful_record_agent_set_paused   (FulRecordAgent              *self,
                                        guint64                      now,
                                        gboolean                     is_paused);
guint64  ful_record_agent_get_interval (guint64                      interval_ns);
guint64  ful_record_agent_get_timer    (guint64                      interval_ns);
guint32  ful_record_agent_get_ring_size (guint64                     n_bytes);

G_END_DECLS
