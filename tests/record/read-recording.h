/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "buffer/ful-record-cursor.h"

#include "model/ful-profile.h"

G_BEGIN_DECLS

typedef struct _FulTestClient FulTestClient;

FulTestClient *ful_test_client_new     (FulRecordBuffer *buffer,
                                        gboolean         with_history);
void           ful_test_client_read    (FulTestClient   *self,
                                        guint            n);
FulProfile    *ful_test_client_finish  (FulTestClient   *self,
                                        FulWireEnd      *out_received);
FulProfile    *ful_test_read_recording (FulRecordBuffer *buffer);
char          *ful_test_describe_rows  (FulProfile      *profile,
                                        guint            thread);

G_END_DECLS
