/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The list of kinds of peers. */

#include "config.h"

#include "ful-live-kind.h"

const FulLiveKind *const ful_live_kinds[] = {
  &ful_live_socket,
  &ful_live_firefox,
  &ful_live_record,
  NULL,
};
