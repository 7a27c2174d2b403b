/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-live-kind.h"

G_BEGIN_DECLS

/**
 * FulLiveAddress:
 * @kind: kind of peer
 * @path: (nullable): of a Unix socket; %NULL: TCP
 * @host: (nullable): of TCP: "localhost" or an address of the loopback interface, without brackets
 * @is_new: a peer that is started for the capture; it has neither path nor host
 *
 * Where a running capture can be reached.
 */
typedef struct _FulLiveAddress
{
  const FulLiveKind *kind;
  char              *path;
  char              *host;
  guint16            port;
  gboolean           is_new;
} FulLiveAddress;

FulLiveAddress *ful_live_address_new  (const char      *text,
                                       GError         **error);
void            ful_live_address_free (FulLiveAddress  *self);
char           *ful_live_address_to_text (const FulLiveAddress *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulLiveAddress, ful_live_address_free)

G_END_DECLS
