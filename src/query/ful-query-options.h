/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-query.h"

G_BEGIN_DECLS

/* What GOption fills in; see the help texts of ful_query_options_add_entries(). */
typedef struct
{
  gboolean   json;
  gboolean   strict;
  gboolean   accept_newer;
  gboolean   partial;
  char      *member;
  char      *threads;
  char      *thread_name;
  char      *range;
  char      *implementation;
  gboolean   invert;
  char      *search;
  gboolean   no_idle;
  gboolean   fold_unnamed;
  char      *strategy;
  char      *view;
  char     **transforms;
  gboolean   regex;
  gboolean   match_case;
  int        limit;        /* G_MAXINT: not given; so are the others */
  gboolean   all;
  gboolean   statistics;
  gboolean   csv;
  char      *sort;
  int        limit_rows;
  int        limit_boxes;
  char      *remove;
  char      *keep;
  char      *output;
  char      *format;
  int        width;
  gboolean   svg;
  gboolean   png;
  gboolean   dark;
  char     **paths;
  char     **symbols;
  gboolean   again;
  char     **path_maps;
  gboolean   with_assembly;
  FulQueryLive live;
} FulQueryOptions;

void      ful_query_options_clear         (FulQueryOptions        *options);
void      ful_query_options_add_entries   (FulQueryOptions        *options,
                                           GOptionContext         *context,
                                           const FulCommand       *command);
gboolean  ful_query_options_read_view     (const FulQueryOptions  *options,
                                           FulQuery               *query,
                                           GError                **error);
gboolean  ful_query_options_complete_views (const FulQueryOptions *options,
                                           FulQuery               *query,
                                           GError                **error);
gboolean  ful_query_options_match_threads (const FulQueryOptions  *options,
                                           FulQuery               *query,
                                           GError                **error);

G_END_DECLS
