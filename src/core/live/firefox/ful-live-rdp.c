/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bytes → packets of the remote debugging protocol of Firefox: “LENGTH:” and JSON; it sends others only if asked to. Bytes
 * are fed however they are cut. Only bytes that have arrived take memory, and a header that cannot become one is an error at
 * its first wrong byte, so that a peer of another protocol is found at once. JSON is not parsed here. */

#include "config.h"

#include "ful-live-rdp.h"

#include "live/ful-live-event.h"

#include <glib/gi18n-lib.h>
#include <stdint.h>
#include <string.h>

struct _FulLiveRdp
{
  GError           *error;       /* (nullable): no packets after it */

  const char       *fed;         /* not read yet */
  gsize             n_fed;
  guint64           offset;      /* of it in the stream */

  char              header[FUL_LIVE_RDP_HEADER_BYTES + 1];
  gsize             n_header;
  gboolean          is_greeted;
  gboolean          has_header;
  FulLiveRdpPacket  packet;      /* of which the header has come */
  guint64           n_body;
};

FulLiveRdp *
ful_live_rdp_new (void)
{
  return g_new0 (FulLiveRdp, 1);
}

void
ful_live_rdp_free (FulLiveRdp *self)
{
  ful_live_rdp_packet_clear (&self->packet);
  g_clear_error (&self->error);
  g_free (self);
}

void
ful_live_rdp_packet_clear (FulLiveRdpPacket *packet)
{
  ful_bytes_clear (&packet->body);
}

/**
 * ful_live_rdp_greeted:
 *
 * The peer is a Firefox: packets may be large from now on.
 */
void
ful_live_rdp_greeted (FulLiveRdp *self)
{
  self->is_greeted = TRUE;
}

/**
 * ful_live_rdp_feed:
 * @self: a decoder whose ful_live_rdp_next() gave %FALSE, or a new one
 * @data: the next bytes of the stream; must stay valid until it does again
 */
void
ful_live_rdp_feed (FulLiveRdp *self,
                   const char *data,
                   gsize       n)
{
  self->fed = data;
  self->n_fed = n;
}

static gboolean
fail (FulLiveRdp *self,
      const char *flaw)
{
  self->error = g_error_new (FUL_LIVE_ERROR, FUL_LIVE_ERROR_FRAME, _("Packet at byte %ju: %s"),
                             (uintmax_t) self->packet.offset, flaw);

  return FALSE;
}

static gboolean
parse_header (FulLiveRdp *self)
{
  guint64 max = self->is_greeted ? FUL_LIVE_RDP_JSON_BYTES : FUL_LIVE_RDP_FIRST_BYTES;
  g_autofree char *flaw = NULL;

  if (g_ascii_string_to_unsigned (self->header, 10, 0, max, &self->n_body, NULL))
    {
      self->has_header = TRUE;
      return TRUE;
    }
  flaw = g_strdup_printf (_("it announces %s bytes, at most %ju are read"), self->header, (uintmax_t) max);

  return fail (self, flaw);
}

/* Returns: FALSE if more bytes are needed, or with the error set */
static gboolean
read_header (FulLiveRdp *self)
{
  if (self->n_header == 0)
    self->packet.offset = self->offset;

  while (self->n_fed > 0)
    {
      char c = *self->fed++;

      self->n_fed--;
      self->offset++;
      if (c == ':' && self->n_header > 0)
        {
          self->header[self->n_header] = '\0';
          return parse_header (self);
        }
      if (self->n_header == FUL_LIVE_RDP_HEADER_BYTES)
        return fail (self, _("its header is longer than 200 bytes"));
      if (!g_ascii_isdigit (c))
        return fail (self, _("“LENGTH:” was expected"));
      self->header[self->n_header++] = c;
    }

  return FALSE;
}

/**
 * ful_live_rdp_next:
 * @packet: (out caller-allocates): is set if there is one
 * @error: %FUL_LIVE_ERROR_FRAME, with the offset of the packet
 *
 * Returns: %FALSE if more bytes are needed, or with @error set; after an error always
 */
gboolean
ful_live_rdp_next (FulLiveRdp        *self,
                   FulLiveRdpPacket  *packet,
                   GError           **error)
{
  FulBytes *body = &self->packet.body;
  gsize n;

  if (self->error == NULL && (self->has_header || read_header (self)))
    {
      n = MIN (self->n_fed, (gsize) self->n_body - body->n);
      ful_bytes_append (body, self->fed, n);
      self->fed += n;
      self->n_fed -= n;
      self->offset += n;
      if (body->n < self->n_body)
        return FALSE;

      ful_bytes_reserve (body, 1);
      memset (body->data + body->n, 0, FUL_BYTES_PADDING);
      *packet = self->packet;
      self->packet = (FulLiveRdpPacket) { 0 };
      self->has_header = FALSE;
      self->n_header = 0;
      return TRUE;
    }
  if (self->error)
    g_propagate_error (error, g_error_copy (self->error));

  return FALSE;
}
