/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "insight/markers/ful-insight-requests.h"
#include "insight/samples/ful-insight-weights.h"
#include "stacks/ful-func-kind.h"
#include "threads/ful-time-range.h"

G_BEGIN_DECLS

/**
 * FulOverviewFunction:
 * @name: as in the file; that of the library for its unnamed functions
 * @label: the same for the user
 * @file: (nullable): last part of the path of its source
 * @library: (nullable): its resource
 * @line: its first line, or %FUL_NONE
 * @func: its row, or %FUL_NONE
 * @kind: whose code it is
 * @weight: what the list is sorted by: self, or what is charged to it
 * @self: weight of stacks that end in it
 * @total: weight of stacks that have it
 * @share: @weight of what was seen
 * @thread: thread with most of @weight
 * @category: the category with most of what ends in it, or %FUL_NONE; not known of own code
 */
typedef struct
{
  char         *name;
  char         *label;
  char         *file;
  char         *library;
  gint32        line;
  FulFuncIndex  func;
  FulFuncKind   kind;
  double        weight;
  double        self;
  double        total;
  double        share;
  guint         thread;
  FulCategoryIndex category;
} FulOverviewFunction;

/**
 * FulOverviewThread:
 * @thread: number of the thread
 * @name: (owned): for the user
 * @busy: sum of weights
 * @share: of all
 * @life: ms; NaN without times, as are the four below
 * @use: busy of @life, at most 1
 * @peak: greatest share of CPU in a window
 * @peak_start: start of that, absolute ms
 * @peak_length: length of the window, ms
 * @path: (owned): the last named functions of its heaviest path
 * @path_label: (nullable) (owned): the last of them for the user
 * @path_share: weight of the hot node
 * @path_own_share: how much of that is charged to own code
 * @category: (nullable): the one with most weight; never freed before the profile
 * @category_share: its share
 * @categories: (element-type FulOverviewShare): those with most weight, with their share of what was seen of the thread
 * @own: (nullable) (owned): own function with most, from 10 %; with @own_share
 */
typedef struct
{
  guint                thread;
  char                *name;
  double               busy;
  double               share;
  double               life;
  double               use;
  double               peak;
  double               peak_start;
  double               peak_length;
  char               **path;
  char                *path_label;
  double               path_share;
  double               path_own_share;
  const char          *category;
  double               category_share;
  GArray              *categories;
  FulOverviewFunction *own;
  double               own_share;
} FulOverviewThread;

/**
 * FulOverviewStretch:
 * @thread: number of the thread
 * @start: absolute ms
 * @duration: ms
 * @busy: share of CPU; NaN if the thread has none
 * @own: (nullable) (owned): own function with at least 30 %; with @own_share
 * @category: (nullable): the one with most weight, and @category_share
 * @marker: (nullable) (owned): name of the markers with most time of their own there, and @marker_ms
 *
 * A time in which a thread did not respond.
 */
typedef struct
{
  guint                thread;
  double               start;
  double               duration;
  double               busy;
  FulOverviewFunction *own;
  double               own_share;
  const char          *category;
  double               category_share;
  char                *marker;
  double               marker_ms;
} FulOverviewStretch;

/**
 * FulOverviewWait:
 * @thread: number of the thread
 * @start: absolute ms
 * @duration: ms
 * @place: (nullable) (owned): what the thread left with: own function, else the innermost with a name
 *
 * A time in which a thread was off CPU.
 */
typedef struct
{
  guint                thread;
  double               start;
  double               duration;
  FulOverviewFunction *place;
} FulOverviewWait;

/**
 * FulOverviewMarker:
 * @name: (owned): of the markers
 * @n: how many
 * @total: sum of their lengths, ms
 * @self: time of their own, ms
 * @longest: of the longest one, ms; with @start, absolute ms, its @thread and @marker
 */
typedef struct
{
  char   *name;
  guint   n;
  double  total;
  double  self;
  double  longest;
  double  start;
  guint   thread;
  guint   marker;
} FulOverviewMarker;

/**
 * FulOverviewShare:
 * @name: (owned): of a category or a library
 * @color: (nullable): colour word of a category
 * @weight: its weight
 * @share: of what was seen
 */
typedef struct
{
  char       *name;
  const char *color;
  double      weight;
  double      share;
} FulOverviewShare;

/* What a finding is about: the first row of its section. */
typedef enum
{
  FUL_FINDING_NOTHING,   /* no row: nothing was busy */
  FUL_FINDING_STRETCH,
  FUL_FINDING_THREAD,
  FUL_FINDING_MEMORY,
  FUL_FINDING_REQUESTS,
  FUL_FINDING_PAGE,
} FulFindingSubject;

/**
 * FulFinding:
 * @text: (owned): a sentence
 * @subject: what it is about
 */
typedef struct
{
  char              *text;
  FulFindingSubject  subject;
} FulFinding;

/**
 * FulOverview:
 * @weights: what samples weigh
 * @root_range: all of the profile, absolute ms
 * @thread_names: (array): names of all threads for the user
 * @unit: "ms", "bytes", or what weights count
 * @n_processes: number of processes
 * @n_samples: number of samples in the range, of all threads
 * @n_markers: number of markers in it
 * @of_scripts: whether @functions are only scripts and labels
 * @threads: (element-type FulOverviewThread): the busiest
 * @functions: (element-type FulOverviewFunction): by self
 * @own: (element-type FulOverviewFunction): by what is charged to them
 * @own_share: what is charged to own code, of what was seen
 * @categories: (element-type FulOverviewShare): with most weight
 * @libraries: (element-type FulOverviewShare): likewise
 * @has_loop: whether any thread says when it did not respond
 * @n_stretches: how often, with @stretch_ms in all
 * @stretches: (element-type FulOverviewStretch): the longest
 * @n_first_stretches: how many are of the thread of the longest one
 * @waits: (element-type FulOverviewWait): the longest times off CPU, where no thread says when it did not respond
 * @n_waits: how many there were, with @wait_ms in all
 * @markers: (element-type FulOverviewMarker): with most time of their own
 * @requests: all requests
 * @pages: (element-type FulInsightPage): the slowest
 * @memory: (element-type FulInsightMemory): counters that grew
 * @limits: (element-type FulInsightLimit): what limits the answers
 * @is_filtered: whether the view has a search or transforms, which do not count; for who made the overview to set
 * @findings: (element-type FulFinding): sentences, the most important one first
 *
 * What is slow in a profile (insight.md). Immutable once it is made.
 */
typedef struct
{
  FulInsightWeights  *weights;
  FulTimeRange        root_range;
  char              **thread_names;
  const char         *unit;
  guint               n_processes;
  guint64             n_samples;
  guint64             n_markers;
  gboolean            of_scripts;
  GArray             *threads;
  GArray             *functions;
  GArray             *own;
  double              own_share;
  GArray             *categories;
  GArray             *libraries;
  gboolean            has_loop;
  guint               n_stretches;
  double              stretch_ms;
  GArray             *stretches;
  guint               n_first_stretches;
  GArray             *waits;
  guint               n_waits;
  double              wait_ms;
  GArray             *markers;
  FulInsightRequests *requests;
  GArray             *pages;
  GArray             *memory;
  GArray             *limits;
  gboolean            is_filtered;
  GArray             *findings;
} FulOverview;

G_END_DECLS
