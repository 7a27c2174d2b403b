/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"

#include <glib.h>

G_BEGIN_DECLS

/* Longest header that Firefox accepts, and largest packets that are read. */
#define FUL_LIVE_RDP_HEADER_BYTES 200
#define FUL_LIVE_RDP_FIRST_BYTES ((guint64) 64 << 10)   /* of those before the greeting */
#define FUL_LIVE_RDP_JSON_BYTES ((guint64) 1 << 30)

/**
 * FulLiveRdpPacket:
 * @body: JSON text; NULs follow it
 * @offset: of the packet in the stream
 *
 * A packet of the DevTools protocol. To be cleared with ful_live_rdp_packet_clear().
 */
typedef struct
{
  FulBytes  body;
  guint64   offset;
} FulLiveRdpPacket;

/**
 * FulLiveRdp:
 *
 * The packets of a connection to Firefox. One thread.
 */
typedef struct _FulLiveRdp FulLiveRdp;

FulLiveRdp *ful_live_rdp_new          (void);
void        ful_live_rdp_free         (FulLiveRdp        *self);
void        ful_live_rdp_greeted      (FulLiveRdp        *self);
void        ful_live_rdp_feed         (FulLiveRdp        *self,
                                       const char        *data,
                                       gsize              n);
gboolean    ful_live_rdp_next         (FulLiveRdp        *self,
                                       FulLiveRdpPacket  *packet,
                                       GError           **error);
void        ful_live_rdp_packet_clear (FulLiveRdpPacket  *packet);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulLiveRdp, ful_live_rdp_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FulLiveRdpPacket, ful_live_rdp_packet_clear)

G_END_DECLS
