/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-profile-view.h"

#include "details/ful-details-bar.h"
#include "document/analysis/ful-analysis.h"
#include "document/ful-document.h"
#include "panels/ful-category-legend.h"
#include "panels/ful-panel-stack.h"
#include "panels/ful-panel.h"
#include "profile/ful-job-bar.h"
#include "profile/ful-problems-chip.h"
#include "profile/ful-range-bar.h"
#include "profile/ful-save-bar.h"
#include "profile/ful-source-split.h"
#include "profile/ful-undo-toast.h"
#include "profile/notes/ful-notes-button.h"
#include "profile/notes/ful-tour-card.h"
#include "symbols/ful-names-chip.h"
#include "symbols/ful-symbolicator.h"
#include "tracks/ful-timeline.h"

#include <adwaita.h>

G_BEGIN_DECLS

struct _FulProfileView
{
  GtkWidget        parent_instance;

  FulDocument     *document;
  GSimpleActionGroup *actions;   /* "view" */
  FulAnalysis     *analysis;
  FulUndoToast    *undo_toast;
  FulSymbolicator *symbolicator;      /* (nullable) */
  gboolean         has_started_symbols;
  GFile           *file;       /* (nullable) */
  char            *member;     /* (nullable): where it is in @file, an archive */
  GSettings       *settings;   /* (nullable) */
  int              fitted;     /* height of the time line, if it was not the user who set it */
  int              fitted_to;  /* height of both parts then */
  guint            fit_id;

  FulProblemsChip *problems_chip;
  FulSaveBar      *save_bar;
  FulJobBar       *tour_bar;
  FulNamesChip    *names_chip;
  FulRangeBar     *range_bar;
  GtkPaned        *paned;
  FulTimeline     *timeline;
  FulCategoryLegend *legend;
  AdwBin          *lower;           /* holds @split from the second frame on */
  FulSourceSplit  *split;           /* holds @panels */
  GtkOverlay      *over;            /* holds @flap */
  FulTourCard     *card;
  AdwFlap         *flap;
  gboolean         is_wide;      /* its details are next to the panel */
  gboolean         shows_details;   /* while it is wide */
  guint            fold_id;
  GtkWidget       *panel_end;
  GtkWidget       *details_button;
  FulNotesButton  *notes_button;
  GtkEventController *follower;   /* (nullable): while the profile grows */
  FulPanelStack   *panels;
  FulDetailsBar   *details;
  guint            n_frames;        /* until there is a panel */
  guint            panel_id;        /* idle source before there is a panel */
  guint            n_focus_frames;  /* since the focus was lost */
  guint            n_settled_frames;   /* of these, those while nothing was computed; and since the last tour ended */
};

gboolean   ful_profile_view_has_panel      (FulProfileView *self,
                                           const FulPanel *panel);

/* ful-profile-view-actions.c */
void       ful_profile_view_add_actions    (FulProfileView *self);
void       ful_profile_view_remove_actions (FulProfileView *self);
void       ful_profile_view_update_actions (FulProfileView *self);
void       ful_profile_view_update_profile_actions (FulProfileView *self);

/* ful-profile-view-focus.c */
void       ful_profile_view_pass_focus     (FulProfileView *self);
void       ful_profile_view_take_focus     (FulProfileView *self);

/* ful-profile-view-layout.c */
void       ful_profile_view_begin_layout   (FulProfileView *self);
void       ful_profile_view_end_layout     (FulProfileView *self);
void       ful_profile_view_set_wide       (FulProfileView *self,
                                           gboolean        is_wide,
                                           gboolean        at_once);

/* ful-profile-view-symbols.c */
void       ful_profile_view_start_symbols  (FulProfileView *self);
void       ful_profile_view_show_symbols   (FulProfileView *self);

G_END_DECLS
