/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plots/ful-plot.h"

G_BEGIN_DECLS

/* Pictures of a window over time; not in the core because they have to be decoded. */
extern const FulPlotKind ful_plot_screenshots;

G_END_DECLS
