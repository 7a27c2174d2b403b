/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Packets of the DevTools protocol as text. */

#include "ful-test-rdp.h"

#include "live/firefox/ful-live-rdp.h"

/**
 * ful_test_rdp_describe:
 * @cuts: (nullable): the bytes are given in parts of lengths from it
 *
 * Returns: (transfer full): a line for each packet, and for the error
 */
char *
ful_test_rdp_describe (const char *data,
                       gsize       n,
                       GRand      *cuts)
{
  g_autoptr(FulLiveRdp) rdp = ful_live_rdp_new ();
  g_autoptr(GError) error = NULL;
  GString *text = g_string_new (NULL);

  ful_live_rdp_greeted (rdp);
  for (gsize at = 0, end; at < n; at = end)
    {
      /* Of its own, so that nothing is read after it. */
      g_autofree char *part = NULL;
      FulLiveRdpPacket packet;

      end = cuts ? at + (gsize) g_rand_int_range (cuts, 1, (gint32) MIN (n - at, 40) + 1) : n;
      part = g_memdup2 (data + at, end - at);
      ful_live_rdp_feed (rdp, part, end - at);
      while (ful_live_rdp_next (rdp, &packet, &error))
        {
          g_string_append_printf (text, "%" G_GUINT64_FORMAT " %zu ", packet.offset, packet.body.n);
          g_string_append_len (text, packet.body.data, (gssize) packet.body.n);
          g_string_append_c (text, '\n');
          g_assert_cmpint (packet.body.data[packet.body.n], ==, 0);
          ful_live_rdp_packet_clear (&packet);
        }
      if (error)
        {
          g_string_append_printf (text, "error %d %s\n", error->code, error->message);
          break;
        }
    }

  return g_string_free (text, FALSE);
}
