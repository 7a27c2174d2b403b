/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * FulLiveLink:
 *
 * Keeps the connection to a peer that can have several captures on it, from the end of one to the begin of the next.
 * Emits "capture" while it is watched, if the peer says that a capture begins.
 */
#define FUL_TYPE_LIVE_LINK (ful_live_link_get_type ())
G_DECLARE_FINAL_TYPE (FulLiveLink, ful_live_link, FUL, LIVE_LINK, GObject)

/**
 * FulLiveLinkNews:
 * @FUL_LIVE_LINK_QUIET: nothing that matters
 * @FUL_LIVE_LINK_CAPTURE: a capture has begun
 * @FUL_LIVE_LINK_CLOSED: the connection has ended
 */
typedef enum
{
  FUL_LIVE_LINK_QUIET,
  FUL_LIVE_LINK_CAPTURE,
  FUL_LIVE_LINK_CLOSED,
} FulLiveLinkNews;

typedef FulLiveLinkNews (*FulLiveLinkRead) (gpointer connection);

FulLiveLink *ful_live_link_new   (void);

/* The side of the source, which has a main context. */
void         ful_live_link_watch (FulLiveLink     *self);

/* The side of the thread. */
void         ful_live_link_keep  (FulLiveLink     *self,
                                  gpointer         connection,
                                  int              fd,
                                  FulLiveLinkRead  read,
                                  GDestroyNotify   destroy);
gpointer     ful_live_link_take  (FulLiveLink     *self);

G_END_DECLS
