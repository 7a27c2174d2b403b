/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The example of the protocol both ways, and random streams: what was encoded is decoded again,
 * however the bytes are cut. */

#include "ful-test-wire.h"

#include "wire/ful-wire-encoder.h"
#include "wire/ful-wire-rows.h"

#define TEXT(s) ((FulWireText) { s, sizeof s - 1 })

static void
put_client (FulBytes *to)
{
  FulWireFrame hello = { FUL_WIRE_HELLO, .hello = { TRUE, 0, 0, TEXT (""), TEXT ("v"), NULL } };
  FulWireFrame subscribe = { FUL_WIRE_SUBSCRIBE, .subscribe = { 15, TRUE, 65536 } };
  FulWireFrame stop = { FUL_WIRE_STOP };
  FulWireFrame ack = { FUL_WIRE_ACK, .number = 736 };

  g_assert_true (ful_wire_encode (to, &hello));
  g_assert_true (ful_wire_encode (to, &subscribe));
  g_assert_true (ful_wire_encode (to, &stop));
  g_assert_true (ful_wire_encode (to, &ack));
}

static void
put_definitions (FulBytes *to)
{
  static const guint8 capture[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
  static const FulWireText strings[] = { TEXT ("main"), TEXT ("work"), TEXT ("Mark"), TEXT ("n"), TEXT ("type") };
  static const gint64 funcs[] = { 0, 1,  0, 0,  0, 0,  -1, -1,  -1, -1,  -1, -1,  -1, -1,  -1, -1 };
  static const gint64 frames[] = { -1, -1,  -1, -1,  0, 0,  0, -1,  0, -1,  0, 1,  -1, -1,  -1, -1,  -1, -1,  -1, -1,  -1, -1 };
  static const gint64 stacks[] = { 0, 1,  0, 1 };
  FulWireFrame hello = { FUL_WIRE_HELLO, .hello = { FALSE, 0, FUL_WIRE_CAN_STOP, TEXT (""), TEXT ("demo"), capture } };
  FulWireFrame state = { FUL_WIRE_STATE, .state = { 1, 0 } };
  FulWireFrame meta = { FUL_WIRE_META, .object = { .object = TEXT (
    "{\"meta\":{\"interval\":1,\"startTime\":1790000000000,\"profilingStartTime\":0,\"product\":\"demo\",\"version\":36,"
    "\"preprocessedProfileVersion\":70,\"processType\":0,\"stackwalk\":1,\"categories\":[{\"name\":\"Other\",\"color\":\"grey\","
    "\"subcategories\":[\"Other\"]}],\"markerSchema\":[],\"sampleUnits\":{\"time\":\"ms\",\"eventDelay\":\"ms\","
    "\"threadCPUDelta\":\"ns\"}}}") } };
  FulWireFrame thread = { FUL_WIRE_THREAD, .object = { .object = TEXT (
    "{\"name\":\"main\",\"isMainThread\":true,\"pid\":\"42\",\"tid\":42}") } };

  g_assert_true (ful_wire_encode (to, &hello));
  g_assert_true (ful_wire_encode (to, &state));
  g_assert_true (ful_wire_encode (to, &meta));
  g_assert_true (ful_wire_encode (to, &thread));
  g_assert_true (ful_wire_encode_table (to, FUL_WIRE_STRINGS, 0, 5, NULL, strings));
  g_assert_true (ful_wire_encode_table (to, FUL_WIRE_FUNCS, 0, 2, funcs, NULL));
  g_assert_true (ful_wire_encode_table (to, FUL_WIRE_FRAMES, 0, 2, frames, NULL));
  g_assert_true (ful_wire_encode_table (to, FUL_WIRE_STACKS, 0, 2, stacks, NULL));
}

static void
put_rows (FulBytes *to)
{
  static const FulWireSample samples[] = {
    { 1000000, 1, 1, 0, TRUE, FALSE, FALSE, 900, 0, 0 },
    { 2000000, 1, 1, 0, TRUE, FALSE, FALSE, 0, 0, 0 },
    { 3000000, 1, 4, 1000000, TRUE, FALSE, FALSE, 0, 0, 0 },
    { 7000000, -1, 1, 0, FALSE, FALSE, FALSE, 0, 0, 0 },
  };
  static const FulWireCount counts[] = { { 1000000, FALSE, 4096, 0, TRUE, 2 }, { 2000000, TRUE, 0, -1.5, FALSE, 0 } };
  FulWireField type = { 4, FUL_WIRE_FIELD_STRING, .string = 2 };
  FulWireField number = { 3, FUL_WIRE_FIELD_SINT, .sint = -3 };
  FulWireFrame counter = { FUL_WIRE_COUNTER, .object = { .object = TEXT (
    "{\"name\":\"heap\",\"category\":\"Memory\",\"description\":\"\",\"pid\":\"42\"}") } };
  FulWireFrame loss = { FUL_WIRE_LOSS, .loss = { 0, 1, 8000000, 3000000, 3, 1, TEXT ("") } };
  FulWireFrame tick = { FUL_WIRE_TICK, .tick = { 12000000, 11000000, 0, 3, 0 } };
  FulWireFrame end = { FUL_WIRE_END, .end = { 1, 12000000, 7, 1, 2, 0, 3, TEXT ("") } };
  FulWireMarker marker = { 1, 2000000, 1500000, 2, 0, TRUE, 0, 2, { 0 } };
  FulBytes fields = { 0 };

  ful_wire_put_field (&fields, &type);
  ful_wire_put_field (&fields, &number);
  marker.fields = (FulWireReader) { (guint8 *) fields.data, (guint8 *) fields.data + fields.n, NULL, NULL };

  g_assert_true (ful_wire_encode_samples (to, 0, 1000000, samples, G_N_ELEMENTS (samples)));
  g_assert_true (ful_wire_encode_markers (to, 0, 2000000, &marker, 1));
  g_assert_true (ful_wire_encode (to, &counter));
  g_assert_true (ful_wire_encode_counts (to, 0, 1000000, counts, G_N_ELEMENTS (counts)));
  g_assert_true (ful_wire_encode (to, &loss));
  g_assert_true (ful_wire_encode (to, &tick));
  g_assert_true (ful_wire_encode (to, &end));
  ful_bytes_clear (&fields);
}

static void
assert_bytes (const FulBytes *bytes,
              const char     *hex)
{
  g_autoptr(GByteArray) expected = ful_test_wire_from_hex (hex);

  g_assert_cmpmem (bytes->data, bytes->n, expected->data, expected->len);
}

static void
test_example_encoded (void)
{
  FulBytes client = { 0 };
  FulBytes server = { 0 };

  put_client (&client);
  assert_bytes (&client, ful_test_wire_client);
  put_definitions (&server);
  put_rows (&server);
  assert_bytes (&server, ful_test_wire_server);
  ful_bytes_clear (&client);
  ful_bytes_clear (&server);
}

static void
test_example_decoded (void)
{
  g_autoptr(GByteArray) client = ful_test_wire_from_hex (ful_test_wire_client);
  g_autoptr(GByteArray) server = ful_test_wire_from_hex (ful_test_wire_server);
  g_autofree char *of_client = ful_test_wire_describe (client->data, client->len, TRUE, NULL);
  g_autofree char *of_server = ful_test_wire_describe (server->data, server->len, FALSE, NULL);

  g_assert_cmpstr (of_client, ==,
                   "0 HELLO 0 caps 0 token \"\" \"v\"\n"
                   "15 SUBSCRIBE 15 1 65536\n"
                   "25 STOP\n"
                   "30 ACK 736\n");
  g_assert_true (g_str_has_prefix (of_server,
                                   "0 HELLO 0 caps 2 000102030405060708090a0b0c0d0e0f \"demo\"\n"
                                   "33 STATE 1 0\n"
                                   "40 META 0 0 \"{\"meta\":{\"interval\":1,"));
  g_assert_cmpstr (strstr (of_server, "370 "), ==,
                   "370 THREAD 0 0 \"{\"name\":\"main\",\"isMainThread\":true,\"pid\":\"42\",\"tid\":42}\"\n"
                   "432 TABLE 1 0 5: \"main\" \"work\" \"Mark\" \"n\" \"type\"\n"
                   "462 TABLE 4 0 2: 0 1 0 0 0 0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n"
                   "486 TABLE 6 0 2: -1 -1 -1 -1 0 0 0 -1 0 -1 0 1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n"
                   "516 TABLE 7 0 2: 0 1 0 1\n"
                   "528 SAMPLES 0 7\n"
                   "  1000000 stack 1 × 1 cpu 900\n"
                   "  2000000 stack 1 × 1 cpu 0\n"
                   "  3000000 stack 1 × 4 step 1000000 cpu 0\n"
                   "  7000000 stack -1 × 1\n"
                   "562 MARKERS 0 1\n"
                   "  1 2000000 + 1500000 name 2 category 0 stack 0: 4=6:2 3=3:-3\n"
                   "588 COUNTER 0 0 \"{\"name\":\"heap\",\"category\":\"Memory\",\"description\":\"\",\"pid\":\"42\"}\"\n"
                   "659 COUNTS 0 2\n"
                   "  1000000 4096 number 2\n"
                   "  2000000 -1.5\n"
                   "686 LOSS 0 1 8000000 3000000 3 1 \"\"\n"
                   "704 TICK 12000000 11000000 0 3 0\n"
                   "720 END 1 12000000 7 1 2 0 3 \"\"\n");
}

static gint64
random_number (GRand *rand)
{
  guint64 bits = (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);

  return (gint64) (bits >> g_rand_int_range (rand, 0, 64)) >> 2;
}

static guint64
random_uint (GRand *rand)
{
  return (guint64) g_rand_int (rand) << 32 >> g_rand_int_range (rand, 0, 64);
}

static void
put_random_table (FulBytes *to,
                  guint64  *n_rows,
                  GRand    *rand)
{
  FulWireTableNumber table = g_rand_int_range (rand, FUL_WIRE_STRINGS, FUL_WIRE_N_TABLES);
  guint n = (guint) g_rand_int_range (rand, 0, 20);
  FulWireText texts[20];
  gint64 cells[20 * FUL_WIRE_MAX_COLUMNS];

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    texts[i] = g_rand_boolean (rand) ? TEXT ("") : TEXT ("ein Text");
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    cells[i] = g_rand_int_range (rand, 0, 2);
  g_assert_true (ful_wire_encode_table (to, table, n_rows[table], n, cells, texts));
  n_rows[table] += n;
}

static void
put_random_rows (FulBytes *to,
                 GRand    *rand)
{
  FulWireSample samples[30];
  FulWireCount counts[30];
  FulWireAllocation allocations[30];
  FulWireMarker markers[30];
  FulWireField field = { 1, FUL_WIRE_FIELD_TEXT, .text = TEXT ("x") };
  FulBytes fields = { 0 };
  guint n = (guint) g_rand_int_range (rand, 0, 30);

  ful_wire_put_field (&fields, &field);
  for (guint i = 0; i < n; i++)
    {
      gboolean is_run = g_rand_boolean (rand);

      samples[i] = (FulWireSample) { random_number (rand), g_rand_int_range (rand, -1, 2), is_run ? 5 : 1, is_run ? 7 : 0,
                                     g_rand_boolean (rand), !is_run && g_rand_boolean (rand), !is_run && g_rand_boolean (rand),
                                     0, 0, 0 };
      samples[i].cpu = samples[i].has_cpu ? random_uint (rand) : 0;
      samples[i].weight = samples[i].has_weight ? g_rand_double (rand) : 0;
      samples[i].event_delay = samples[i].has_event_delay ? random_number (rand) : 0;
      counts[i] = (FulWireCount) { random_number (rand), i % 2, i % 2 ? 0 : random_number (rand), i % 2 ? -0.5 : 0, i % 3, i % 3 };
      allocations[i] = (FulWireAllocation) { random_number (rand), g_rand_int_range (rand, -1, 9), random_number (rand),
                                             i % 2, { i, i + 1, i + 2 }, i % 3 == 0, random_uint (rand), i };
      markers[i] = (FulWireMarker) { i % 4, random_number (rand), i % 4 == 1 ? random_uint (rand) >> 2 : 0, i, i, i % 3 == 0,
                                     i % 3 == 0 ? 5 : 0, i % 2, { 0 } };
      markers[i].fields = (FulWireReader) { (guint8 *) fields.data, (guint8 *) fields.data + fields.n, NULL, NULL };
    }
  switch (g_rand_int_range (rand, 0, 5))
    {
    case 0:
      g_assert_true (ful_wire_encode_samples (to, 3, random_number (rand), samples, n));
      break;
    case 1:
      g_assert_true (ful_wire_encode_markers (to, 70000, random_number (rand), markers, n));
      break;
    case 2:
      g_assert_true (ful_wire_encode_counts (to, 3, random_number (rand), counts, n));
      break;
    default:
      g_assert_true (ful_wire_encode_allocations (to, 3, g_rand_boolean (rand), random_number (rand), allocations, n));
      break;
    }
  ful_bytes_clear (&fields);
}

/* A decoder that is fed pieces gives what one gives that is fed all, and encoding its frames gives the bytes. */
static void
test_random (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (17);
  guint n_decoded = 0;

  for (guint run = 0; run < 300; run++)
    {
      FulBytes bytes = { 0 };
      g_autofree char *whole = NULL;
      g_autofree char *cut = NULL;
      guint64 n_rows[FUL_WIRE_N_TABLES] = { 0 };

      put_definitions (&bytes);
      n_rows[FUL_WIRE_STRINGS] = 5;
      n_rows[FUL_WIRE_FUNCS] = n_rows[FUL_WIRE_FRAMES] = n_rows[FUL_WIRE_STACKS] = 2;
      for (guint i = 0; i < 10; i++)
        {
          put_random_table (&bytes, n_rows, rand);
          put_random_rows (&bytes, rand);
        }
      whole = ful_test_wire_describe (bytes.data, bytes.n, FALSE, NULL);
      cut = ful_test_wire_describe (bytes.data, bytes.n, FALSE, rand);
      g_assert_null (strstr (whole, "error"));
      g_assert_cmpstr (whole, ==, cut);
      ful_test_wire_assert_encodes_again (bytes.data, bytes.n);
      n_decoded++;
      ful_bytes_clear (&bytes);
    }
  g_assert_cmpuint (n_decoded, ==, 300);
}

static void
test_too_large (void)
{
  g_autofree char *text = g_malloc0 (FUL_WIRE_MAX_BYTES);
  FulWireFrame meta = { FUL_WIRE_META, .object = { .object = { text, FUL_WIRE_MAX_BYTES - 5 } } };
  FulWireFrame mark = { FUL_WIRE_MARK, .text = { text, FUL_WIRE_MAX_CLIENT_BYTES } };
  FulBytes bytes = { 0 };

  g_assert_true (ful_wire_encode (&bytes, &meta));
  g_assert_cmpuint (bytes.n, ==, FUL_WIRE_MAX_BYTES + 4);
  meta.object.object.n++;
  g_assert_false (ful_wire_encode (&bytes, &meta));
  g_assert_false (ful_wire_encode (&bytes, &mark));
  g_assert_cmpuint (bytes.n, ==, FUL_WIRE_MAX_BYTES + 4);
  ful_bytes_clear (&bytes);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/wire-encoder/example-encoded", test_example_encoded);
  g_test_add_func ("/wire-encoder/example-decoded", test_example_decoded);
  g_test_add_func ("/wire-encoder/random", test_random);
  g_test_add_func ("/wire-encoder/too-large", test_too_large);

  return g_test_run ();
}
