/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ful-test-wire.h"

#include "wire/ful-wire-decoder.h"

/* A HELLO of 29 bytes, without a name; the frames of the tests follow it. */
#define SERVER_HELLO "19000000 0146504c 53010000 00000000 00000000 00000000 00000000 00"
#define CLIENT_HELLO "0b000000 0146504c 53010000 000176"

/* A row frame of n rows from time 0, as far as its records. */
#define SAMPLES(length, n) length "000000 2000" n "00"

typedef struct
{
  const char *name;
  const char *hex;
  int         code;
  const char *message;   /* what it contains */
} BadStream;

static const BadStream of_server[] = {
  /* Lengths, and the first frame. */
  { "length 0", SERVER_HELLO "00000000", FUL_WIRE_ERROR_LENGTH, "frame at byte 29 " },
  { "length above 16 MiB", SERVER_HELLO "01000001", FUL_WIRE_ERROR_LENGTH, "announces 16777217 bytes" },
  { "not HELLO", "03000000 100100", FUL_WIRE_ERROR_PROTOCOL, "HELLO" },
  { "not FPLS, before the frame is whole", "1d000000 0146504d", FUL_WIRE_ERROR_PROTOCOL, "HELLO" },
  { "text of another protocol", "4f4b0a00 0d0a", FUL_WIRE_ERROR_PROTOCOL, "HELLO" },
  { "major 2", "06000000 0146504c 5302", FUL_WIRE_ERROR_VERSION, "Version 2 " },
  { "major 0", "06000000 0146504c 5300", FUL_WIRE_ERROR_VERSION, "Version 0 " },
  { "HELLO ends", "07000000 0146504c 530100", FUL_WIRE_ERROR_MALFORMED, "ends inside a field" },

  /* Fields. */
  { "payload ends in u8", SERVER_HELLO "01000000 10", FUL_WIRE_ERROR_MALFORMED, "Byte 34 of the stream, in the frame of type 0x10 at byte 29: the payload ends" },
  { "payload ends in sint", SERVER_HELLO "03000000 100180", FUL_WIRE_ERROR_MALFORMED, "ends inside a field" },
  { "payload ends in f64", SERVER_HELLO "0c000000 22000100 01000000 00000000", FUL_WIRE_ERROR_MALFORMED, "ends inside a field" },
  { "payload ends in text", SERVER_HELLO "03000000 11027b", FUL_WIRE_ERROR_MALFORMED, "ends inside a field" },
  { "text of 2^63 - 1 bytes", SERVER_HELLO "0a000000 11ffffff ffffffff ff7f", FUL_WIRE_ERROR_MALFORMED, "ends inside a field" },
  { "uint of 11 bytes", SERVER_HELLO "0c000000 16818080 80808080 80808000", FUL_WIRE_ERROR_MALFORMED, "10 bytes or 64 bits" },
  { "uint of 65 bits", SERVER_HELLO "0b000000 16ffffff ffffffff ffff02", FUL_WIRE_ERROR_MALFORMED, "10 bytes or 64 bits" },
  { "thread 65,536", SERVER_HELLO "05000000 12808004 00", FUL_WIRE_ERROR_MALFORMED, "thread is too large" },
  { "counter 4,096", SERVER_HELLO "05000000 13802000 00", FUL_WIRE_ERROR_MALFORMED, "counter is too large" },

  /* Order of definitions. */
  { "LIB 1 first", SERVER_HELLO "03000000 140100", FUL_WIRE_ERROR_MALFORMED, "lib is not the next" },
  { "LIB 0 again", SERVER_HELLO "03000000 140000 03000000 140000", FUL_WIRE_ERROR_MALFORMED, "lib is not the next" },
  { "TABLE with a gap", SERVER_HELLO "05000000 15010101 00", FUL_WIRE_ERROR_MALFORMED, "not the next one" },
  { "TABLE again", SERVER_HELLO "05000000 15010001 00 05000000 15010001 00", FUL_WIRE_ERROR_MALFORMED, "not the next one" },
  { "TABLE goes on after SYNC", SERVER_HELLO "05000000 15010001 00 02000000 1601 05000000 15010101 00", FUL_WIRE_ERROR_MALFORMED, "not the next one" },
  { "TABLE with too many rows", SERVER_HELLO "06000000 15010081 8040", FUL_WIRE_ERROR_MALFORMED, "1,048,576" },
  { "TABLE ends in a column", SERVER_HELLO "06000000 15070002 0102", FUL_WIRE_ERROR_MALFORMED, "ends inside a field" },
  { "epoch 0", SERVER_HELLO "02000000 1600", FUL_WIRE_ERROR_MALFORMED, "epoch" },
  { "epoch 2", SERVER_HELLO "02000000 1602", FUL_WIRE_ERROR_MALFORMED, "epoch" },

  /* Samples. */
  { "too many rows", SERVER_HELLO "06000000 20008180 4000", FUL_WIRE_ERROR_MALFORMED, "1,048,576" },
  { "first record is same", SERVER_HELLO SAMPLES ("06", "01") "0100", FUL_WIRE_ERROR_MALFORMED, "not a full one" },
  { "first record is a run", SERVER_HELLO SAMPLES ("08", "01") "02000100", FUL_WIRE_ERROR_MALFORMED, "not a full one" },
  { "run of 0 rows", SERVER_HELLO SAMPLES ("0b", "02") "000000 02000000", FUL_WIRE_ERROR_MALFORMED, "run has no rows" },
  { "run beyond n", SERVER_HELLO SAMPLES ("0b", "03") "000000 02000300", FUL_WIRE_ERROR_MALFORMED, "run has no rows" },
  { "run of 2^64 - 1 rows", SERVER_HELLO SAMPLES ("14", "03") "000000 0200 ffffffff ffffffff ff01 00", FUL_WIRE_ERROR_MALFORMED, "run has no rows" },
  { "run with a weight", SERVER_HELLO SAMPLES ("13", "02") "000000 0a000100 00000000 00000000", FUL_WIRE_ERROR_MALFORMED, "unknown bits" },
  { "run with a delay", SERVER_HELLO SAMPLES ("0c", "02") "000000 1200010000", FUL_WIRE_ERROR_MALFORMED, "unknown bits" },
  { "kind 3", SERVER_HELLO SAMPLES ("0b", "02") "000000 03000100", FUL_WIRE_ERROR_MALFORMED, "unknown bits" },
  { "tag of a sample", SERVER_HELLO SAMPLES ("07", "01") "200000", FUL_WIRE_ERROR_MALFORMED, "unknown bits" },
  { "records end before row n", SERVER_HELLO SAMPLES ("07", "02") "000000", FUL_WIRE_ERROR_MALFORMED, "ends inside a field" },
  { "time above 2^63", SERVER_HELLO SAMPLES ("12", "02") "00 feffffffffffffffff01 00 0102", FUL_WIRE_ERROR_MALFORMED, "64 bits" },
  { "end of a run above 2^63", SERVER_HELLO SAMPLES ("14", "03") "000000 020002 ffffffffffffffffff01", FUL_WIRE_ERROR_MALFORMED, "64 bits" },

  /* Markers, counts, allocations. */
  { "tag of a marker", SERVER_HELLO "08000000 21000100 10000000", FUL_WIRE_ERROR_MALFORMED, "unknown bits" },
  { "kind of a field", SERVER_HELLO "0b000000 21000100 04000000 010009", FUL_WIRE_ERROR_MALFORMED, "unknown kind" },
  { "field ends", SERVER_HELLO "0a000000 21000100 04000000 0100", FUL_WIRE_ERROR_MALFORMED, "ends inside a field" },
  { "fields without end", SERVER_HELLO "0a000000 21000100 04000000 ff7f", FUL_WIRE_ERROR_MALFORMED, "ends inside a field" },
  { "too many markers", SERVER_HELLO "06000000 21008180 4000", FUL_WIRE_ERROR_MALFORMED, "1,048,576" },
  { "tag of a count", SERVER_HELLO "07000000 22000100 040000", FUL_WIRE_ERROR_MALFORMED, "unknown bits" },
  { "kind of allocations", SERVER_HELLO "05000000 23000200 00", FUL_WIRE_ERROR_MALFORMED, "unknown kind" },
  { "tag of a JS allocation", SERVER_HELLO "0c000000 23000001 00020000 00000000", FUL_WIRE_ERROR_MALFORMED, "unknown bits" },
  { "tag of a native allocation", SERVER_HELLO "09000000 23000101 00010000 00", FUL_WIRE_ERROR_MALFORMED, "unknown bits" },
};

