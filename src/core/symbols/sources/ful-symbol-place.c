/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Places of symbols that a user names: folders and servers (symbols.md 7.7). Nothing is connected to here. */

#include "config.h"

#include "ful-symbol-place.h"

#include "base/ful-error.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#define DEBUGINFOD "debuginfod+"

/* A place with "://" is a server of any kind. */
FulSymbolPlace
ful_symbol_place_get_kind (const char *place)
{
  if (strstr (place, "://") == NULL)
    return FUL_SYMBOL_PLACE_FOLDER;

  return g_str_has_prefix (place, DEBUGINFOD) ? FUL_SYMBOL_PLACE_DEBUGINFOD : FUL_SYMBOL_PLACE_SERVER;
}

/**
 * ful_symbol_places_select:
 * @places: (nullable) (array zero-terminated): any places
 * @servers: whether servers are wanted, not folders
 *
 * Returns: (transfer container): those of @places
 */
const char **
ful_symbol_places_select (const char *const *places,
                          gboolean           servers)
{
  GPtrArray *selected = g_ptr_array_new ();

  for (guint i = 0; places && places[i]; i++)
    if ((ful_symbol_place_get_kind (places[i]) != FUL_SYMBOL_PLACE_FOLDER) == servers)
      g_ptr_array_add (selected, (gpointer) places[i]);
  g_ptr_array_add (selected, NULL);

  return (const char **) g_ptr_array_free (selected, FALSE);
}

/* Returns: (transfer full): the URL of a server, without slashes at its end */
char *
ful_symbol_place_dup_url (const char *place)
{
  char *url = g_strdup (g_str_has_prefix (place, DEBUGINFOD) ? place + strlen (DEBUGINFOD) : place);

  for (gsize n = strlen (url); n > 0 && url[n - 1] == '/'; n--)
    url[n - 1] = '\0';

  return url;
}

static gboolean
is_loopback (const char *host)
{
  g_autoptr(GInetAddress) address = g_inet_address_new_from_string (host);

  return address ? g_inet_address_get_is_loopback (address) : g_ascii_strcasecmp (host, "localhost") == 0;
}

static GUri *
parse (const char *place)
{
  g_autofree char *url = ful_symbol_place_dup_url (place);

  return g_uri_parse (url, G_URI_FLAGS_SCHEME_NORMALIZE, NULL);
}

/* Whether it is a server on this machine. */
gboolean
ful_symbol_place_is_local (const char *place)
{
  g_autoptr(GUri) uri = parse (place);

  return uri && g_uri_get_host (uri) && is_loopback (g_uri_get_host (uri));
}

/* Whether this build can ask servers. */
gboolean
ful_symbol_place_has_servers (void)
{
#ifdef HAVE_SOUP
  return TRUE;
#else
  return FALSE;
#endif
}

/**
 * ful_symbol_place_check_server:
 * @place: not a folder
 * @error: %FUL_ERROR_ARGUMENT: why the server is not allowed
 *
 * Requests must not be readable by others: without encryption only this machine is allowed.
 */
gboolean
ful_symbol_place_check_server (const char  *place,
                               GError     **error)
{
  g_autoptr(GUri) uri = parse (place);
  const char *host = uri ? g_uri_get_host (uri) : NULL;
  const char *scheme = uri ? g_uri_get_scheme (uri) : NULL;

  if (!ful_symbol_place_has_servers ())
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("This build cannot ask servers, as “%s”: it needs libsoup"), place);
      return FALSE;
    }

  if (host == NULL || *host == '\0' || g_uri_get_query (uri) || g_uri_get_fragment (uri) ||
      !(g_str_equal (scheme, "https") || g_str_equal (scheme, "http")))
    g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT,
                 _("“%s” is not the address of a server: https://… or debuginfod+https://…"), place);
  else if (g_str_equal (scheme, "http") && !is_loopback (host))
    g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("“%s” must begin with https: others could read what is asked"), place);
  else
    return TRUE;

  return FALSE;
}
