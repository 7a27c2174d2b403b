/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Streams of the live protocol as text. */

#include "ful-test-wire.h"

#include "wire/ful-wire-decoder.h"
#include "wire/ful-wire-encoder.h"
#include "wire/ful-wire-rows.h"

const char ful_test_wire_client[] =
  /* 0: HELLO 1.0, token "", name "v" */
  "0b000000 0146504c 53010000 000176"
  /* 15: SUBSCRIBE to all, with history, window 64 KiB */
  "06000000 400f0180 8004"
  /* 25: STOP */
  "01000000 43"
  /* 30: ACK of all 736 bytes */
  "03000000 41e005";

const char ful_test_wire_server[] =
  /* 0: HELLO 1.0, caps 2 (STOP), capture 00…0f, "demo" */
  "1d000000 0146504c 53010002 00010203 04050607 08090a0b 0c0d0e0f 0464656d 6f"
  /* 33: STATE recording since 0 */
  "03000000 100100"
  /* 40: META */
  "46010000 11c3027b 226d6574 61223a7b 22696e74 65727661 6c223a31 2c227374 61727454 696d6522 3a313739 30303030 30303030"
  "30302c22 70726f66 696c696e 67537461 72745469 6d65223a 302c2270 726f6475 6374223a 2264656d 6f222c22 76657273 696f6e22"
  "3a33362c 22707265 70726f63 65737365 6450726f 66696c65 56657273 696f6e22 3a37302c 2270726f 63657373 54797065 223a302c"
  "22737461 636b7761 6c6b223a 312c2263 61746567 6f726965 73223a5b 7b226e61 6d65223a 224f7468 6572222c 22636f6c 6f72223a"
  "22677265 79222c22 73756263 61746567 6f726965 73223a5b 224f7468 6572225d 7d5d2c22 6d61726b 65725363 68656d61 223a5b5d"
  "2c227361 6d706c65 556e6974 73223a7b 2274696d 65223a22 6d73222c 22657665 6e744465 6c617922 3a226d73 222c2274 68726561"
  "64435055 44656c74 61223a22 6e73227d 7d7d"
  /* 370: THREAD 0 */
  "3a000000 1200377b 226e616d 65223a22 6d61696e 222c2269 734d6169 6e546872 65616422 3a747275 652c2270 6964223a 22343222"
  "2c227469 64223a34 327d"
  /* 432: strings 0–4: main work Mark n type */
  "1a000000 15010005 046d6169 6e04776f 726b044d 61726b01 6e047479 7065"
  /* 462: funcs 0, 1: main, work */
  "14000000 15040002 01020000 00000000 00000000 00000000"
  /* 486: frames 0, 1: main with category 0; work */
  "1a000000 15060002 00000000 01010100 01000102 00000000 00000000 0000"
  /* 516: stacks 0: main; 1: work called by main */
  "08000000 15070002 01020001"
  /* 528: SAMPLES of 0: 7 rows from 1 ms: full (stack 1, CPU 900 ns), same at 2 ms (CPU 0), run of 4 from 3 ms each 1 ms (CPU 0), full without stack at 7 ms */
  "1e000000 20000780 897a0400 02840705 80897a00 0680897a 04c0843d 00008089 7a00"
  /* 562: MARKERS of 0: interval Mark at 2 ms for 1.5 ms, category 0, fields type = "Mark" (text of string 2), n = −3; stack 0 */
  "16000000 21000180 92f4010d 00e0c65b 02000204 06020303 0500"
  /* 588: COUNTER 0, of thread 0 */
  "43000000 1300003f 7b226e61 6d65223a 22686561 70222c22 63617465 676f7279 223a224d 656d6f72 79222c22 64657363 72697074"
  "696f6e22 3a22222c 22706964 223a2234 32227d"
  /* 659: COUNTS of 0: +4096 and 2 operations at 1 ms; −1.5 at 2 ms */
  "17000000 22000280 897a0200 80400201 80897a00 00000000 00f8bf"
  /* 686: LOSS: 3 samples of thread 0 from 8 ms for 3 ms, ring overflow */
  "0e000000 30010180 c8d007c0 8db70103 0100"
  /* 704: TICK: now 12 ms, complete to 11 ms, backlog 0, lost 3, CPU 0 */
  "0c000000 3180ecb8 0b80e3be 0a000300"
  /* 720: END: stopped by this client, 12 ms; 7 samples, 1 marker, 2 counts, 0 allocations, 3 lost */
  "0c000000 320180ec b80b0701 02000300";

