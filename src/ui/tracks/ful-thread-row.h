/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-thread-graph.h"

G_BEGIN_DECLS

/**
 * FulThreadRow:
 *
 * A row of the time line: header and graph of a thread, or the header alone of
 * a process without a main thread. Emits "clicked" with the modifiers held,
 * "folded" with whether the rows that belong to it are to be folded away, and
 * "menu" with the place where a menu was asked for.
 */
#define FUL_TYPE_THREAD_ROW (ful_thread_row_get_type ())
G_DECLARE_FINAL_TYPE (FulThreadRow, ful_thread_row, FUL, THREAD_ROW, GtkWidget)

GtkWidget      *ful_thread_row_new              (FulAnalysis  *analysis,
                                                 gint32        thread,
                                                 double        cpu_reference,
                                                 const char   *name,
                                                 const char   *subtitle,
                                                 gboolean      is_local);
gint32          ful_thread_row_get_thread       (FulThreadRow *self);
FulThreadGraph *ful_thread_row_get_graph        (FulThreadRow *self);
gboolean        ful_thread_row_get_busy         (FulThreadRow *self);
void            ful_thread_row_set_selected     (FulThreadRow *self,
                                                 gboolean      selected);
void            ful_thread_row_set_foldable     (FulThreadRow *self,
                                                 gboolean      can_fold,
                                                 gboolean      folded);
void            ful_thread_row_set_header_width (FulThreadRow *self,
                                                 int           width);

G_END_DECLS
