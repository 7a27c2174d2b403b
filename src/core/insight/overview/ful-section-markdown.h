/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-overview-sections.h"

G_BEGIN_DECLS

void       ful_markdown_append_text         (GString                  *to,
                                             const char               *text);
void       ful_markdown_append_name         (GString                  *to,
                                             const char               *name);
GPtrArray *ful_section_list_markdown        (const FulOverviewSection *section);
char      *ful_section_dup_markdown_heading (const FulOverviewSection *section);

G_END_DECLS
