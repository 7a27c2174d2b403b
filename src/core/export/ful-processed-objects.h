/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"
#include "model/ful-profile.h"

G_BEGIN_DECLS

void ful_processed_put_meta    (FulBytes     *to,
                                FulProfile   *profile);
void ful_processed_put_lib     (FulBytes     *to,
                                const FulLib *lib);
void ful_processed_put_thread  (FulBytes     *to,
                                FulThread    *thread);
void ful_processed_put_counter (FulBytes     *to,
                                FulCounter   *counter);
void ful_processed_put_rest    (FulBytes     *to,
                                const char   *rest);
void ful_processed_put_string  (FulBytes     *to,
                                const char   *key,
                                const char   *string);
void ful_processed_put_number  (FulBytes     *to,
                                const char   *key,
                                double        number);

G_END_DECLS
