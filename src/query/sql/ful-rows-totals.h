/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sql/ful-sql-table.h"

G_BEGIN_DECLS

/* The function list of each thread: some rows instead of all samples. Profiles have a FulQuery as view. */
extern const FulSqlTable ful_rows_table_totals;

G_END_DECLS
