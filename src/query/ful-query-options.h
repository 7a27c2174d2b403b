/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-query.h"

G_BEGIN_DECLS

/* What is of use only until the command runs: how the profile is read, and the view in words; see the help texts
 * of ful_query_options_add_entries(). */
struct _FulQueryOptions
{
  gboolean   strict;
  gboolean   accept_newer;
  gboolean   partial;
  char      *threads;
  char      *thread_name;
  char      *range;
  char      *implementation;
  char     **own;
  char     **not_own;
  gboolean   invert;
  char      *search;
  gboolean   regex;
  gboolean   match_case;
  gboolean   no_idle;
  gboolean   fold_unnamed;
  char      *strategy;
  char      *view;
  char     **transforms;
  gboolean   all;            /* instead of a limit */
};

void      ful_query_options_clear         (FulQueryOptions        *options);
void      ful_query_options_add_entries   (FulQueryOptions        *options,
                                           FulQuery               *query,
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
gboolean  ful_query_options_refuse        (const char             *option,
                                           const char             *text,
                                           GError                **error);

G_END_DECLS
