/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Marks for Sysprof: loads, jobs and frames of "sysprof-cli -f x.syscap -- fulgens PROFILE". Without
 * libsysprof-capture they do nothing; a mark while no profiler listens costs two readings of the clock. */

#pragma once

#include <glib.h>

#ifdef HAVE_SYSPROF
#include <sysprof-capture.h>
#endif

G_BEGIN_DECLS

/* Returns: for ful_trace_end() */
static inline gint64
ful_trace_begin (void)
{
#ifdef HAVE_SYSPROF
  return SYSPROF_CAPTURE_CURRENT_TIME;
#else
  return 0;
#endif
}

/* @detail: (nullable): distinguishes it from others of that name; any thread */
static inline void
ful_trace_end (gint64      begin,
               const char *name,
               const char *detail)
{
#ifdef HAVE_SYSPROF
  sysprof_collector_mark (begin, SYSPROF_CAPTURE_CURRENT_TIME - begin, "Fulgens", name, detail);
#endif
}

G_END_DECLS
