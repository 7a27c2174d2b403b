/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-live-channel.h"

G_BEGIN_DECLS

/**
 * FulLiveOptions:
 * @token: (nullable): what the peer expects
 * @start: (nullable): a JSON object: asks an idle peer to start a capture with these options
 * @snapshot_interval_ms: least time between two snapshots; 0: only one, at the end
 * @has_spool: whether to keep the bytes of the peer in a file until ful_live_source_remove_spool()
 * @has_next: whether to wait for ful_live_source_start_next() when the capture has ended
 */
typedef struct
{
  const char *token;
  const char *start;
  guint       snapshot_interval_ms;
  gboolean    has_spool;
  gboolean    has_next;
} FulLiveOptions;

typedef struct _FulLiveAddress FulLiveAddress;

/**
 * FulLiveKind:
 * @scheme: of the addresses, which begin with it and a colon; "" if they do not
 * @can_start: whether "SCHEME:new" is a peer that is started for the capture
 * @can_record_again: whether a peer can start another capture after the end of one: @run follows it at
 *   %FUL_LIVE_REQUEST_START, if the options say so
 * @dup_title: (nullable): what a capture that is to begin with these options is called; %NULL: by its address
 * @run: follows a capture, in a thread of its own, until it ends or a request of ful_live_channel_next_request() ends it.
 *   Events are %FUL_LIVE_CONNECTED first, if there is a peer; %FUL_LIVE_END last; directly before it the last
 *   %FUL_LIVE_SNAPSHOT, or %FUL_LIVE_FAILURE if there is none
 *
 * A kind of peer. The list is in ful-live-kinds.c.
 */
typedef struct
{
  const char *scheme;
  gboolean    can_start;
  gboolean    can_record_again;
  char       *(*dup_title) (const char *start);
  void (*run) (FulLiveChannel       *channel,
               const FulLiveAddress *address,
               const FulLiveOptions *options);
} FulLiveKind;

extern const FulLiveKind *const ful_live_kinds[];   /* %NULL-terminated */
extern const FulLiveKind ful_live_socket;
extern const FulLiveKind ful_live_firefox;
extern const FulLiveKind ful_live_record;

G_END_DECLS