/**
 * ful_test_wire_from_hex:
 *
 * Returns: (transfer full): the bytes; blanks do not count
 */
GByteArray *
ful_test_wire_from_hex (const char *hex)
{
  GByteArray *bytes = g_byte_array_new ();

  for (const char *at = hex; *at; at++)
    {
      guint8 byte;

      if (*at == ' ')
        continue;
      byte = (guint8) (g_ascii_xdigit_value (at[0]) << 4 | g_ascii_xdigit_value (at[1]));
      at++;
      g_byte_array_append (bytes, &byte, 1);
    }

  return bytes;
}

static void
add_text (GString     *to,
          FulWireText  text)
{
  g_string_append (to, " \"");
  g_string_append_len (to, text.data, (gssize) text.n);
  g_string_append_c (to, '"');
}

static void
add_table (GString      *to,
           FulWireTable *table)
{
  const char *columns = ful_wire_table_columns (table->number);

  g_string_append_printf (to, "TABLE %u %" G_GUINT64_FORMAT " %u:", table->number, table->first_row, table->n_rows);
  for (guint c = 0; columns[c]; c++)
    for (guint i = 0; i < table->n_rows; i++)
      {
        FulWireReader *reader = &table->columns[c];

        if (columns[c] == 't')
          add_text (to, ful_wire_reader_read_text (reader));
        else
          g_string_append_printf (to, " %" G_GINT64_FORMAT,
                                  columns[c] == 'b' ? ful_wire_reader_read_u8 (reader) :
                                  columns[c] == 'p' ? (gint64) ful_wire_reader_read_uint (reader) :
                                  ful_wire_reader_read_ref (reader));
      }
}

static void
add_fields (GString       *to,
            FulWireMarker *marker)
{
  for (guint64 i = 0; i < marker->n_fields; i++)
    {
      FulWireField field;

      ful_wire_read_field (&marker->fields, &field);
      g_string_append_printf (to, " %" G_GUINT64_FORMAT "=%d:", field.key, field.kind);
      if (field.kind == FUL_WIRE_FIELD_SINT || field.kind == FUL_WIRE_FIELD_STRING || field.kind == FUL_WIRE_FIELD_STRING_NUMBER)
        g_string_append_printf (to, "%" G_GINT64_FORMAT, field.sint);
      else if (field.kind == FUL_WIRE_FIELD_F64)
        g_string_append_printf (to, "%g", field.f64);
      else if (field.kind == FUL_WIRE_FIELD_TEXT || field.kind == FUL_WIRE_FIELD_JSON)
        add_text (to, field.text);
    }
  g_assert_null (marker->fields.error);
  g_assert_true (marker->fields.at == marker->fields.end);
}

