/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"
#include "base/ful-interner.h"
#include "io/ful-byte-reader.h"
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
  guint64 function;     /* its id */
  gint32  line;         /* or FUL_NONE */
  gint32  column;
} FulPprofLine;

typedef struct
{
  guint64 mapping;      /* its id, or 0 */
  guint64 address;
  guint   first_line;   /* among all lines; innermost first */
  guint   n_lines;
} FulPprofLocation;

typedef struct
{
  guint32 key;
  guint32 text;
  gint64  number;
} FulPprofLabel;

/* A call of a location; the same calls are one node. */
typedef struct
{
  gint32 caller;        /* its node, or FUL_NONE */
  gint32 location;      /* number of its id */
} FulPprofNode;

typedef struct
{
  gint32 node;          /* or FUL_NONE */
  guint  first_value;
  guint  n_values;
  guint  first_label;
  guint  n_labels;
} FulPprofSample;

/**
 * FulPprofMessages:
 * @types: (element-type FulPprofValueType)
 * @values: (element-type gint64): of all samples, one for each type
 * @samples: (element-type FulPprofSample): one for each stack with the same labels
 * @labels: (element-type FulPprofLabel): each once
 * @sample_labels: (element-type guint32): of all samples, numbers of @labels
 * @mapping_numbers: id → number + 1; @function_numbers and @location_numbers likewise
 *
 * A profile of pprof as it is stored. Ids may be used before they are defined, so nothing is looked up.
 */
typedef struct
{
  FulImportLog *log;
  GArray       *types;
  GArray       *samples;
  GArray       *values;
  GArray       *labels;
  GArray       *sample_labels;
  GArray       *nodes;
  GArray       *mappings;
  GArray       *locations;
  GArray       *lines;
  GArray       *functions;
  GHashTable   *mapping_numbers;
  GHashTable   *function_numbers;
  GHashTable   *location_numbers;
  GHashTable   *sample_locations;    /* id → number + 1 */
  GArray       *location_ids;        /* guint64: by that number */
  FulInterner  *node_numbers;
  FulInterner  *label_numbers;
  FulInterner  *set_numbers;         /* set before, label → set of labels; FUL_NONE is the empty one */
  FulInterner  *sample_numbers;      /* node, set of labels → sample */
  GArray       *scratch;
  FulBytes      texts;               /* strings, one after the other */
  GArray       *text_ends;           /* gsize */
  gint64        time;                /* ns since 1970, or 0 */
  gint64        duration;            /* ns, or 0 */
  guint32       default_type;
} FulPprofMessages;

void     ful_pprof_messages_init       (FulPprofMessages *self,
                                        FulImportLog     *log);
void     ful_pprof_messages_clear      (FulPprofMessages *self);
void     ful_pprof_messages_read       (FulPprofMessages *self,
                                        FulByteReader    *bytes,
                                        GCancellable     *cancellable);
char    *ful_pprof_messages_dup_string (FulPprofMessages *self,
                                        guint32           string);
gboolean ful_pprof_messages_probe      (const char       *head,
                                        gsize             n);

G_END_DECLS
