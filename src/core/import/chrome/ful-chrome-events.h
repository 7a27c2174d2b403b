/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-interner.h"
#include "base/ful-string-table.h"
#include "io/json/ful-json-reader.h"
#include "io/raw/ful-raw-tree.h"
#include "model/ful-import-log.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulChromeEvent:
 * @args: where the text of `args` begins in that of all events
 * @args_length: 0 without `args`
 * @name: row of #FulChromeEvents.names
 * @category: `cat`, row of #FulChromeEvents.words, or %FUL_NONE; @id likewise
 * @thread: number of its process and thread, see ful_chrome_events_get_ids()
 * @time: µs, NaN without one
 * @duration: µs, NaN without one
 * @phase: `ph`
 */
typedef struct
{
  gint64         args;
  gint32         args_length;
  FulStringIndex name;
  FulStringIndex category;
  FulStringIndex id;
  gint32         thread;
  char           phase;
  double         time;
  double         duration;
} FulChromeEvent;

/**
 * FulChromeEvents:
 * @names: names of events, in order of their first event
 * @words: other short texts
 * @events: (element-type FulChromeEvent): those of one name together, otherwise as in the file
 * @first: (element-type guint): for each name its first event; one more for the end
 * @texts: JSON text of each event, as in the file
 *
 * The events of a trace.
 */
typedef struct
{
  FulStringTable *names;
  FulStringTable *words;
  FulInterner    *threads;
  GArray         *ids;           /* FulStringIndex: pid, tid of each thread, in words */
  GArray         *events;
  GArray         *first;
  FulRawColumn   *texts;
} FulChromeEvents;

void        ful_chrome_events_init     (FulChromeEvents       *self);
void        ful_chrome_events_clear    (FulChromeEvents       *self);
void        ful_chrome_events_read     (FulChromeEvents       *self,
                                        FulRawTree            *tree,
                                        FulRawColumn          *list,
                                        FulImportLog          *log,
                                        GCancellable          *cancellable);
guint       ful_chrome_events_find     (const FulChromeEvents *self,
                                        const char            *name,
                                        guint                 *out_end);
const char *ful_chrome_events_get_args (const FulChromeEvents *self,
                                        const FulChromeEvent  *event);
FulRawNode *ful_chrome_events_parse_args (const FulChromeEvents *self,
                                          const FulChromeEvent  *event,
                                          FulRawTree            *tree);
gint32      ful_chrome_events_use_thread (FulChromeEvents     *self,
                                        FulStringIndex         pid,
                                        FulStringIndex         tid);
FulStringIndex ful_chrome_events_read_word (FulChromeEvents   *self,
                                        FulJsonReader         *reader);
double      ful_chrome_events_read_number (FulJsonReader      *reader);
void        ful_chrome_events_get_ids  (const FulChromeEvents *self,
                                        gint32                 thread,
                                        FulStringIndex        *out_pid,
                                        FulStringIndex        *out_tid);

static inline const FulChromeEvent *
ful_chrome_events_get (const FulChromeEvents *self,
                       guint                  i)
{
  return &g_array_index (self->events, FulChromeEvent, i);
}

G_END_DECLS
