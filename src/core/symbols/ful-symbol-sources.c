/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The list of symbol sources, and asking them in order: the first results with lines count, else the first with names. */

#include "config.h"

#include "ful-symbol-source.h"

#include "symbols/sources/ful-symbol-place.h"
#include "ful-symbol-readers.h"
#include "ful-symbolicate.h"

#include <glib/gi18n-lib.h>

const FulSymbolSource *const ful_symbol_sources[] = {
  &ful_symbol_source_sidecar,
  &ful_symbol_source_elf,
  &ful_symbol_source_kallsyms,
  &ful_symbol_source_breakpad,
  &ful_symbol_source_server,
  &ful_symbol_source_debuginfod,
  NULL,
};

static void
free_try (gpointer data)
{
  FulSymbolAttempt *try = data;

  g_free (try->file);
  g_free (try->result);
  g_free (try);
}

/* Returns: (transfer full) (element-type FulSymbolAttempt): none yet */
GPtrArray *
ful_symbol_tries_new (void)
{
  return g_ptr_array_new_with_free_func (free_try);
}

/* @file: (nullable); @result: a sentence */
void
ful_symbol_request_add_attempt (FulSymbolRequest      *self,
                                const FulSymbolSource *source,
                                const char            *file,
                                const char            *result)
{
  FulSymbolAttempt *try = g_new0 (FulSymbolAttempt, 1);

  try->source = source->name;
  try->file = g_strdup (file);
  try->result = g_strdup (result);
  g_ptr_array_add (self->attempts, try);
}

/**
 * ful_symbol_request_can_ask:
 * @server: number of a server
 *
 * Returns: whether @server may be asked: one that does not reply costs half a minute for each library; adds to the tried
 *   ones if not
 */
gboolean
ful_symbol_request_can_ask (FulSymbolRequest      *self,
                            guint                  server,
                            const FulSymbolSource *source)
{
  if (self->failed_servers == NULL || !g_atomic_int_get (&self->failed_servers[server]))
    return TRUE;

  ful_symbol_request_add_attempt (self, source, self->servers[server], _("Skipped: the server failed before"));

  return FALSE;
}

/* @error: of ful_symbol_http_fetch() */
void
ful_symbol_request_add_failure (FulSymbolRequest  *self,
                                guint              server,
                                const GError      *error)
{
  if (self->failed_servers && error->domain == G_IO_ERROR && error->code != G_IO_ERROR_CANCELLED)
    g_atomic_int_set (&self->failed_servers[server], TRUE);
}

/* Returns: (nullable): the file of the last attempt. A source with results has added an attempt. */
const char *
ful_symbol_request_get_last_file (const FulSymbolRequest *self)
{
  g_assert (self->attempts->len > 0);

  return ((FulSymbolAttempt *) g_ptr_array_index (self->attempts, self->attempts->len - 1))->file;
}

/* Counts the requested addresses with symbols, lines and inlined functions. */
static void
count (FulLibSymbols           *self,
       const FulSymbolRequest  *request)
{
  self->n_found = self->n_lines = self->n_inlined = 0;
  for (guint i = 0; self->results && i < request->n_addresses; i++)
    {
      const FulSymbolResult *result = ful_symbol_results_find (self->results, request->addresses[i]);
      gboolean has_line = FALSE;

      for (guint k = 0; result && k < result->n_frames; k++)
        has_line |= self->results->frames[result->first_frame + k].line > 0;
      self->n_found += result && result->symbol != FUL_SYMBOL_NONE;
      self->n_lines += has_line;
      self->n_inlined += result && result->n_frames > 1;
    }
}

struct _FulSymbolSearch
{
  FulProfile        *profile;
  char              *profile_path;   /* (nullable) */
  char             **places;         /* (nullable) */
  const char       **folders;        /* of them */
  const char       **servers;        /* of them */
  int               *failed_servers; /* for each of them */
  GPtrArray         *addresses;      /* for each library */
  FulSymbolRequest *requests;      /* for each library; what is tried belongs to the result */
  FulSymbolSidecar  *sidecar;
  int                has_trimmed;
};

