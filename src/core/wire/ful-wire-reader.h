/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulWireText:
 *
 * Bytes of a frame, as sent: neither NUL-terminated nor checked to be UTF-8. Valid as long as the frame.
 */
typedef struct
{
  const char *data;
  gsize       n;
} FulWireText;

/**
 * FulWireReader:
 * @at: the next byte
 * @end: one past the last byte
 * @error: (nullable): the first flaw, a message to be translated
 * @error_at: the field that has it
 *
 * Reads the fields of a payload (wire.md 1). After a flaw every read gives 0.
 */
typedef struct
{
  const guint8 *at;
  const guint8 *end;
  const char   *error;
  const guint8 *error_at;
} FulWireReader;

void        ful_wire_reader_fail      (FulWireReader *self,
                                       const guint8  *at,
                                       const char    *message);
guint8      ful_wire_reader_read_u8   (FulWireReader *self);
guint64     ful_wire_reader_read_uint (FulWireReader *self);
gint64      ful_wire_reader_read_sint (FulWireReader *self);
gint64      ful_wire_reader_read_ref  (FulWireReader *self);
double      ful_wire_reader_read_f64  (FulWireReader *self);
FulWireText ful_wire_reader_read_text (FulWireReader *self);
const guint8 *ful_wire_reader_read_bytes (FulWireReader *self,
                                          gsize          n);

G_END_DECLS
