/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/live/ful-live-session.h"

#include <gio/gio.h>

G_BEGIN_DECLS

void ful_live_actions_add    (GActionMap     *actions);
void ful_live_actions_update (GActionMap     *actions,
                              FulLiveSession *session);

G_END_DECLS
