/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-palette-item.h"
#include "ful-palette-row.h"
#include "ful-palette.h"

#include "document/find/ful-find.h"
#include "find/ful-find-kind.h"
#include "find/ful-find-names.h"
#include "threads/ful-time-range.h"

G_BEGIN_DECLS

/* Rows of each kind, and of one alone. */
#define FUL_PALETTE_FEW 3
#define FUL_PALETTE_MANY 60

/* What a row of the list is about; its row is %G_MAXUINT for all of the kind. */
typedef struct
{
  FulFindKind kind;
  guint       row;
} FulPalettePlace;

struct _FulPalette
{
  GtkWidget     parent_instance;

  GtkWidget    *card;
  GtkWidget    *entry;
  GtkWidget    *count;
  GtkWidget    *scroller;
  GtkWidget    *list;
  GtkWidget    *chips;
  GtkWidget    *foot;
  GtkWidget    *probe;        /* a button that says whether actions are enabled */
  GtkWidget    *last_focus;   /* (nullable): weak */
  FulAnalysis  *analysis;     /* (nullable): while it is open */
  FulFind      *find;         /* (nullable): while it is open */
  GPtrArray    *items;        /* (nullable) (element-type FulPaletteItem): likewise */
  FulFindNames *names[FUL_N_FIND_KINDS];   /* (nullable elements): of @items; their rows are places there */
  guint         n_fixed;      /* items; after them are those of the text */
  gint32        only;         /* the kind that all was asked for of, or FUL_NONE */
  gboolean      has_time;
  FulTimeRange  time;         /* that was written, relative ms */
  guint         rest_id;
};

GtkWidget             *ful_palette_chips_new      (void);
void                   ful_palette_keep_header_cb (GtkListBoxRow *row,
                                                   GtkListBoxRow *before,
                                                   gpointer       user_data);
const FulPalettePlace *ful_palette_get_place      (GtkListBoxRow *row);
GtkListBoxRow         *ful_palette_get_row        (FulPalette    *self,
                                                   int            at);
void                   ful_palette_select_row     (FulPalette    *self,
                                                   GtkListBoxRow *row);
void                   ful_palette_clear_rows     (FulPalette    *self);
void                   ful_palette_fill           (FulPalette    *self);
void                   ful_palette_fill_start     (FulPalette    *self);

G_END_DECLS
