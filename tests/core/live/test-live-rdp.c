/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ful-test-rdp.h"

#include "live/ful-live-event.h"
#include "live/firefox/ful-live-rdp.h"

#include <string.h>

static const char example[] =
  "27:{\"from\":\"root\",\"traits\":{}}"
  "6:\1:\2{}\3"
  "0:"
  "13:{\"from\":\"é\"}";

static const char described[] =
  "0 27 {\"from\":\"root\",\"traits\":{}}\n"
  "30 6 \1:\2{}\3\n"
  "38 0 \n"
  "40 13 {\"from\":\"é\"}\n";

static void
test_packets (void)
{
  g_autofree char *text = ful_test_rdp_describe (example, sizeof example - 1, NULL);

  g_assert_cmpstr (text, ==, described);
}

/* Every part gives the whole packets in it, and nothing else. */
static void
test_cut_at_each_byte (void)
{
  gsize n_packets = 0;

  for (gsize n = 0; n < sizeof example; n++)
    {
      g_autofree char *part = ful_test_rdp_describe (example, n, NULL);

      g_assert_true (g_str_has_prefix (described, part));
      if (strlen (part) > n_packets)
        {
          g_autofree char *expected = g_strdup_printf ("\n%zu ", n);

          /* The next packet begins where this part ends. */
          g_assert_true (n == sizeof example - 1 || strstr (described, expected) == described + strlen (part) - 1);
          n_packets = strlen (part);
        }
    }
  g_assert_cmpuint (n_packets, ==, sizeof described - 1);
}

static void
test_mutations (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (6);
  guint n_errors = 0;

  for (guint run = 0; run < 4000; run++)
    {
      g_autofree char *mutated = g_memdup2 (example, sizeof example - 1);
      g_autofree char *whole = NULL;
      g_autofree char *cut = NULL;

      for (int i = g_rand_int_range (rand, 1, 4); i > 0; i--)
        mutated[g_rand_int_range (rand, 0, (gint32) sizeof example - 1)] = (char) g_rand_int_range (rand, ' ', 'z');
      whole = ful_test_rdp_describe (mutated, sizeof example - 1, NULL);
      cut = ful_test_rdp_describe (mutated, sizeof example - 1, rand);
      g_assert_cmpstr (whole, ==, cut);
      n_errors += strstr (whole, "error ") != NULL;
    }
  g_assert_cmpuint (n_errors, >, 400);
  g_assert_cmpuint (n_errors, <, 4000);
}

static void
test_wrong_headers (void)
{
  static const struct { const char *bytes, *message; } headers[] = {
    { "HTTP/1.1 400", "“LENGTH:” was" },
    { ":", "“LENGTH:” was" },
    { "-", "“LENGTH:” was" },
    { "1 ", "“LENGTH:” was" },
    { "1\n", "“LENGTH:” was" },
    { "bulk a b 1:", "“LENGTH:” was" },
    { "1x:", "“LENGTH:” was" },
    { "1073741825:", "announces 1073741825 bytes, at most 1073741824 are read" },
    { "99999999999999999999999999:", "announces 99999999999999999999999999 bytes" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (headers); i++)
    {
      g_autofree char *bytes = g_strconcat ("2:{}", headers[i].bytes, "2:{}", NULL);
      g_autofree char *text = ful_test_rdp_describe (bytes, strlen (bytes), NULL);
      g_autofree char *expected = g_strdup_printf ("0 2 {}\nerror %d Packet at byte 4: ", FUL_LIVE_ERROR_FRAME);

      g_assert_true (g_str_has_prefix (text, expected));
      g_assert_nonnull (strstr (text, headers[i].message));
    }
}

/* 200 bytes are the longest header. Nothing comes after an error. */
static void
test_long_header (void)
{
  for (guint n = 200; n <= 201; n++)
    {
      g_autofree char *zeros = g_strnfill (n - 1, '0');
      g_autofree char *bytes = g_strconcat (zeros, "2:{}2:{}", NULL);
      g_autofree char *text = ful_test_rdp_describe (bytes, strlen (bytes), NULL);

      g_assert_cmpint (strstr (text, "longer than 200 bytes") != NULL, ==, n == 201);
      g_assert_cmpint (strstr (text, " 2 {}") != NULL, ==, n == 200);
    }
}

/* What a header announces takes no memory before it comes. */
static void
test_announced (void)
{
  static const char header[] = "1073741824:";
  g_autoptr(FulLiveRdp) rdp = ful_live_rdp_new ();
  g_autoptr(GError) error = NULL;
  FulLiveRdpPacket packet;

  ful_live_rdp_greeted (rdp);
  ful_live_rdp_feed (rdp, header, sizeof header - 1);
  g_assert_false (ful_live_rdp_next (rdp, &packet, &error));
  g_assert_no_error (error);
  ful_live_rdp_feed (rdp, "x", 1);
  g_assert_false (ful_live_rdp_next (rdp, &packet, &error));
  g_assert_no_error (error);
}

/* A peer that is no Firefox cannot have much memory taken before that is known. */
static void
test_before_greeting (void)
{
  static const struct { const char *header; gboolean fits; } headers[] = {
    { "65536:", TRUE }, { "65537:", FALSE }, { "1073741824:", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (headers); i++)
    {
      g_autofree char *bytes = g_strconcat ("2:{}", headers[i].header, NULL);
      g_autoptr(FulLiveRdp) rdp = ful_live_rdp_new ();
      g_autoptr(GError) error = NULL;
      g_auto(FulLiveRdpPacket) packet = { 0 };

      ful_live_rdp_feed (rdp, bytes, strlen (bytes));
      g_assert_true (ful_live_rdp_next (rdp, &packet, &error));
      ful_live_rdp_packet_clear (&packet);
      g_assert_false (ful_live_rdp_next (rdp, &packet, &error));
      g_assert_cmpint (error == NULL, ==, headers[i].fits);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-rdp/packets", test_packets);
  g_test_add_func ("/live-rdp/cut-at-each-byte", test_cut_at_each_byte);
  g_test_add_func ("/live-rdp/mutations", test_mutations);
  g_test_add_func ("/live-rdp/wrong-headers", test_wrong_headers);
  g_test_add_func ("/live-rdp/long-header", test_long_header);
  g_test_add_func ("/live-rdp/announced", test_announced);
  g_test_add_func ("/live-rdp/before-greeting", test_before_greeting);

  return g_test_run ();
}
