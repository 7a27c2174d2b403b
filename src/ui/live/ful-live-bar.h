/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/live/ful-live-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulLiveBar:
 *
 * How a running capture is doing, and what can be done with it. Its buttons activate actions of the window.
 */
#define FUL_TYPE_LIVE_BAR (ful_live_bar_get_type ())
G_DECLARE_FINAL_TYPE (FulLiveBar, ful_live_bar, FUL, LIVE_BAR, GtkWidget)

GtkWidget *ful_live_bar_new (FulLiveSession *session);

G_END_DECLS
