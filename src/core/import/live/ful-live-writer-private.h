/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Shared by the parts of the writer. */

#include "ful-live-rows.h"
#include "ful-live-writer.h"

#include "base/ful-table.h"
#include "io/raw/ful-raw-tree.h"
#include "model/ful-import-log.h"
#include "model/ful-profile-builder.h"
#include "wire/ful-wire-reader.h"
#include "wire/ful-wire-rows.h"
#include "wire/ful-wire.h"

G_BEGIN_DECLS

typedef struct
{
  FulThreadBuilder *builder;
  FulLiveRows       samples;
  FulLiveRows       js_allocations;
  FulLiveRows       native_allocations;
  char             *place;     /* "threads[0]" */
} LiveThread;

typedef struct
{
  FulCounterBuilder *builder;
  FulLiveRows        rows;
} LiveCounter;

struct _FulLiveWriter
{
  FulProfileBuilder *builder;
  FulRawTree        *tree;                     /* of one object at a time */
  gboolean           has_meta;
  GPtrArray         *threads;                  /* LiveThread or NULL, by number on the wire */
  GPtrArray         *counters;                 /* LiveCounter or NULL, likewise */
  GArray            *libs;                     /* of gint32: libs of the builder, by number on the wire */
  GArray            *rows[FUL_WIRE_N_TABLES];  /* of gint32: row of the builder for each row of the epoch */
  GHashTable        *known;                    /* (nullable): row by content, from the first SYNC on */
  GHashTable        *seen;                     /* (nullable): rows with that content in this epoch */
  gint64             complete;
  guint64            offset;                   /* of the frame that is added */
  FulWireEnd         received;                 /* rows so far */
  gboolean           ended;
  gboolean           is_whole;                 /* and as announced */
};

static inline gint64
ful_live_row_of_uint (guint64 number)
{
  return (gint64) MIN (number, (guint64) G_MAXINT64);
}

void     ful_live_writer_log              (FulLiveWriter *self,
                                           FulSeverity    severity,
                                           const char    *where,
                                           const char    *message);
gboolean ful_live_writer_set_full         (GError **error);
char    *ful_live_writer_dup_text         (FulLiveWriter *self,
                                           FulWireText    text,
                                           const char    *where);
char    *ful_live_writer_dup_object       (FulLiveWriter *self,
                                           FulWireText    text,
                                           const char    *where);
LiveThread *ful_live_writer_get_thread    (FulLiveWriter *self,
                                           guint64        id);
gboolean ful_live_objects_add             (FulLiveWriter  *self,
                                           FulWireFrame   *frame,
                                           GError        **error);
void     ful_live_objects_add_empty_meta  (FulLiveWriter *self);
gint32   ful_live_tables_map_row          (FulLiveWriter      *self,
                                           FulWireTableNumber  table,
                                           gint64              row,
                                           const char         *where);
gint32   ful_live_tables_map_string       (FulLiveWriter *self,
                                           guint64        row,
                                           const char    *where);
gint32   ful_live_tables_map_text         (FulLiveWriter *self,
                                           gint32         string);
void     ful_live_tables_begin_epoch      (FulLiveWriter *self);
gboolean ful_live_tables_add              (FulLiveWriter  *self,
                                           FulWireTable   *table,
                                           GError        **error);
gboolean ful_live_markers_add             (FulLiveWriter  *self,
                                           LiveThread     *thread,
                                           FulWireRows    *rows,
                                           GError        **error);

G_END_DECLS
