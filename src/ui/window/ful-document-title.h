/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/ful-document.h"
#include "model/ful-profile.h"

G_BEGIN_DECLS

char *ful_document_title_new    (const char  *name,
                                 FulProfile  *profile);
char *ful_document_subtitle_new (FulDocument *document);

G_END_DECLS