static const BadStream of_client[] = {
  { "length above 64 KiB", CLIENT_HELLO "01000100", FUL_WIRE_ERROR_LENGTH, "announces 65537 bytes; 1 to 65536" },
  { "window too small", CLIENT_HELLO "06000000 400f01ff ff03", FUL_WIRE_ERROR_MALFORMED, "window" },
  { "window too large", CLIENT_HELLO "08000000 400f0181 80808004", FUL_WIRE_ERROR_MALFORMED, "window" },
  { "ACK ends", CLIENT_HELLO "01000000 41", FUL_WIRE_ERROR_MALFORMED, "ends inside a field" },
};

static void
assert_bad (const BadStream *bad,
            gboolean         from_client)
{
  g_autoptr(GByteArray) bytes = ful_test_wire_from_hex (bad->hex);
  g_autoptr(GRand) cuts = g_rand_new_with_seed (1);
  g_autofree char *whole = ful_test_wire_describe (bytes->data, bytes->len, from_client, NULL);
  g_autofree char *cut = ful_test_wire_describe (bytes->data, bytes->len, from_client, cuts);
  g_autofree char *expected = g_strdup_printf ("error %d ", bad->code);
  const char *error = strstr (whole, "error ");

  g_test_message ("%s: %s", bad->name, whole);
  g_assert_nonnull (error);
  g_assert_true (g_str_has_prefix (error, expected));
  g_assert_nonnull (strstr (error, bad->message));
  g_assert_cmpstr (whole, ==, cut);
}

