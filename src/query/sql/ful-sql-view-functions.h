/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sql/ful-sql.h"

G_BEGIN_DECLS

/* Functions of views: their profiles have a FulQuery as view. %NULL-terminated */
extern const FulSqlFunction *const ful_sql_view_functions[];

G_END_DECLS
