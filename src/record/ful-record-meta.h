/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-session.h"

G_BEGIN_DECLS

void ful_record_put_meta (const FulRecordSetup *setup,
                          FulBytes             *to);

G_END_DECLS
