/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A power of two. */
#define FUL_RECORD_STACK_ENDS 1024

/**
 * FulRecordStackEnds:
 *
 * Of the threads that were last sampled: where their stacks end, as far as that was seen. All zeros: of none.
 */
typedef struct
{
  struct
  {
    gint32   tid;
    gboolean is_wrong;   /* a stack was not whole */
    guint64  end;
    guint64  gap;
  } ends[FUL_RECORD_STACK_ENDS];
} FulRecordStackEnds;

guint64 ful_record_stack_ends_get_needed (const FulRecordStackEnds *self,
                                          gint32                    tid,
                                          guint64                   sp,
                                          guint64                   n);
void    ful_record_stack_ends_learn      (FulRecordStackEnds       *self,
                                          gint32                    tid,
                                          guint64                   end,
                                          gboolean                  is_whole);
gboolean ful_record_stack_ends_is_new_gap (FulRecordStackEnds      *self,
                                          gint32                   tid,
                                          guint64                  gap);

G_END_DECLS
