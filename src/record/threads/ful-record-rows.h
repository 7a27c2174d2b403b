/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"
#include "model/ful-profile.h"
#include "wire/ful-wire.h"

G_BEGIN_DECLS

/**
 * FulRecordRows:
 * @number: of the thread in frames
 * @shown: how it is shown; %NULL once its end was put
 * @is_changed: whether it is put again
 * @has_ended: whether no rows come any more
 * @last_time: ns; of the last row
 *
 * A thread as it is sent: its definition, and the rows since the last time.
 */
typedef struct
{
  guint      number;
  FulThread *shown;
  gboolean   is_changed;
  gboolean   has_ended;
  guint64    last_time;

  /*< private >*/
  GArray    *rows;       /* FulWireSample */
  guint      n_idle;     /* of them */
} FulRecordRows;

FulRecordRows *ful_record_rows_new  (guint                number,
                                     FulThread           *shown);
void           ful_record_rows_free (FulRecordRows       *self);
void           ful_record_rows_set_name (FulRecordRows   *self,
                                         const char      *name,
                                         const char      *process_name);
void           ful_record_rows_end  (FulRecordRows       *self,
                                     double               time,
                                     double               process_time);
void           ful_record_rows_add  (FulRecordRows       *self,
                                     const FulWireSample *row,
                                     gboolean             is_idle);
guint64        ful_record_rows_put  (FulRecordRows       *self,
                                     FulBytes            *to);

G_END_DECLS
