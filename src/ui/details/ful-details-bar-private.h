/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-details-bar.h"

#include "base/ful-job.h"
#include "document/analysis/ful-node-when.h"
#include "document/insight/ful-story-teller.h"
#include "document/view/ful-view-state.h"
#include "markers/find/ful-marker-context.h"
#include "markers/list/ful-marker-list.h"
#include "model/ful-profile.h"
#include "tree/ful-call-tree.h"

G_BEGIN_DECLS

/* The contents. */
typedef enum
{
  FUL_DETAILS_PROFILE,
  FUL_DETAILS_NODE,
  FUL_DETAILS_MARKER,
  FUL_DETAILS_OVERVIEW,
  FUL_N_DETAILS_SUBJECTS,
} FulDetailsSubject;

struct _FulDetailsBar
{
  GtkWidget    parent_instance;

  FulAnalysis      *analysis;
  gboolean       (*shows_markers) (const char *panel);
  GtkWidget        *scroller;
  GtkWidget        *column;    /* of the two below */
  GtkStack         *stack;
  GtkWidget        *story_box; /* above the stack while a range is marked, else below */
  GtkWidget        *boxes[FUL_N_DETAILS_SUBJECTS];   /* of @stack, each filled by its subject */
  GdkFrameClock    *frame_clock; /* (nullable): while the frame with the newest tree is awaited */
  gulong            painted_id;
  guint             update_id;   /* idle source after it */

  FulViewState     *state;     /* (nullable): whose selected marker the newest job is about */
  FulProfile       *profile;   /* (nullable): of that job */
  FulMarkerList    *list;      /* (nullable): of the marker that is shown */
  guint             marker;
  FulMarkerContext *context;   /* (nullable): of it */
  FulJob           *job;       /* (nullable): while it runs */
  FulStoryTeller   *teller;
  FulNodeWhen      *when;      /* of the selected node */
  FulCallTree      *filled_tree;   /* (nullable): whose nodes the rows of a node lead to */
  GArray           *wanted;    /* (nullable): functions from the root to the one to be selected when its tree is there */
};

void ful_details_bar_queue_update    (FulDetailsBar  *self);
void ful_details_bar_follow_marker   (FulDetailsBar  *self);
void ful_details_bar_forget_marker   (FulDetailsBar  *self);
void ful_details_bar_select_wanted   (FulDetailsBar  *self);
void ful_details_bar_install_actions (GtkWidgetClass *widget_class);

G_END_DECLS
