/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the records of a report leave for its end. */

#include "base/ful-interner.h"
#include "import/common/ful-import-tables.h"
#include "import/ful-importer.h"
#include "io/bytes/ful-byte-reader.h"
#include "model/ful-profile-builder.h"

G_BEGIN_DECLS

/* Categories. */
enum { FUL_SIMPLEPERF_OTHER, FUL_SIMPLEPERF_NATIVE, FUL_SIMPLEPERF_JAVA, FUL_SIMPLEPERF_SYSTEM, FUL_SIMPLEPERF_KERNEL };

typedef struct
{
  char             *path;
  GArray           *symbols;    /* FulStringIndex */
  FulResourceIndex  resource;   /* FUL_NONE before it is used */
} FulSimpleperfFile;

typedef struct
{
  guint32 event;
  double  count;
} FulSimpleperfWeight;

typedef struct
{
  FulThreadBuilder *builder;
  GArray           *weights;    /* FulSimpleperfWeight of each sample */
  gboolean          is_known;   /* has a record */
} FulSimpleperfThread;

/* Where a frame is: its symbol, or else its address. */
typedef struct
{
  guint32 file;
  gint32  symbol;
  guint64 address;
} FulSimpleperfPlace;

typedef struct
{
  FulImport       *import;
  FulImportTables  tables;
  GHashTable      *files;       /* id → FulSimpleperfFile */
  GHashTable      *threads;     /* tid → FulSimpleperfThread */
  GPtrArray       *in_order;    /* FulThreadBuilder, as recorded */
  FulInterner     *frames;      /* file, symbol, address → frame */
  GArray          *places;      /* FulSimpleperfPlace of each frame */
  GPtrArray       *events;      /* names */
  char            *package;     /* (nullable) */
  GArray          *calls;       /* scratch: FulFrameIndex, innermost first */
  guint64          n_samples;
  gint64           n_claimed;   /* samples by the record of lost ones, or -1 */
  gint64           n_lost;
} FulSimpleperfReader;

void ful_simpleperf_read_records (FulSimpleperfReader *self,
                                  FulByteReader       *bytes);

G_END_DECLS
