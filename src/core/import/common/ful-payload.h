/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"
#include "base/ful-string-table.h"
#include "model/ful-profile-builder.h"

G_BEGIN_DECLS

typedef struct
{
  FulStringIndex type;         /* of the payload, in the inline texts, or FUL_NONE */
  FulStackIndex  cause_stack;  /* FUL_NONE without one */
} FulPayloadInfo;

FulPayloadInfo ful_payload_scan (FulStringTable *texts,
                                 const char     *text,
                                 gsize           length);

G_END_DECLS
