/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-find-kind.h"
#include "ful-find-names.h"

#include "insight/markers/ful-insight-requests.h"
#include "insight/samples/ful-insight-weights.h"
#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-time-range.h"
#include "tracks/ful-track-list.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulFindFunction:
 * @func: a function that is in a sample with weight
 * @is_script: whether @self is that among scripts and labels alone
 * @self: its own weight in @thread
 * @thread: the thread with most of that; of those without any the busiest one that calls it
 */
typedef struct
{
  FulFuncIndex func;
  gboolean     is_script;
  double       self;
  guint        thread;
} FulFindFunction;

/**
 * FulFindMarker:
 * @name: (owned): the name of markers; of those with a field the name of the first one
 * @field: (nullable) (owned): key of the field that all have
 * @text: (nullable) (owned): its text
 * @n: how many
 * @sum: of their lengths, ms
 * @threads: (element-type guint): theirs
 * @longest: of the longest one, ms; with @start, absolute ms, its @thread and @marker
 */
typedef struct
{
  char   *name;
  char   *field;
  char   *text;
  guint   n;
  double  sum;
  GArray *threads;
  double  longest;
  double  start;
  guint   thread;
  guint   marker;
} FulFindMarker;

/**
 * FulFindFile:
 * @path: (owned): of a source, or name of a library
 * @weight: of stacks that end in it
 */
typedef struct
{
  char   *path;
  double  weight;
} FulFindFile;

/**
 * FulFindCatalog:
 * @profile: the profile
 * @root_range: all of it, absolute ms
 * @weights: how busy threads were in the range
 * @unit: what weights count
 * @of_scripts: whether most native frames have no name, so that weights of scripts are those among scripts
 * @thread_names: (array zero-terminated=1): for the user
 * @names: (nullable elements): what can be found of each kind; their rows are those of the next columns
 * @functions: (element-type FulFindFunction)
 * @markers: (element-type FulFindMarker): by name
 * @fields: (element-type FulFindMarker): by field and text
 * @requests: all requests
 * @list: the list of tracks
 * @tracks: (element-type FulTrack): each process before its tracks
 * @track_processes: (element-type guint): for each its process, or itself
 * @files: (element-type FulFindFile)
 *
 * What can be found by its name in a profile, of a range (insight.md 12). Immutable, counted.
 */
typedef struct
{
  FulProfile         *profile;
  FulTimeRange        root_range;
  FulInsightWeights  *weights;
  const char         *unit;
  gboolean            of_scripts;
  char              **thread_names;
  FulFindNames       *names[FUL_N_FIND_KINDS];
  GArray             *functions;
  GArray             *markers;
  GArray             *fields;
  FulInsightRequests *requests;
  FulTrackList       *list;
  GPtrArray          *tracks;
  GArray             *track_processes;
  GArray             *files;
} FulFindCatalog;

FulFindCatalog *ful_find_catalog_new   (FulProfile          *profile,
                                        const FulTimeRange  *range,
                                        FulTrackList        *tracks,
                                        FulDeriveCache      *cache,
                                        GCancellable        *cancellable,
                                        GError             **error);
FulFindCatalog *ful_find_catalog_ref   (FulFindCatalog      *self);
void            ful_find_catalog_unref (FulFindCatalog      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulFindCatalog, ful_find_catalog_unref)

G_END_DECLS
