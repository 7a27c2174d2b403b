/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-radix-sort.h"
#include "model/ful-profile.h"
#include "model/ful-thread-tables.h"

G_BEGIN_DECLS

/* What a stream cannot carry. */
typedef enum
{
  FUL_LIVE_OMITTED_OBJECTS,
  FUL_LIVE_OMITTED_TEXT,
  FUL_LIVE_OMITTED_TIME,
  FUL_LIVE_OMITTED_INVERTED,
  FUL_LIVE_OMITTED_CPU,
  FUL_LIVE_OMITTED_ARGUMENTS,
  FUL_LIVE_OMITTED_MARKER_COLUMNS,
  FUL_LIVE_OMITTED_PAYLOAD,
  FUL_LIVE_OMITTED_BYTES,
  FUL_LIVE_OMITTED_ALLOCATION,
  FUL_LIVE_OMITTED_NUMBER,
  FUL_LIVE_OMITTED_TABLE_NUMBER,
} FulLiveOmitted;

typedef void (*FulLiveOmitFunc) (const char *what,
                                 gpointer    user_data);

/**
 * FulLiveScript:
 * @profile: without the rows that only symbols need
 * @start: of the first row, in ns
 * @end: of the last row, or more
 * @meta: the object META, without the end of the recording
 * @end_meta: (nullable): with it
 * @markers: (element-type FulRadixEntry): for each thread an array of the rows in the order they are sent;
 *   keys by ful_live_script_get_due()
 * @number_fields: by payload type: the fields that hold the number of a string
 *
 * A profile as it is to be sent, for any number of connections. Counted; one thread.
 */
typedef struct
{
  FulProfile      *profile;
  gint64           start;
  gint64           end;
  char            *meta;
  char            *end_meta;
  GPtrArray       *markers;
  GHashTable      *number_fields;
  FulLiveOmitFunc  omit;
  gpointer         user_data;
  guint            omitted;      /* bits of FulLiveOmitted */
} FulLiveScript;

FulLiveScript *ful_live_script_new   (FulProfile       *profile,
                                      FulLiveOmitFunc   omit,
                                      gpointer          user_data,
                                      GError          **error);
FulLiveScript *ful_live_script_ref   (FulLiveScript    *self);
void           ful_live_script_unref (FulLiveScript    *self);
void           ful_live_script_omit  (FulLiveScript    *self,
                                      FulLiveOmitted    what);
GArray        *ful_live_script_order_markers (FulLiveScript *self,
                                              FulThread     *thread);
gint64         ful_live_script_get_due (const FulRadixEntry *marker);
gboolean       ful_live_script_get_time (double          ms,
                                         gint64         *out_ns);
gboolean       ful_live_script_get_marker_times (const FulMarkerTable *markers,
                                                 guint                 row,
                                                 gint64               *out_start,
                                                 gint64               *out_end);
gboolean       ful_live_script_is_number_field (FulLiveScript *self,
                                                gint32         type,
                                                const char    *key,
                                                gsize          n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulLiveScript, ful_live_script_unref)

G_END_DECLS
