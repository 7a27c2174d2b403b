/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/pairing/ful-renames.h"
#include "threads/ful-view-options.h"
#include "viewtext/ful-transform-text.h"

G_BEGIN_DECLS

FulViewOptions *ful_compare_push_spec (const FulViewOptions  *options,
                                       const char            *spec,
                                       FulTransformReader    *reader,
                                       FulRenames            *renames,
                                       GError               **error);

G_END_DECLS
