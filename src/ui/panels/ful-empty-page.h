/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/ful-document.h"
#include "markers/layout/ful-marker-view.h"
#include "tree/ful-derived-thread.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulEmptyPage:
 *
 * Replaces a panel without samples or markers: explains why, and removes the cause.
 */
#define FUL_TYPE_EMPTY_PAGE (ful_empty_page_get_type ())
G_DECLARE_FINAL_TYPE (FulEmptyPage, ful_empty_page, FUL, EMPTY_PAGE, GtkWidget)

void ful_empty_page_explain (FulEmptyPage     *self,
                             FulDocument      *document,
                             FulDerivedThread *thread);
void ful_empty_page_explain_markers (FulEmptyPage        *self,
                                     FulDocument         *document,
                                     const FulMarkerView *view);

G_END_DECLS
