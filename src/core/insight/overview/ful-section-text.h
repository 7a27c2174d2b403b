/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-overview-sections.h"

G_BEGIN_DECLS

void ful_section_append_text (GString                  *to,
                              const FulOverviewSection *section,
                              gboolean                  color);

G_END_DECLS
