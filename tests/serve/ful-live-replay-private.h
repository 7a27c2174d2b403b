/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Shared by the parts of the replay. */

#include "ful-live-replay.h"

#include "io/json/ful-json-reader.h"
#include "model/ful-profile.h"

G_BEGIN_DECLS

/* Rows of a table, or the end of a thread, which is a row of its own. */
typedef enum
{
  FUL_LIVE_REPLAY_SAMPLES,
  FUL_LIVE_REPLAY_MARKERS,
  FUL_LIVE_REPLAY_JS,
  FUL_LIVE_REPLAY_NATIVE,
  FUL_LIVE_REPLAY_COUNTS,
  FUL_LIVE_REPLAY_THREAD_END,
} FulLiveReplayKind;

/**
 * FulLiveReplaySource:
 * @id: of the thread or counter
 * @next: the first row that is not sent
 * @time: when it is due, %G_MAXINT64 after the last
 */
typedef struct
{
  FulLiveReplayKind kind;
  guint             id;
  guint             n_rows;
  guint             next;
  gint64            time;
} FulLiveReplaySource;

/**
 * FulLiveReplayTables:
 * @n_needed: rows of each table that have to be sent before the rows of a batch
 * @n_sent: rows that are sent
 * @added: strings after those of the profile
 * @added_rows: string → row
 */
typedef struct
{
  guint       n_needed[FUL_WIRE_N_TABLES];
  guint       n_sent[FUL_WIRE_N_TABLES];
  GPtrArray  *added;
  GHashTable *added_rows;
} FulLiveReplayTables;

struct _FulLiveReplay
{
  FulLiveScript       *script;
  guint                kinds;
  double               speed;         /* 0: as fast as taken */
  gboolean             loop;
  gboolean             ended;
  gint64               shift;         /* of times, grows with each loop */
  guint                n_defined;     /* META, libs, threads, counters */
  FulLiveReplayTables  tables;
  GArray              *sources;       /* FulLiveReplaySource */
  guint                source;        /* the one in turn */
  gboolean             finishing;     /* all rows are sent */
  gboolean             end_meta_sent;
  gint64               step;          /* between TICKs, of the profile */
  gint64               tick;          /* the next one; rows before it are sent before it */
  guint                n_drop_ticks;  /* until then rows are dropped */
  FulWireEnd           totals;

  guint                n_batch;       /* rows of the source that are ready to be sent */
  gint64               batch_start;
  gint64               batch_end;
  GArray              *records;       /* of the type of the source */
  FulBytes             fields;        /* of markers */
  FulBytes             scratch;
};

void     ful_live_replay_need         (FulLiveReplay       *self,
                                       FulWireTableNumber   table,
                                       gint64               row);
guint    ful_live_replay_add_string   (FulLiveReplay       *self,
                                       const char          *text,
                                       gsize                n);
gboolean ful_live_replay_put_table    (FulLiveReplay       *self,
                                       FulBytes            *to);
void     ful_live_replay_need_all     (FulLiveReplay       *self);
void     ful_live_replay_init_tables  (FulLiveReplay       *self);
void     ful_live_replay_clear_tables (FulLiveReplay       *self);

gint64   ful_live_replay_get_time     (FulLiveReplay             *self,
                                       const FulLiveReplaySource *source,
                                       guint                      row);
void     ful_live_replay_make_rows    (FulLiveReplay             *self,
                                       const FulLiveReplaySource *source);
void     ful_live_replay_put_rows     (FulLiveReplay             *self,
                                       const FulLiveReplaySource *source,
                                       FulBytes                  *to);
void     ful_live_replay_make_marker  (FulLiveReplay             *self,
                                       FulThread                 *thread,
                                       guint                      row,
                                       FulWireMarker             *marker);

G_END_DECLS
