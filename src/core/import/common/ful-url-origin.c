/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Scripts of one origin belong together. */

#include "config.h"

#include "ful-url-origin.h"

#include <string.h>

/**
 * ful_url_get_origin:
 * @url: any text
 * @out_origin: (out) (transfer full): scheme://host[:port]
 * @out_host: (out) (transfer full): host[:port]
 *
 * By the rules of browsers, as far as scripts need them: lower case, no user
 * info, no default port.
 *
 * Returns: whether @url is a valid URL with scheme http, https or moz-extension
 */
gboolean
ful_url_get_origin (const char  *url,
                      char       **out_origin,
                      char       **out_host)
{
  static const struct { const char *scheme, *port; } schemes[] = {
    { "http", "80" }, { "https", "443" }, { "moz-extension", "" },
  };
  g_autofree char *authority = NULL;
  g_autofree char *host = NULL;
  const char *rest = NULL;
  const char *port = NULL;
  char *start, *at, *colon;
  guint s;

  for (s = 0; s < G_N_ELEMENTS (schemes); s++)
    {
      gsize n = strlen (schemes[s].scheme);

      if (g_ascii_strncasecmp (url, schemes[s].scheme, n) == 0 && strncmp (url + n, "://", 3) == 0)
        {
          rest = url + n + 3;
          break;
        }
    }
  if (rest == NULL)
    return FALSE;

  authority = g_strndup (rest, strcspn (rest, "/?#\\"));
  at = strrchr (authority, '@');
  start = at ? at + 1 : authority;

  colon = *start == '[' ? strchr (start, ']') : start;
  colon = colon ? strchr (colon, ':') : NULL;
  if (colon)
    {
      *colon = '\0';
      port = colon + 1;
      if (port[strspn (port, "0123456789")] != '\0' || g_ascii_strtoull (port, NULL, 10) > G_MAXUINT16)
        return FALSE;
      while (port[0] == '0' && port[1])
        port++;
    }
  if (*start == '\0' || strpbrk (start, " <>^|%\"`{}") || (*start != '[' && strpbrk (start, "[]")))
    return FALSE;

  host = g_hostname_is_non_ascii (start) ? g_hostname_to_ascii (start) : g_ascii_strdown (start, -1);
  if (host == NULL)
    return FALSE;

  *out_host = port && *port && !g_str_equal (port, schemes[s].port) ? g_strconcat (host, ":", port, NULL) : g_strdup (host);
  *out_origin = g_strconcat (schemes[s].scheme, "://", *out_host, NULL);

  return TRUE;
}
