/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/live/ful-live-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulWindow:
 *
 * One window: the start page, or a tab for each document.
 */
#define FUL_TYPE_WINDOW (ful_window_get_type ())
G_DECLARE_FINAL_TYPE (FulWindow, ful_window, FUL, WINDOW, AdwApplicationWindow)

FulWindow *ful_window_new        (GtkApplication  *application,
                                  GSettings       *settings);
void       ful_window_open       (FulWindow       *self,
                                  GFile           *file,
                                  const char      *view);
void       ful_window_compare     (FulWindow         *self,
                                   const char *const *before,
                                   const char *const *after);
gboolean   ful_window_open_live  (FulWindow      *self,
                                  const char     *address,
                                  const char     *token,
                                  const char     *start,
                                  GError        **error);
FulLiveSession *ful_window_get_live (FulWindow   *self);
void       ful_window_offer_left (FulWindow      *self);
gboolean   ful_window_is_settled (FulWindow       *self,
                                  GError         **error);

G_END_DECLS
