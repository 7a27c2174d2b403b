/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-string-table.h"
#include "import/common/ful-import-samples.h"
#include "import/common/ful-import-tables.h"
#include "import/ful-importer.h"
#include "import/ful-legacy-data.h"
#include "import/ful-table-upgrade.h"
#include "io/raw/ful-raw-tree.h"
#include "model/ful-import-log.h"
#include "model/ful-profile-builder.h"

G_BEGIN_DECLS

#define FUL_GECKO_VERSION 36

typedef struct
{
  guint64      start;
  guint64      end;
  guint64      base;       /* start − offset */
  FulRawNode  *node;
  FulLibIndex  index;      /* in the profile, FUL_NONE before the first use */
  gint32       name;       /* shared string */
} FulGeckoLib;

/**
 * FulGeckoFuncs:
 *
 * Functions, resources, sources and libraries of all processes, each once.
 */
typedef struct
{
  FulRawTree        *tree;
  FulImportTables    tables;
  GHashTable        *libs;            /* "debugName/breakpadId" → index + 1 */
  GHashTable        *id_sources;      /* script id → source + 1 */
} FulGeckoFuncs;

void              ful_gecko_funcs_init             (FulGeckoFuncs      *self,
                                                    FulRawTree         *tree,
                                                    FulProfileBuilder  *builder);
void              ful_gecko_funcs_clear            (FulGeckoFuncs      *self);
void              ful_gecko_funcs_add_extensions   (FulGeckoFuncs      *self,
                                                    const FulRawNode   *extensions);
FulLibIndex       ful_gecko_funcs_lib              (FulGeckoFuncs      *self,
                                                    FulGeckoLib        *lib);
FulSourceIndex    ful_gecko_funcs_source           (FulGeckoFuncs      *self,
                                                    FulRawNode         *sources,
                                                    gint32              row,
                                                    const char         *filename);

/* Position of the stack number of a cause in a payload text, to be set when the
 * final stack table is known. */
typedef struct
{
  guint marker;
  gsize place;      /* of FUL_GECKO_STACK_DIGITS blanks in the payload bytes */
} FulGeckoCause;

#define FUL_GECKO_STACK_DIGITS 10

/**
 * FulGeckoPayloads:
 *
 * Conversion of marker payloads (formats.md 5 steps 5 and 6).
 */
typedef struct
{
  FulRawTree     *tree;            /* scratch */
  FulStringTable *strings;         /* shared */
  FulStringTable *thread_strings;
  GHashTable     *string_fields;   /* payload type → GPtrArray of keys whose numbers are string indexes */
  double          shift;           /* ms to add to times */
  FulImportLog   *log;
  const char     *where;
} FulGeckoPayloads;

typedef enum
{
  FUL_GECKO_PAYLOAD_KEEP,
  FUL_GECKO_PAYLOAD_NONE,
  FUL_GECKO_PAYLOAD_JS_ALLOCATION,
  FUL_GECKO_PAYLOAD_NATIVE_ALLOCATION,
} FulGeckoPayloadKind;

/* What became of one payload. */
typedef struct
{
  FulGeckoPayloadKind  kind;
  FulRawNode          *node;          /* converted, or as it was for allocations */
  FulStackIndex        cause_stack;   /* in the thread's own stack table, or FUL_NONE */
  double               cause_time;
} FulGeckoPayload;

FulGeckoPayload   ful_gecko_payload_convert        (FulGeckoPayloads   *self,
                                                    const char         *text,
                                                    gsize               length,
                                                    guint               row);

typedef struct _FulGeckoTracer FulGeckoTracer;

/**
 * FulGeckoReader:
 *
 * State of the conversion of one file.
 */
typedef struct
{
  FulRawTree        *tree;
  FulRawTree        *scratch;
  FulProfileBuilder *builder;
  FulGeckoFuncs      funcs;
  GHashTable        *string_fields;
  GPtrArray         *causes;       /* GArray of FulGeckoCause, one for each thread */
  GCancellable      *cancellable;  /* (nullable): ends long loops early; the caller sets the error */
  GPtrArray         *tracers;      /* FulGeckoTracer, one for each traced thread */
} FulGeckoReader;

/* State that is shared by the threads of one process. */
typedef struct
{
  FulRawNode     *node;
  FulGeckoLib    *libs;
  guint           n_libs;
  FulRawNode     *sources;
  FulStringTable *tracer_strings;  /* (nullable): names of the JS tracer's events */
  double          shift;           /* ms from this process's time line to the parent's */
} FulGeckoProcess;

/* The parsed location of a string; one for each string of the thread. */
typedef struct
{
  FulFuncIndex func;      /* FUL_NONE: not parsed yet */
  gint64       address;
  FulLibIndex  lib;
} FulGeckoResolved;

/* One thread on its way into the builder. */
typedef struct
{
  FulGeckoReader   *reader;
  FulGeckoProcess  *process;
  FulThreadBuilder *thread;
  FulStringTable   *strings;     /* of the thread */
  FulGeckoResolved *locations;
  guint             frame_offset;
  guint             stack_offset;
  guint             n_stacks;
  GHashTable       *windows;     /* used innerWindowIDs, as double* */
  GArray           *window_list;
  GArray           *causes;      /* FulGeckoCause */
  const char       *where;
} FulGeckoThreadReader;

FulStackIndex     ful_gecko_shared_stack           (FulGeckoThreadReader *self,
                                                    double                stack,
                                                    guint                 row);
gint32            ful_gecko_whole_or_none          (double                value);
void              ful_gecko_use_window             (FulGeckoThreadReader *self,
                                                    double                id);
void              ful_gecko_read_markers           (FulGeckoThreadReader *self,
                                                    const FulRawNode     *table);
void              ful_gecko_read_thread            (FulGeckoReader     *self,
                                                    FulGeckoProcess    *process,
                                                    FulRawNode         *node);
guint             ful_gecko_remove_missing_rows    (FulGeckoReader     *self,
                                                    const FulRawNode   *table,
                                                    const char         *first,
                                                    const char         *second,
                                                    const char         *where);
FulStringTable   *ful_gecko_take_strings           (FulRawTree         *tree,
                                                    const FulRawNode   *object,
                                                    const char         *key);

void              ful_gecko_js_tracer_take         (FulGeckoReader     *reader,
                                                    FulGeckoProcess    *process,
                                                    const FulRawNode   *node);
void              ful_gecko_js_tracer_add_threads  (FulGeckoReader     *reader,
                                                    FulCategoryIndex    category);
void              ful_gecko_tracer_free            (FulGeckoTracer     *self);

FulRawNode       *ful_gecko_merge_schemas          (FulGeckoReader     *self,
                                                    GPtrArray          *processes);
void              ful_gecko_read_meta              (FulGeckoReader     *self,
                                                    FulRawNode         *meta,
                                                    FulRawNode         *schemas);

void              ful_gecko_add_visual_metrics     (FulGeckoReader     *reader,
                                                    const FulRawNode   *metrics,
                                                    const FulRawNode   *pages,
                                                    FulCategoryIndex    category,
                                                    FulRawNode         *schemas);

G_END_DECLS
