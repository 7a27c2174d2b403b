/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-document-page.h"

#include "compare/document/ful-compare-document.h"
#include "compare/ful-compare-page.h"
#include "document/ful-load-queue.h"
#include "document/ful-pending-view.h"
#include "import/ful-importer.h"
#include "import/ful-load-progress.h"
#include "import/ful-loader.h"
#include "model/ful-profile.h"
#include "open/ful-error-page.h"
#include "open/ful-load-bar.h"
#include "open/ful-loading-page.h"
#include "open/ful-members-page.h"
#include "profile/view/ful-profile-view.h"
#include "threads/ful-view-options.h"

G_BEGIN_DECLS

struct _FulDocumentPage
{
  GtkWidget        parent_instance;

  GFile           *file;        /* (nullable): of a capture there is none */
  char            *member;      /* (nullable): path of the profile in @file, an archive */
  FulLiveSession  *live;        /* (nullable): the capture that the page follows */
  FulCompareDocument *comparison;   /* (nullable): that the page shows */
  FulComparePage  *compare_page;    /* (nullable): likewise */
  char            *name;
  char            *title;
  char            *subtitle;
  char            *view;        /* (nullable): text of the view to begin with */
  GSettings       *settings;    /* (nullable) */
  FulLoadFlags     flags;
  FulLoad         *load;        /* (nullable): while it runs or waits */
  FulLoadProgress *progress;
  GError          *error;       /* (nullable): error of the load, or of the initial view */
  FulProfile      *profile;     /* (nullable): loaded, not on screen yet */
  FulProfile      *next;        /* (nullable): what was read of it so far, likewise */
  FulLoadBar      *load_bar;    /* (nullable): if it was shown before all was read */
  guint            part_id;     /* timeout for snapshots, while there may be more */
  gint64           shown_at;    /* monotonic µs: the last of them … */
  gint64           due;         /* … and not before this the next */
  gboolean         is_settling; /* not all results are of that snapshot */
  FulMembersPage  *members;     /* (nullable): of an archive with several profiles, or a folder */
  FulProfileView  *profile_view;
  FulPendingView  *pending_view;   /* (nullable): of the document */
  FulViewOptions  *shown;       /* (nullable): with the threads of the subtitle */
  guint            ways;         /* bits of get_ways() at the last "changed" */
  gboolean         has_found_symbols;   /* of the capture, after its end */
  guint            show_id;     /* idle source while it is created but not shown */

  GtkStack        *stack;
  FulLoadingPage  *loading_page;
  FulErrorPage    *error_page;
  AdwStatusPage   *live_page;   /* before there are data */
  AdwBin          *top_bin;     /* the bar of a capture, or of a load */
  AdwBin          *members_bin;
  AdwBin          *profile_bin;
};

void ful_document_page_emit_changed           (FulDocumentPage *self);
void ful_document_page_name_view              (FulDocumentPage *self,
                                               FulDocument     *document);
void ful_document_page_follow_symbols         (FulDocumentPage *self);
void ful_document_page_show_document          (FulDocumentPage *self,
                                               FulDocument     *document);

/* ful-document-page-compare.c */
gboolean ful_document_page_is_compared        (FulDocumentPage *self,
                                               GError         **error);

/* ful-document-page-part.c */
void ful_document_page_class_add_part_actions (GtkWidgetClass  *widget_class);
void ful_document_page_show_snapshot          (gpointer         owner,
                                               FulProfile      *snapshot);
void ful_document_page_end_part               (FulDocumentPage *self);
void ful_document_page_complete               (FulDocumentPage *self,
                                               FulProfile      *profile,
                                               const GError    *error);
void ful_document_page_drop_part              (FulDocumentPage *self);

/* ful-document-page-load.c */
void ful_document_page_class_add_load_actions (GtkWidgetClass  *widget_class);
void ful_document_page_begin_load             (FulDocumentPage *self);
void ful_document_page_show_profile           (FulDocumentPage *self,
                                               FulProfile      *profile);

G_END_DECLS