static void
test_wrong_contents (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (of_server); i++)
    assert_bad (&of_server[i], FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (of_client); i++)
    assert_bad (&of_client[i], TRUE);
}

/* What a newer minor version, or a careless peer, may send. */
static void
test_skipped (void)
{
  g_autoptr(GByteArray) bytes = ful_test_wire_from_hex (
    SERVER_HELLO
    "02000000 7f00"                    /* unknown type */
    "04000000 15090000"                /* unknown table */
    "01000000 43"                      /* STOP, a frame of clients */
    SERVER_HELLO
    "05000000 100100ff ff"             /* STATE with more bytes after it */
    "0d000000 3181 8080 8080 8080 8080 00 02 00"   /* TICK: a number of 10 bytes; it ends early */);
  g_autofree char *text = ful_test_wire_describe (bytes->data, bytes->len, FALSE, NULL);

  g_assert_true (g_str_has_prefix (text,
                                   "0 HELLO 0 caps 0 00000000000000000000000000000000 \"\"\n"
                                   "77 STATE 1 0\n"
                                   "error 5 "));
}

/* Every part gives the whole frames in it, and nothing else. */
static void
test_cut_at_each_byte (void)
{
  g_autoptr(GByteArray) bytes = ful_test_wire_from_hex (ful_test_wire_server);
  g_autofree char *whole = ful_test_wire_describe (bytes->data, bytes->len, FALSE, NULL);
  gsize n_frames = 0;

  for (gsize n = 0; n <= bytes->len; n++)
    {
      g_autofree char *part = ful_test_wire_describe (bytes->data, n, FALSE, NULL);

      g_assert_true (g_str_has_prefix (whole, part));
      if (n > 0 && strlen (part) > n_frames)
        {
          g_autofree char *expected = g_strdup_printf ("\n%zu ", n);

          /* The next frame begins where this part ends. */
          g_assert_true (n == bytes->len || strstr (whole, expected) == whole + strlen (part) - 1);
          n_frames = strlen (part);
        }
    }
  g_assert_cmpuint (n_frames, ==, strlen (whole));
}

