/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-pprof-messages.h"

#include "base/ful-prefix-tree.h"
#include "import/common/ful-import-tables.h"
#include "import/ful-import-packages.h"
#include "import/ful-importer.h"

G_BEGIN_DECLS

typedef struct
{
  FulImport        *import;
  FulImportTables   tables;
  FulPprofMessages  messages;
  GArray           *funcs;       /* FulFuncIndex of each function, or FUL_NONE without a name */
  GArray           *categories;  /* FulCategoryIndex of each function */
  FulImportPackages packages;
  GArray           *frames;      /* FulFrameIndex: of all locations, the outermost of each first */
  GArray           *frame_ends;  /* guint: of each location that is mentioned */
  FulStackIndex    *stacks;      /* of each node of the messages */
  FulPrefixNode    *label_sets;  /* the first child is replaced with the number of the thread, the next sibling with
                                    the shared string of the labels, or FUL_NONE */
  GHashTable       *threads;     /* "PID\nPROCESS\nTID\nNAME" → its number + 1 */
  char             *program;
  GArray           *labels;      /* Label, while threads are read */
  gint32            unlabelled_thread;   /* number of the one of samples without labels */
  guint             type;        /* of the values that are shown by default */
  gboolean          has_unnamed;
} FulPprofReader;

guint *ful_pprof_read_threads (FulPprofReader *self);

G_END_DECLS
