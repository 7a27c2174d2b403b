/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-query.h"

#include "markers/find/ful-marker-statistics.h"
#include "markers/ful-query-markers.h"
#include "sql/ful-sql-profile.h"
#include "sql/ful-sql-table.h"
#include "sql/ful-sql.h"
#include "tracks/ful-track-graph.h"

G_BEGIN_DECLS

/**
 * FulSqlViewRows:
 * @of: the profile
 * @query: that the others refer to: of this view alone
 * @view: (nullable)
 * @markers: (nullable)
 * @statistics: (nullable): of them
 * @list: (nullable): rows of it
 * @parents: (nullable): of nodes of a tree: their places; %G_MAXUINT: none
 * @places: (nullable): of markers, in the table
 * @graph: (nullable): of activity
 *
 * Rows of a function of a view.
 */
typedef struct
{
  FulSqlProfile       *of;
  FulQuery             query;
  FulQueryView        *view;
  FulQueryMarkers     *markers;
  FulMarkerStatistics *statistics;
  GArray              *list;
  guint               *parents;
  guint               *places;
  FulTrackGraph       *graph;
} FulSqlViewRows;

FulSqlViewRows *ful_sql_view_rows_new         (FulSqlProfile      *of,
                                               const FulSqlValue  *arguments,
                                               GError            **error);
FulSqlViewRows *ful_sql_view_rows_new_of_tree (FulSqlProfile      *of,
                                               const FulSqlValue  *arguments,
                                               GError            **error);
void            ful_sql_view_rows_free        (gpointer            rows);
guint           ful_sql_view_rows_get_n       (gpointer            rows);
gsize           ful_sql_view_rows_get_size    (gpointer            rows);

/* ful-sql-view-samples.c */
extern const FulSqlFunction ful_sql_view_filtered_samples;
extern const FulSqlFunction ful_sql_view_activity;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulSqlViewRows, ful_sql_view_rows_free)

G_END_DECLS
