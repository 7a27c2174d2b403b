/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GPtrArray *ful_dropped_files_list (const GValue *value);

G_END_DECLS
