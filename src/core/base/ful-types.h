/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A row that is missing: no parent, no stack, no resource, … */
#define FUL_NONE (-1)

/* Rows of the tables of a profile. */
typedef gint32 FulStringIndex;
typedef gint32 FulStackIndex;
typedef gint32 FulFrameIndex;
typedef gint32 FulFuncIndex;
typedef gint32 FulResourceIndex;
typedef gint32 FulNativeSymbolIndex;
typedef gint32 FulSourceIndex;
typedef gint32 FulLibIndex;
typedef gint32 FulCategoryIndex;

/* Rows of derived tables. */
typedef gint32 FulCallNodeIndex;

/* Tables have at most this many rows, so that every row fits a gint32. */
#define FUL_MAX_ROWS ((guint) G_MAXINT32)

/* Rows between two checks of a cancellable in long loops. */
#define FUL_CANCEL_CHECK_ROWS 4096

G_END_DECLS
