/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/document/ful-compare-document.h"
#include "compare/document/ful-compared-part.h"
#include "document/analysis/ful-analysis.h"
#include "document/ful-document.h"
#include "document/live/ful-live-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulDocumentPage:
 *
 * One file in a tab: first its load, then its profile or the reason why there
 * is none; or a comparison. Emits "changed" when title, state or
 * the ways through the history do.
 */
#define FUL_TYPE_DOCUMENT_PAGE (ful_document_page_get_type ())
G_DECLARE_FINAL_TYPE (FulDocumentPage, ful_document_page, FUL, DOCUMENT_PAGE, GtkWidget)

FulDocumentPage *ful_document_page_new              (GFile           *file,
                                                     const char      *member,
                                                     const char      *view,
                                                     GSettings       *settings);
FulDocumentPage *ful_document_page_new_live         (FulLiveSession  *session,
                                                     GSettings       *settings);
FulDocumentPage *ful_document_page_new_compare      (FulCompareDocument *comparison,
                                                     const char         *view,
                                                     GSettings       *settings);
gboolean         ful_document_page_is_comparison    (FulDocumentPage *self);
const char      *ful_document_page_get_panel_title  (FulDocumentPage *self,
                                                     guint            i);
void             ful_document_page_choose_range     (FulDocumentPage *self);
FulLiveSession  *ful_document_page_get_live         (FulDocumentPage *self);
GFile           *ful_document_page_get_file         (FulDocumentPage *self);
FulComparedPart *ful_document_page_dup_part         (FulDocumentPage *self);
const char      *ful_document_page_get_title        (FulDocumentPage *self);
const char      *ful_document_page_get_subtitle     (FulDocumentPage *self);
FulDocument     *ful_document_page_get_document     (FulDocumentPage *self);
FulAnalysis     *ful_document_page_get_analysis     (FulDocumentPage *self);
GActionGroup    *ful_document_page_get_actions      (FulDocumentPage *self);
GtkWidget       *ful_document_page_get_panel        (FulDocumentPage *self);
gboolean         ful_document_page_expects_document (FulDocumentPage *self);
gboolean         ful_document_page_is_settled       (FulDocumentPage *self,
                                                     GError         **error);
gboolean         ful_document_page_set_view         (FulDocumentPage *self,
                                                     const char      *text,
                                                     GError         **error);
gboolean         ful_document_page_drop_panel       (FulDocumentPage *self);

G_END_DECLS
