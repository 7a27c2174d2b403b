/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-unwind-fast-row.h"

#include "symbolizer/ful-symbolizer.h"
#include "symbolizer/ful-unwind-row.h"

G_BEGIN_DECLS

/**
 * FulUnwindOpenFunc:
 * @file: as the owner numbers files
 *
 * Returns: (transfer full): a descriptor for reading; -1 if it cannot be opened, after which it is not asked for again
 */
typedef int (*FulUnwindOpenFunc) (gint32   file,
                                  gpointer user_data);

/**
 * FulUnwindFileRow:
 * @file: whose row it is
 * @fast: (nullable): the same, if it has that form
 */
typedef struct
{
  gint32            file;
  FulUnwindFastRow *fast;
  FulUnwindRow      row;
  FulUnwindOp       ops[];
} FulUnwindFileRow;

/* A row that was found for an address. */
typedef struct
{
  guint64                 address;
  const FulUnwindFileRow *row;      /* (nullable): of its file */
} FulUnwindRecent;

/**
 * FulUnwindRows:
 * @n_deaths: how often the process has ended by itself
 *
 * Rows of the call frame information of files, as fulgens-symbolizer reads them. For one thread.
 */
typedef struct
{
  guint              n_deaths;

  /*< private >*/
  FulUnwindOpenFunc  open;
  gpointer           user_data;
  GCancellable      *cancellable;   /* (nullable) */
  FulSymbolizer     *process;       /* (nullable): until it is needed */
  gboolean           has_failed;    /* the process is missing, or ends whatever it is asked */
  guint              n_unanswered;  /* processes in a row that ended before an answer */
  GHashTable        *numbers;       /* file → its number in the process + 1 */
  GHashTable        *deaths;        /* file → processes that ended while they read it */
  GTree             *rows;          /* FulUnwindFileRow, its own key */
  FulUnwindRecent   *recent;        /* by a hash of file and address: most addresses are those of other stacks, too */
} FulUnwindRows;

void                    ful_unwind_rows_init     (FulUnwindRows      *self,
                                                  FulUnwindOpenFunc   open,
                                                  gpointer            user_data,
                                                  GCancellable       *cancellable);
void                    ful_unwind_rows_clear    (FulUnwindRows      *self);
gboolean                ful_unwind_rows_can_find (FulUnwindRows      *self);
const FulUnwindFileRow *ful_unwind_rows_find     (FulUnwindRows      *self,
                                                  gint32              file,
                                                  guint64             address);
const FulUnwindFileRow *ful_unwind_rows_add      (FulUnwindRows      *self,
                                                  gint32              file,
                                                  const FulUnwindRow *row,
                                                  const FulUnwindOp  *ops);

G_END_DECLS
