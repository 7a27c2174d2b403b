/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "buffer/ful-record-cursor.h"

#include "model/ful-profile.h"

G_BEGIN_DECLS

FulProfile *ful_test_read_recording (FulRecordBuffer *buffer,
                                     FulRecordCursor *cursor);
char       *ful_test_describe_rows  (FulProfile      *profile,
                                     guint            thread);

G_END_DECLS
