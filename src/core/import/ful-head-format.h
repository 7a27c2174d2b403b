/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-importer.h"

G_BEGIN_DECLS

const FulImporter *ful_head_format_guess (char       *head,
                                          gsize       n,
                                          const char *file_name);

G_END_DECLS
