/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/document/ful-compare-document.h"
#include "compare/document/ful-compared-runs.h"

G_BEGIN_DECLS

char *ful_compare_command_new (FulCompareDocument *document,
                               FulComparedTable    table);

G_END_DECLS