static void
add_rows (GString      *to,
          FulWireFrame *frame)
{
  FulWireRows *rows = &frame->rows;
  FulWireSample sample;
  FulWireMarker marker;
  FulWireCount count;
  FulWireAllocation allocation;

  g_string_append_printf (to, " %" G_GUINT64_FORMAT " %u", rows->id, rows->n_rows);
  while (frame->type == FUL_WIRE_SAMPLES && ful_wire_rows_next_sample (rows, &sample))
    {
      g_string_append_printf (to, "\n  %" G_GINT64_FORMAT " stack %" G_GINT64_FORMAT " × %" G_GUINT64_FORMAT,
                              sample.time, sample.stack, sample.n_rows);
      if (sample.n_rows > 1)
        g_string_append_printf (to, " step %" G_GUINT64_FORMAT, sample.step);
      if (sample.has_cpu)
        g_string_append_printf (to, " cpu %" G_GUINT64_FORMAT, sample.cpu);
      if (sample.has_weight)
        g_string_append_printf (to, " weight %g", sample.weight);
      if (sample.has_event_delay)
        g_string_append_printf (to, " delay %" G_GINT64_FORMAT, sample.event_delay);
    }
  while (frame->type == FUL_WIRE_MARKERS && ful_wire_rows_next_marker (rows, &marker))
    {
      g_string_append_printf (to, "\n  %u %" G_GINT64_FORMAT " + %" G_GUINT64_FORMAT " name %" G_GUINT64_FORMAT
                              " category %" G_GUINT64_FORMAT, marker.phase, marker.time, marker.duration, marker.name,
                              marker.category);
      if (marker.has_stack)
        g_string_append_printf (to, " stack %" G_GUINT64_FORMAT, marker.stack);
      g_string_append_c (to, ':');
      add_fields (to, &marker);
    }
  while (frame->type == FUL_WIRE_COUNTS && ful_wire_rows_next_count (rows, &count))
    {
      g_string_append_printf (to, "\n  %" G_GINT64_FORMAT, count.time);
      if (count.is_f64)
        g_string_append_printf (to, " %g", count.f64);
      else
        g_string_append_printf (to, " %" G_GINT64_FORMAT, count.sint);
      if (count.has_number)
        g_string_append_printf (to, " number %" G_GUINT64_FORMAT, count.number);
    }
  while (frame->type == FUL_WIRE_ALLOCATIONS && ful_wire_rows_next_allocation (rows, &allocation))
    g_string_append_printf (to, "\n  %" G_GINT64_FORMAT " stack %" G_GINT64_FORMAT " bytes %" G_GINT64_FORMAT
                            " %d %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                            " %d %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT,
                            allocation.time, allocation.stack, allocation.bytes, allocation.in_nursery,
                            allocation.strings[0], allocation.strings[1], allocation.strings[2],
                            allocation.has_address, allocation.address, allocation.thread_id);
  g_assert_null (rows->reader.error);
  g_assert_cmpuint (rows->n_left, ==, 0);
}

static void
add_hello (GString      *to,
           FulWireHello *hello)
{
  g_string_append_printf (to, "HELLO %u caps %" G_GUINT64_FORMAT, hello->minor, hello->capabilities);
  if (hello->from_client)
    {
      g_string_append (to, " token");
      add_text (to, hello->token);
    }
  else
    {
      g_string_append_c (to, ' ');
      for (guint i = 0; i < FUL_WIRE_CAPTURE_BYTES; i++)
        g_string_append_printf (to, "%02x", hello->capture[i]);
    }
  add_text (to, hello->name);
}

