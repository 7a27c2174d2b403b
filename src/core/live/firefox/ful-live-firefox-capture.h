/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-live-firefox-dialogue.h"
#include "live/ful-live-channel.h"
#include "live/ful-live-event.h"
#include "live/ful-live-kind.h"

#include "model/ful-profile.h"

G_BEGIN_DECLS

#define FUL_FIREFOX_MAX_LAST_BYTES ((gsize) 1 << 30)

/**
 * FulFirefoxCapture:
 * @features: (nullable): those that this Firefox has
 * @has_status: whether Firefox answers the cheap request for its status
 * @profile: (nullable): the last one
 * @recorded: bytes that Firefox has recorded
 * @received: of these, the ones before the last profile
 * @preview_due: µs; %G_MAXINT64: no previews
 *
 * One capture on a connection. The first three members are borrowed.
 */
typedef struct
{
  FulLiveChannel       *channel;
  const FulLiveOptions *options;
  FulFirefox           *firefox;
  JsonNode             *features;
  FulLiveState          state;
  gboolean              has_status;
  FulProfile           *profile;
  guint64               recorded;
  guint64               received;
  gint64                preview_due;
  FulLiveEnd            end;
} FulFirefoxCapture;

gboolean ful_firefox_is_refusal             (const GError          *error);
gboolean ful_firefox_capture_is_interrupted (FulFirefoxCapture     *self,
                                             const GError          *error);
void     ful_firefox_capture_post_refusal   (FulFirefoxCapture     *self,
                                             const GError          *error);
void     ful_firefox_capture_post_state     (FulFirefoxCapture     *self,
                                             FulLiveState           state);
void     ful_firefox_capture_post_connected (FulFirefoxCapture     *self,
                                             const FulLiveAddress  *address,
                                             const char            *name);
void     ful_firefox_capture_set_recorded   (FulFirefoxCapture     *self,
                                             double                 recorded);
void     ful_firefox_capture_take_profile   (FulFirefoxCapture     *self,
                                             FulProfile            *profile);
gboolean ful_firefox_capture_get_snapshot   (FulFirefoxCapture     *self,
                                             gsize                  max_bytes,
                                             GError               **error);
gboolean ful_firefox_capture_get_preview    (FulFirefoxCapture     *self,
                                             GError               **error);
gboolean ful_firefox_capture_stop           (FulFirefoxCapture     *self,
                                             GError               **error);
void     ful_firefox_capture_finish         (FulFirefoxCapture     *self,
                                             const GError          *failure);

G_END_DECLS
