/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"

G_BEGIN_DECLS

void ful_csv_append (const char *text,
                     FulBytes   *to);

G_END_DECLS