static void
add_object (GString       *to,
            const char    *name,
            FulWireObject *object)
{
  g_string_append_printf (to, "%s %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, name, object->id, object->thread);
  add_text (to, object->object);
}

static void
add_end (GString          *to,
         const FulWireEnd *end)
{
  g_string_append_printf (to, "END %u %" G_GINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                          " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, end->reason, end->time, end->n_samples,
                          end->n_markers, end->n_counts, end->n_allocations, end->n_lost);
  add_text (to, end->text);
}

static void
add_loss (GString           *to,
          const FulWireLoss *loss)
{
  g_string_append_printf (to, "LOSS %" G_GINT64_FORMAT " %u %" G_GINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                          " %u", loss->thread, loss->kind, loss->start, loss->duration, loss->n_rows, loss->reason);
  add_text (to, loss->text);
}

static void
add_frame (GString      *to,
           FulWireFrame *frame)
{
  g_string_append_printf (to, "%" G_GUINT64_FORMAT " ", frame->offset);
  switch (frame->type)
    {
    case FUL_WIRE_HELLO:
      add_hello (to, &frame->hello);
      break;
    case FUL_WIRE_ERROR:
      g_string_append_printf (to, "ERROR %" G_GUINT64_FORMAT " %d", frame->error.code, frame->error.fatal);
      add_text (to, frame->error.message);
      break;
    case FUL_WIRE_STATE:
      g_string_append_printf (to, "STATE %u %" G_GINT64_FORMAT, frame->state.state, frame->state.since);
      break;
    case FUL_WIRE_META:
      add_object (to, "META", &frame->object);
      break;
    case FUL_WIRE_THREAD:
      add_object (to, "THREAD", &frame->object);
      break;
    case FUL_WIRE_COUNTER:
      add_object (to, "COUNTER", &frame->object);
      break;
    case FUL_WIRE_LIB:
      add_object (to, "LIB", &frame->object);
      break;
    case FUL_WIRE_TABLE:
      add_table (to, &frame->table);
      break;
    case FUL_WIRE_SYNC:
      g_string_append_printf (to, "SYNC %" G_GUINT64_FORMAT, frame->number);
      break;
    case FUL_WIRE_SAMPLES:
      g_string_append (to, "SAMPLES");
      add_rows (to, frame);
      break;
    case FUL_WIRE_MARKERS:
      g_string_append (to, "MARKERS");
      add_rows (to, frame);
      break;
    case FUL_WIRE_COUNTS:
      g_string_append (to, "COUNTS");
      add_rows (to, frame);
      break;
    case FUL_WIRE_ALLOCATIONS:
      g_string_append_printf (to, "ALLOCATIONS %u", frame->rows.kind);
      add_rows (to, frame);
      break;
    case FUL_WIRE_LOSS:
      add_loss (to, &frame->loss);
      break;
    case FUL_WIRE_TICK:
      g_string_append_printf (to, "TICK %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                              " %" G_GUINT64_FORMAT, frame->tick.now, frame->tick.complete, frame->tick.backlog_bytes,
                              frame->tick.n_lost, frame->tick.cpu_ns);
      break;
    case FUL_WIRE_END:
      add_end (to, &frame->end);
      break;
    case FUL_WIRE_SUBSCRIBE:
      g_string_append_printf (to, "SUBSCRIBE %" G_GUINT64_FORMAT " %d %" G_GUINT64_FORMAT, frame->subscribe.kinds,
                              frame->subscribe.history, frame->subscribe.window_bytes);
      break;
    case FUL_WIRE_ACK:
      g_string_append_printf (to, "ACK %" G_GUINT64_FORMAT, frame->number);
      break;
    case FUL_WIRE_START:
      add_object (to, "START", &frame->object);
      break;
    case FUL_WIRE_STOP:
      g_string_append (to, "STOP");
      break;
    case FUL_WIRE_PAUSE:
      g_string_append (to, "PAUSE");
      break;
    case FUL_WIRE_RESUME:
      g_string_append (to, "RESUME");
      break;
    case FUL_WIRE_MARK:
      g_string_append (to, "MARK");
      add_text (to, frame->text);
      break;
    default:
      g_assert_not_reached ();
    }
  g_string_append_c (to, '\n');
}

/**
 * ful_test_wire_describe:
 * @data: bytes of one direction
 * @cuts: (nullable): source of the places where they are cut; %NULL: one piece
 *
 * Returns: (transfer full): a line for each frame with its offset, and one for each record; then "error CODE MESSAGE"
 */
char *
ful_test_wire_describe (gconstpointer  data,
                        gsize          n,
                        gboolean       from_client,
                        GRand         *cuts)
{
  g_autoptr(FulWireDecoder) decoder = ful_wire_decoder_new (from_client);
  g_autoptr(GError) error = NULL;
  GString *text = g_string_new (NULL);

  for (gsize at = 0; at < n && error == NULL;)
    {
      gsize wanted = cuts ? (gsize) g_rand_int_range (cuts, 0, g_rand_boolean (cuts) ? 3 : 100) : n;
      gsize n_piece = MIN (n - at, wanted);
      g_autofree char *piece = g_memdup2 ((const char *) data + at, n_piece);
      FulWireFrame frame;

      ful_wire_decoder_feed (decoder, piece, n_piece);
      while (ful_wire_decoder_next (decoder, &frame, &error))
        add_frame (text, &frame);
      at += n_piece;
    }
  if (error)
    g_string_append_printf (text, "error %d %s\n", ful_wire_error_get_code (error), error->message);

  return g_string_free (text, FALSE);
}

static void
encode_rows (FulBytes     *to,
             FulWireFrame *frame)
{
  FulWireRows *rows = &frame->rows;
  g_autofree FulWireSample *samples = g_new (FulWireSample, rows->n_rows);
  g_autofree FulWireMarker *markers = g_new (FulWireMarker, rows->n_rows);
  g_autofree FulWireCount *counts = g_new (FulWireCount, rows->n_rows);
  g_autofree FulWireAllocation *allocations = g_new (FulWireAllocation, rows->n_rows);
  gint64 base_time = rows->time;
  guint n = 0;

  if (frame->type == FUL_WIRE_SAMPLES)
    {
      while (ful_wire_rows_next_sample (rows, &samples[n]))
        n++;
      ful_wire_encode_samples (to, rows->id, base_time, samples, n);
    }
  else if (frame->type == FUL_WIRE_MARKERS)
    {
      while (ful_wire_rows_next_marker (rows, &markers[n]))
        n++;
      ful_wire_encode_markers (to, rows->id, base_time, markers, n);
    }
  else if (frame->type == FUL_WIRE_COUNTS)
    {
      while (ful_wire_rows_next_count (rows, &counts[n]))
        n++;
      ful_wire_encode_counts (to, rows->id, base_time, counts, n);
    }
  else
    {
      while (ful_wire_rows_next_allocation (rows, &allocations[n]))
        n++;
      ful_wire_encode_allocations (to, rows->id, rows->kind, base_time, allocations, n);
    }
}

static void
encode_table (FulBytes     *to,
              FulWireTable *table)
{
  const char *columns = ful_wire_table_columns (table->number);
  guint n = table->n_rows;
  g_autofree gint64 *cells = g_new (gint64, (gsize) n * FUL_WIRE_MAX_COLUMNS);
  g_autofree FulWireText *texts = g_new (FulWireText, n);

  for (guint c = 0; columns[c]; c++)
    for (guint i = 0; i < n; i++)
      {
        FulWireReader *reader = &table->columns[c];

        if (columns[c] == 't')
          texts[i] = ful_wire_reader_read_text (reader);
        else
          cells[c * n + i] = columns[c] == 'b' ? ful_wire_reader_read_u8 (reader) :
                             columns[c] == 'p' ? (gint64) ful_wire_reader_read_uint (reader) :
                             ful_wire_reader_read_ref (reader);
      }
  ful_wire_encode_table (to, table->number, table->first_row, n, cells, texts);
}

/**
 * ful_test_wire_assert_encodes_again:
 * @data: bytes of a server, without flaws, and written by the encoder
 *
 * Asserts that the frames decoded from them are encoded as the same bytes.
 */
void
ful_test_wire_assert_encodes_again (gconstpointer data,
                                    gsize         n)
{
  g_autoptr(FulWireDecoder) decoder = ful_wire_decoder_new (FALSE);
  g_autoptr(GError) error = NULL;
  FulBytes again = { 0 };
  FulWireFrame frame;

  ful_wire_decoder_feed (decoder, data, n);
  while (ful_wire_decoder_next (decoder, &frame, &error))
    if (frame.type == FUL_WIRE_TABLE)
      encode_table (&again, &frame.table);
    else if (frame.type >= FUL_WIRE_SAMPLES && frame.type <= FUL_WIRE_ALLOCATIONS)
      encode_rows (&again, &frame);
    else
      g_assert_true (ful_wire_encode (&again, &frame));
  g_assert_no_error (error);
  g_assert_cmpmem (again.data, again.n, data, n);
  ful_bytes_clear (&again);
}
