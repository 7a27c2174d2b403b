/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-document.h"

#include "markers/list/ful-marker-key.h"

G_BEGIN_DECLS

typedef enum
{
  FUL_MARKER_TEXT_SEARCH,           /* of table and chart */
  FUL_MARKER_TEXT_NETWORK_SEARCH,
  FUL_MARKER_TEXT_SORT,             /* of the table */
} FulMarkerText;

void ful_document_set_marker_text    (FulDocument        *self,
                                      FulMarkerText       which,
                                      const char         *text);
void ful_document_set_marker_columns (FulDocument        *self,
                                      const char * const *keys);
void ful_document_select_marker      (FulDocument        *self,
                                      gint32              marker,
                                      const FulMarkerKey *key);
void ful_document_go_to_marker       (FulDocument        *self,
                                      guint               thread,
                                      gint32              marker,
                                      double              start);

G_END_DECLS
