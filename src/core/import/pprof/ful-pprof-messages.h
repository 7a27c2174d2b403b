/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-pprof-ids.h"

#include "base/ful-bytes.h"
#include "base/ful-interner.h"
#include "base/ful-prefix-tree.h"
#include "io/bytes/ful-byte-reader.h"
#include "model/ful-import-log.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Texts are numbers of the file's own table of strings; 0 is the empty one. */

typedef struct
{
  guint32 type;
  guint32 unit;
} FulPprofValueType;

typedef struct
{
  guint64 memory_start;
  guint64 file_offset;
  guint32 filename;
  guint32 build_id;
} FulPprofMapping;

typedef struct
{
  guint32 name;
  guint32 system_name;
  guint32 filename;
  gint32  start_line;   /* or FUL_NONE */
} FulPprofFunction;

typedef struct
{
  gint32 function;      /* number of its id */
  gint32 line;          /* or FUL_NONE */
  gint32 column;
} FulPprofLine;

typedef struct
{
  guint64 address;
  gint32  mapping;      /* number of its id, or FUL_NONE */
  guint   first_line;   /* among all lines; innermost first */
  guint   n_lines;
} FulPprofLocation;

typedef struct
{
  guint32 key;
  guint32 text;
  gint64  number;       /* if there is no text */
  guint32 unit;         /* of the number */
} FulPprofLabel;

/* @first_value: the values of a sample end where those of the next one begin. */
typedef struct
{
  gint32 node;          /* or FUL_NONE */
  gint32 labels;        /* a set of them, or FUL_NONE */
  guint  first_value;
} FulPprofSample;

/**
 * FulPprofMessages:
 * @types: (element-type FulPprofValueType)
 * @samples: (element-type FulPprofSample): one for each stack with the same labels
 * @values: (element-type gint64): of all samples, one for each type
 * @nodes: of stacks: a key is the number of a location's id
 * @labels: (element-type FulPprofLabel): each once
 * @label_sets: a set is a node, with the set before and a label as key
 *
 * A profile of pprof as it is stored. Ids may be used before they are defined, so nothing is looked up.
 */
typedef struct
{
  FulImportLog  *log;
  GArray        *types;
  GArray        *samples;
  GArray        *values;
  FulPrefixTree *nodes;
  GArray        *labels;
  FulPrefixTree *label_sets;
  GArray        *mappings;
  GArray        *locations;
  GArray        *lines;
  GArray        *functions;
  FulPprofIds    mapping_ids;
  FulPprofIds    location_ids;
  FulPprofIds    function_ids;
  FulInterner   *label_numbers;
  FulInterner   *sample_numbers;     /* node, set of labels → sample */
  GArray        *scratch;            /* guint64: ids of a sample */
  GArray        *scratch_labels;     /* gint32: labels of a sample */
  FulBytes       texts;              /* strings, one after the other */
  GArray        *text_ends;          /* gsize */
  gint64         time;               /* ns since 1970, or 0 */
  gint64         duration;           /* ns, or 0 */
  guint32        default_type;
} FulPprofMessages;

void     ful_pprof_messages_init       (FulPprofMessages *self,
                                        FulImportLog     *log);
void     ful_pprof_messages_clear      (FulPprofMessages *self);
void     ful_pprof_messages_read       (FulPprofMessages *self,
                                        FulByteReader    *bytes,
                                        GCancellable     *cancellable);
guint    ful_pprof_messages_get_n_values (FulPprofMessages *self,
                                        guint             sample);
char    *ful_pprof_messages_dup_string (FulPprofMessages *self,
                                        guint32           string);
char    *ful_pprof_messages_dup_cut_string (FulPprofMessages *self,
                                        guint32           string,
                                        gsize             max);
gboolean ful_pprof_messages_probe      (const char       *head,
                                        gsize             n,
                                        const char        *file_name);

G_END_DECLS
