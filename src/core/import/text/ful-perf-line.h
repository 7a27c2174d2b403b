/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulPerfHeader:
 * @name: of the thread, within the line; it may be empty
 * @pid: 0 if it is not printed
 * @time: ms
 * @event: what follows the time
 *
 * The first line of a sample in output of perf script.
 */
typedef struct
{
  const char *name;
  gsize       n_name;
  guint64     pid;
  guint64     tid;
  double      time;
  const char *event;
} FulPerfHeader;

/**
 * FulPerfFrame:
 * @address: hexadecimal digits; none if they are not printed, then there is a module
 * @symbol: without its offset; it may be empty if there is an address
 * @module: (nullable): in brackets
 *
 * A frame in output of perf script. The parts are within the line.
 */
typedef struct
{
  const char *address;
  gsize       n_address;
  const char *symbol;
  gsize       n_symbol;
  const char *module;
  gsize       n_module;
} FulPerfFrame;

gboolean    ful_perf_line_parse_header (const char     *line,
                                        FulPerfHeader  *out);
gboolean    ful_perf_line_parse_frame  (const char     *line,
                                        gsize           n,
                                        FulPerfFrame   *out);
const char *ful_perf_line_find_frame   (const char     *text,
                                        gsize          *out_n);
gboolean    ful_perf_line_is_blank     (char            c);
const char *ful_perf_line_next_word    (const char     *p,
                                        gsize          *out_n);

G_END_DECLS
