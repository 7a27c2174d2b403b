/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Addresses of running captures, as users write them: PATH, HOST:PORT, [::1]:PORT, and these after the scheme
 * of a kind of peer and a colon, as in "firefox:PATH"; "firefox:new" is one that is yet to be started. No name is
 * looked up: what is not on this machine is refused here. */

#include "config.h"

#include "ful-live-address.h"

#include "base/ful-error.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#define NEW "new"

/* Bytes of a path, and the zero after it, that an address of a Unix socket takes. */
#ifdef __APPLE__
#define MAX_SOCKET_PATH 104
#else
#define MAX_SOCKET_PATH 108
#endif

static gboolean
is_loopback (const char *host)
{
  g_autoptr(GInetAddress) address = NULL;

  if (g_ascii_strcasecmp (host, "localhost") == 0)
    return TRUE;
  address = g_inet_address_new_from_string (host);

  return address && g_inet_address_get_is_loopback (address);
}

static gboolean
parse_host (FulLiveAddress  *self,
            const char      *text,
            GError         **error)
{
  const char *colon = strrchr (text, ':');
  gsize n = colon ? (gsize) (colon - text) : 0;
  gboolean has_brackets = n > 2 && text[0] == '[' && text[n - 1] == ']';
  guint64 port;

  self->host = has_brackets ? g_strndup (text + 1, n - 2) : g_strndup (text, n);
  if (n == 0 || !g_ascii_string_to_unsigned (colon + 1, 10, 1, G_MAXUINT16, &port, NULL) ||
      has_brackets != (strchr (self->host, ':') != NULL))
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT,
                   _("“%s” is not an address: a path with “/” or HOST:PORT was expected"), text);
      return FALSE;
    }
  if (!is_loopback (self->host))
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT,
                   _("“%s” is not on this machine: localhost, 127.0.0.1 or [::1] was expected"), self->host);
      return FALSE;
    }
  self->port = (guint16) port;

  return TRUE;
}

/* The kind whose scheme @text begins with, and the rest; else the kind without a scheme. */
static const FulLiveKind *
parse_scheme (const char **text)
{
  const FulLiveKind *plain = NULL;

  for (guint i = 0; ful_live_kinds[i]; i++)
    {
      gsize n = strlen (ful_live_kinds[i]->scheme);

      if (n == 0)
        plain = ful_live_kinds[i];
      else if (g_str_has_prefix (*text, ful_live_kinds[i]->scheme) && (*text)[n] == ':')
        {
          *text += n + 1;
          return ful_live_kinds[i];
        }
    }

  return plain;
}

/**
 * ful_live_address_new:
 * @text: an address
 * @error: %FUL_ERROR_ARGUMENT
 */
FulLiveAddress *
ful_live_address_new (const char  *text,
                      GError     **error)
{
  g_autoptr(FulLiveAddress) self = g_new0 (FulLiveAddress, 1);

  self->kind = parse_scheme (&text);
  self->is_new = self->kind->can_start && strcmp (text, NEW) == 0;
  if (self->is_new)
    return g_steal_pointer (&self);
  if (strchr (text, '/') == NULL && strchr (text, G_DIR_SEPARATOR) == NULL)
    return parse_host (self, text, error) ? g_steal_pointer (&self) : NULL;

  self->path = g_strdup (text);
  if (strlen (text) >= MAX_SOCKET_PATH)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("“%s” is too long for the path of a socket"), text);
      return NULL;
    }

  return g_steal_pointer (&self);
}

void
ful_live_address_free (FulLiveAddress *self)
{
  g_free (self->path);
  g_free (self->host);
  g_free (self);
}

/* Returns: (transfer full): the address as ful_live_address_new() reads it */
char *
ful_live_address_to_text (const FulLiveAddress *self)
{
  const char *scheme = self->kind->scheme;
  const char *colon = *scheme ? ":" : "";

  if (self->path || self->is_new)
    return g_strconcat (scheme, colon, self->is_new ? NEW : self->path, NULL);

  return g_strdup_printf (strchr (self->host, ':') ? "%s%s[%s]:%u" : "%s%s%s:%u", scheme, colon, self->host, self->port);
}
