/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-live-address.h"
#include "ful-live-channel.h"

#include <gio/gio.h>

G_BEGIN_DECLS

GSocketConnection *ful_live_connect (const FulLiveAddress  *address,
                                     FulLiveChannel        *channel,
                                     GError               **error);

G_END_DECLS