/* A payload that is shorter than its fields, whatever frame it is, is malformed. */
static void
test_payload_cut_at_each_byte (void)
{
  g_autoptr(GByteArray) bytes = ful_test_wire_from_hex (ful_test_wire_server);
  guint n_malformed = 0;

  for (gsize at = 33; at < bytes->len;)
    {
      gsize n = bytes->data[at] + 256u * bytes->data[at + 1];

      for (gsize n_cut = 1; n_cut < n; n_cut++)
        {
          g_autoptr(GByteArray) part = g_byte_array_new ();
          g_autofree char *text = NULL;

          g_byte_array_append (part, bytes->data, (guint) (at + 4 + n_cut));
          part->data[at] = (guint8) n_cut;
          part->data[at + 1] = (guint8) (n_cut >> 8);
          text = ful_test_wire_describe (part->data, part->len, FALSE, NULL);
          g_assert_nonnull (strstr (text, "error 5 "));
          n_malformed++;
        }
      at += 4 + n;
    }
  g_assert_cmpuint (n_malformed, ==, 736 - 33 - 5 * 14);
}

/* Whatever the bytes, the frames and the error do not depend on the cuts. */
static void
test_mutations (void)
{
  g_autoptr(GByteArray) bytes = ful_test_wire_from_hex (ful_test_wire_server);
  g_autoptr(GRand) rand = g_rand_new_with_seed (5);
  guint n_errors = 0;

  for (guint run = 0; run < 4000; run++)
    {
      g_autofree guint8 *mutated = g_memdup2 (bytes->data, bytes->len);
      g_autofree char *whole = NULL;
      g_autofree char *cut = NULL;

      for (int i = g_rand_int_range (rand, 1, 4); i > 0; i--)
        mutated[g_rand_int_range (rand, 0, (gint32) bytes->len)] = (guint8) g_rand_int (rand);
      whole = ful_test_wire_describe (mutated, bytes->len, FALSE, NULL);
      cut = ful_test_wire_describe (mutated, bytes->len, FALSE, rand);
      g_assert_cmpstr (whole, ==, cut);
      n_errors += strstr (whole, "error ") != NULL;
    }
  g_assert_cmpuint (n_errors, >, 400);
  g_assert_cmpuint (n_errors, <, 4000);
}

/* A server may refuse a client before HELLO. */
static void
test_error_first (void)
{
  g_autoptr(GByteArray) bytes = ful_test_wire_from_hex ("06000000 02030102 6e6f 03000000 100100");
  g_autofree char *server = ful_test_wire_describe (bytes->data, 10, FALSE, NULL);
  g_autofree char *goes_on = ful_test_wire_describe (bytes->data, bytes->len, FALSE, NULL);
  g_autofree char *client = ful_test_wire_describe (bytes->data, 10, TRUE, NULL);

  g_assert_cmpstr (server, ==, "0 ERROR 3 1 \"no\"\n");
  g_assert_true (g_str_has_prefix (goes_on, "0 ERROR 3 1 \"no\"\nerror 1 "));
  g_assert_true (g_str_has_prefix (client, "error 1 "));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/wire-decoder/wrong-contents", test_wrong_contents);
  g_test_add_func ("/wire-decoder/skipped", test_skipped);
  g_test_add_func ("/wire-decoder/cut-at-each-byte", test_cut_at_each_byte);
  g_test_add_func ("/wire-decoder/payload-cut-at-each-byte", test_payload_cut_at_each_byte);
  g_test_add_func ("/wire-decoder/mutations", test_mutations);
  g_test_add_func ("/wire-decoder/error-first", test_error_first);

  return g_test_run ();
}
