/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-importer.h"

#include "base/ful-bytes.h"

G_BEGIN_DECLS

/* Of each file: JSON needs more than formats that begin with a magic number. */
#define FUL_HEAD_FORMAT_BYTES (64 * 1024)
#define FUL_HEAD_FORMAT_PADDING FUL_BYTES_PADDING

const FulImporter *ful_head_format_guess (char  *head,
                                          gsize  n);

G_END_DECLS
