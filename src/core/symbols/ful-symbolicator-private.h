/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-symbolicator.h"

#include "base/ful-job.h"

G_BEGIN_DECLS

struct _FulSymbolicator
{
  GObject           parent_instance;

  FulProfile       *recorded;
  FulProfile       *last;           /* the newest snapshot, or @recorded */
  char             *profile_path;   /* (nullable) */
  GPtrArray        *folders;
  char            **servers;        /* (nullable): allowed servers */
  FulSymbolSearch  *search;         /* (nullable): while libraries are looked up */
  GArray           *order;          /* guint: the libraries with frames, in the order of looking */
  guint             n_done;         /* of @order */
  FulLibSymbols   **symbols;        /* for each library, or NULL */
  FulJob           *job;            /* (nullable): lists libraries, or looks up the next one */
  FulJob           *snapshot;       /* (nullable): makes a snapshot */
  guint             pause_id;       /* before the next snapshot */
  gboolean          has_news;       /* since the newest snapshot began */
  gint64            cost;           /* of it, µs */
};

enum
{
  FUL_SYMBOLICATOR_CHANGED,
  FUL_SYMBOLICATOR_SNAPSHOT,
  FUL_N_SYMBOLICATOR_SIGNALS,
};

extern guint ful_symbolicator_signals[FUL_N_SYMBOLICATOR_SIGNALS];

void ful_symbolicator_queue_snapshot (FulSymbolicator *self);

G_END_DECLS
