/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-types.h"

#include <gdk/gdk.h>

G_BEGIN_DECLS

/**
 * FulThreadPicker:
 *
 * The selection of threads by clicks: one thread, with Ctrl one more or less, with
 * Shift all from the last click without Shift.
 */
typedef struct
{
  GArray *anchor_threads;   /* guint: selected by the last click without Shift */
  gint32  anchor;           /* thread of that click, or FUL_NONE */
} FulThreadPicker;

void    ful_thread_picker_init  (FulThreadPicker *self);
void    ful_thread_picker_clear (FulThreadPicker *self);
GArray *ful_thread_picker_click (FulThreadPicker *self,
                                 const guint     *selected,
                                 guint            n_selected,
                                 const GArray    *on_screen,
                                 guint            thread,
                                 GdkModifierType  modifiers);

G_END_DECLS