/* @addresses: (transfer full) */
static FulSymbolSearch *
create_search (FulProfile        *profile,
               GPtrArray         *addresses,
               const char        *profile_path,
               const char *const *places,
               gboolean           ignore_cache)
{
  FulSymbolSearch *self = g_atomic_rc_box_new0 (FulSymbolSearch);
  guint n = profile->libs->len;

  self->profile = g_object_ref (profile);
  self->profile_path = g_strdup (profile_path);
  self->places = g_strdupv ((char **) places);
  self->folders = ful_symbol_places_select ((const char *const *) self->places, FALSE);
  self->servers = ful_symbol_places_select ((const char *const *) self->places, TRUE);
  self->failed_servers = g_new0 (int, g_strv_length ((char **) self->servers) + 1);
  self->addresses = addresses;
  self->requests = g_new (FulSymbolRequest, n + 1);
  self->sidecar = ful_symbol_sidecar_new (profile_path, self->requests, n);
  for (guint i = 0; i < n; i++)
    {
      const GArray *of_lib = g_ptr_array_index (self->addresses, i);

      self->requests[i] = (FulSymbolRequest) { g_ptr_array_index (profile->libs, i), (guint64 *) (gpointer) of_lib->data,
                                                 of_lib->len, self->profile_path, self->folders, self->servers,
                                                 self->failed_servers, ignore_cache, NULL, self->sidecar, &self->has_trimmed };
    }

  return self;
}

/**
 * ful_symbol_search_new:
 * @profile: a profile
 * @profile_path: (nullable): file of the profile
 * @places: (nullable) (array zero-terminated): where else to look: folders, and servers (ful-symbol-place.h)
 * @ignore_cache: whether to ignore cached results
 *
 * Lists the addresses of all frames; reads no file.
 *
 * Returns: (transfer full): what to ask
 */
FulSymbolSearch *
ful_symbol_search_new (FulProfile        *profile,
                       const char        *profile_path,
                       const char *const *places,
                       gboolean           ignore_cache)
{
  return create_search (profile, ful_list_addresses (profile), profile_path, places, ignore_cache);
}

/**
 * ful_symbol_search_new_of:
 * @addresses: (element-type GArray): for each library of @profile some addresses, guint64, different and ascending; not to be
 *   changed any more
 *
 * Returns: (transfer full): what to ask for these alone, on this machine
 */
FulSymbolSearch *
ful_symbol_search_new_of (FulProfile *profile,
                          GPtrArray  *addresses)
{
  return create_search (profile, g_ptr_array_ref (addresses), NULL, NULL, FALSE);
}

FulSymbolSearch *
ful_symbol_search_ref (FulSymbolSearch *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  FulSymbolSearch *self = data;

  ful_symbol_sidecar_free (self->sidecar);
  g_free (self->requests);
  g_ptr_array_unref (self->addresses);
  g_free (self->folders);
  g_free (self->servers);
  g_free (self->failed_servers);
  g_strfreev (self->places);
  g_free (self->profile_path);
  g_object_unref (self->profile);
}

void
ful_symbol_search_unref (FulSymbolSearch *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * ful_symbol_search_look_up:
 * @lib: number of a library
 *
 * Blocks.
 *
 * Returns: (transfer full): the symbols of the addresses of all frames of the library, and what was tried
 */
FulLibSymbols *
ful_symbol_search_look_up (FulSymbolSearch *search,
                           guint            lib,
                           GCancellable    *cancellable)
{
  FulLibSymbols *self = g_new0 (FulLibSymbols, 1);
  FulSymbolRequest request = search->requests[lib];

  request.attempts = self->attempts = ful_symbol_tries_new ();
  self->n_addresses = request.n_addresses;
  if (request.n_addresses == 0 || *request.lib->debug_name == '\0' || *request.lib->breakpad_id == '\0')
    return self;

  for (guint i = 0; ful_symbol_sources[i] && self->n_lines == 0 && !g_cancellable_is_cancelled (cancellable); i++)
    {
      FulSymbolResults *before = self->results, *results;
      guint n_found = self->n_found;

      request.file = NULL;
      results = ful_symbol_sources[i]->look_up (&request, cancellable);
      if (results == NULL)
        continue;
      self->results = results;
      count (self, &request);
      if (before && self->n_found <= n_found && self->n_lines == 0)
        {
          self->results = before;
          ful_symbol_results_unref (results);
          count (self, &request);
          continue;
        }
      g_clear_pointer (&before, ful_symbol_results_unref);
      self->source = ful_symbol_sources[i]->name;
      self->file = request.file ? request.file : ful_symbol_request_get_last_file (&request);
    }

  return self;
}

void
ful_lib_symbols_free (FulLibSymbols *self)
{
  g_clear_pointer (&self->results, ful_symbol_results_unref);
  g_ptr_array_unref (self->attempts);
  g_free (self);
}
