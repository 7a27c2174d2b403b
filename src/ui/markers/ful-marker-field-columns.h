/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/layout/ful-marker-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulMarkerFieldColumns:
 *
 * The columns of a table of markers that are there on demand, each for a field.
 */
typedef struct _FulMarkerFieldColumns FulMarkerFieldColumns;

FulMarkerFieldColumns *ful_marker_field_columns_new      (GtkColumnView         *table,
                                                          GtkColumnViewColumn   *last,
                                                          guint                  n_others);
void                   ful_marker_field_columns_free     (FulMarkerFieldColumns *self);
void                   ful_marker_field_columns_set_view (FulMarkerFieldColumns *self,
                                                          FulMarkerView         *view);
void                   ful_marker_field_columns_set_keys (FulMarkerFieldColumns *self,
                                                          const char * const    *keys);
const char            *ful_marker_field_columns_get_key  (FulMarkerFieldColumns *self,
                                                          guint                  column);
GtkColumnViewColumn   *ful_marker_field_columns_find     (FulMarkerFieldColumns *self,
                                                          const char            *key);

G_END_DECLS
