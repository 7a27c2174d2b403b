/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-zip.h"

G_BEGIN_DECLS

enum { FUL_ZIP_STORED = 0, FUL_ZIP_DEFLATED = 8 };

GInputStream *ful_zip_stream_new (GInputStream       *input,
                                  guint64             begin,
                                  const FulZipMember *member);

G_END_DECLS
