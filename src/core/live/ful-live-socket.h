/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-live-address.h"
#include "ful-live-channel.h"
#include "ful-live-kind.h"

G_BEGIN_DECLS

/* Called with why a capture ended: may say it better. */
typedef void (*FulLiveExplain) (GError   **error,
                                gpointer   user_data);

void ful_live_socket_follow (FulLiveChannel       *channel,
                             const FulLiveAddress *address,
                             const FulLiveOptions *options,
                             FulLiveExplain        explain,
                             gpointer              user_data);
void ful_live_socket_fail   (FulLiveChannel       *channel,
                             const FulLiveAddress *address,
                             const GError         *error);

G_END_DECLS
