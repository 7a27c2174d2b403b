/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ful_sql_spelling_find (const char *message,
                             const char *statement);

G_END_DECLS
