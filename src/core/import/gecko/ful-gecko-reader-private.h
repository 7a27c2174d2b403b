/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"
#include "base/ful-string-table.h"
#include "import/common/ful-import-samples.h"
#include "import/common/ful-import-tables.h"
#include "import/ful-importer.h"
#include "import/ful-legacy-data.h"
#include "import/ful-table-upgrade.h"
#include "io/raw/ful-json-members.h"
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

typedef enum
{
  FUL_GECKO_PAYLOAD_PLAIN,
  FUL_GECKO_PAYLOAD_NETWORK,
  FUL_GECKO_PAYLOAD_IPC,
  FUL_GECKO_PAYLOAD_GC_MAJOR,
  FUL_GECKO_PAYLOAD_GC_SLICE,
  FUL_GECKO_PAYLOAD_JS_ALLOCATION,
  FUL_GECKO_PAYLOAD_NATIVE_ALLOCATION,
} FulGeckoPayloadKind;

/* The payloads with the same `type`. */
typedef struct
{
  gint32               text;          /* of the builder */
  const char          *name;
  gsize                length;        /* of @name */
  FulGeckoPayloadKind  kind;
  GPtrArray           *string_keys;   /* (nullable): members whose numbers are string indexes */
} FulGeckoPayloadType;

#define FUL_GECKO_RECENT_BITS 8

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
  GPtrArray         *payload_types; /* FulGeckoPayloadType or NULL, by text */
  const FulGeckoPayloadType *recent_types[1 << FUL_GECKO_RECENT_BITS];   /* or NULL, by a hash of the name's begin */
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
  const char       *where;
} FulGeckoThreadReader;

/* Room for a stack number at the end of a payload with a cause, before two braces. */
#define FUL_GECKO_STACK_BLANKS "          "

/**
 * FulGeckoPayloads:
 * @tree: scratch
 * @is_changed: whether a member of the present payload has an edit
 * @converted: the present payload, if it differs from its text
 *
 * Conversion of the marker payloads of a thread (formats.md 5 steps 5 and 6).
 */
typedef struct
{
  FulGeckoThreadReader *thread;
  FulRawTree           *tree;
  FulJsonMembers        members;
  FulJsonMembers        inner;      /* of an object in it */
  gboolean              is_changed;
  FulBytes              converted;
} FulGeckoPayloads;

/**
 * FulGeckoPayload:
 * @type: its type as a text of the builder, or %FUL_NONE
 * @text: what it became
 * @cause_stack: shared stack, or %FUL_NONE
 * @window: its innerWindowID, or NaN
 */
typedef struct
{
  FulGeckoPayloadKind  kind;
  gint32               type;
  const char          *text;
  gsize                length;
  FulStackIndex        cause_stack;
  double               window;
} FulGeckoPayload;

const FulGeckoPayloadType *ful_gecko_payload_type_get (FulGeckoReader       *self,
                                                       const FulJsonMembers *members,
                                                       const FulJsonMember  *member);
gboolean          ful_gecko_payload_convert        (FulGeckoPayloads     *self,
                                                    const char           *text,
                                                    gsize                 length,
                                                    guint                 row,
                                                    FulGeckoPayload      *payload);
void              ful_gecko_payloads_clear         (FulGeckoPayloads     *self);

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
