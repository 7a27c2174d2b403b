/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The list of symbol sources, and asking them in order: the first answers with lines count, else the first with names. */

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
  FulSymbolTry *try = data;

  g_free (try->file);
  g_free (try->result);
  g_free (try);
}

/* Returns: (transfer full) (element-type FulSymbolTry): none yet */
GPtrArray *
ful_symbol_tries_new (void)
{
  return g_ptr_array_new_with_free_func (free_try);
}

/* @file: (nullable); @result: a sentence */
void
ful_symbol_question_add_try (FulSymbolQuestion     *self,
                             const FulSymbolSource *source,
                             const char            *file,
                             const char            *result)
{
  FulSymbolTry *try = g_new0 (FulSymbolTry, 1);

  try->source = source->name;
  try->file = g_strdup (file);
  try->result = g_strdup (result);
  g_ptr_array_add (self->tried, try);
}

/**
 * ful_symbol_question_can_ask:
 * @server: number of a server
 *
 * Returns: whether @server may be asked: one that does not answer costs half a minute for each library; adds to the tried
 *   ones if not
 */
gboolean
ful_symbol_question_can_ask (FulSymbolQuestion     *self,
                             guint                  server,
                             const FulSymbolSource *source)
{
  if (self->failed_servers == NULL || !g_atomic_int_get (&self->failed_servers[server]))
    return TRUE;

  ful_symbol_question_add_try (self, source, self->servers[server], _("Skipped: the server failed before"));

  return FALSE;
}

/* @error: of ful_symbol_http_fetch() */
void
ful_symbol_question_add_failure (FulSymbolQuestion *self,
                                 guint              server,
                                 const GError      *error)
{
  if (self->failed_servers && error->domain == G_IO_ERROR && error->code != G_IO_ERROR_CANCELLED)
    g_atomic_int_set (&self->failed_servers[server], TRUE);
}

/* Returns: (nullable): what was looked at last. A source with answers has looked at something. */
const char *
ful_symbol_question_get_last_file (const FulSymbolQuestion *self)
{
  g_assert (self->tried->len > 0);

  return ((FulSymbolTry *) g_ptr_array_index (self->tried, self->tried->len - 1))->file;
}

/* Of the addresses that were asked for. */
static void
count (FulLibSymbols           *self,
       const FulSymbolQuestion *question)
{
  self->n_found = self->n_lines = self->n_inlined = 0;
  for (guint i = 0; self->answers && i < question->n_addresses; i++)
    {
      const FulSymbolAnswer *answer = ful_symbol_answers_find (self->answers, question->addresses[i]);
      gboolean has_line = FALSE;

      for (guint k = 0; answer && k < answer->n_frames; k++)
        has_line |= self->answers->frames[answer->first_frame + k].line > 0;
      self->n_found += answer && answer->symbol != FUL_SYMBOL_NONE;
      self->n_lines += has_line;
      self->n_inlined += answer && answer->n_frames > 1;
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
  FulSymbolQuestion *questions;      /* for each library; what is tried belongs to the answer */
  FulSymbolSidecar  *sidecar;
  int                has_trimmed;
};

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
  FulSymbolSearch *self = g_atomic_rc_box_new0 (FulSymbolSearch);
  guint n = profile->libs->len;

  self->profile = g_object_ref (profile);
  self->profile_path = g_strdup (profile_path);
  self->places = g_strdupv ((char **) places);
  self->folders = ful_symbol_places_select ((const char *const *) self->places, FALSE);
  self->servers = ful_symbol_places_select ((const char *const *) self->places, TRUE);
  self->failed_servers = g_new0 (int, g_strv_length ((char **) self->servers) + 1);
  self->addresses = ful_list_addresses (profile);
  self->questions = g_new (FulSymbolQuestion, n + 1);
  self->sidecar = ful_symbol_sidecar_new (profile_path, self->questions, n);
  for (guint i = 0; i < n; i++)
    {
      const GArray *addresses = g_ptr_array_index (self->addresses, i);

      self->questions[i] = (FulSymbolQuestion) { g_ptr_array_index (profile->libs, i), (guint64 *) (gpointer) addresses->data,
                                                 addresses->len, self->profile_path, self->folders, self->servers,
                                                 self->failed_servers, ignore_cache, NULL, self->sidecar, &self->has_trimmed };
    }

  return self;
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
  g_free (self->questions);
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
  FulSymbolQuestion question = search->questions[lib];

  question.tried = self->tried = ful_symbol_tries_new ();
  self->n_addresses = question.n_addresses;
  if (question.n_addresses == 0 || *question.lib->debug_name == '\0' || *question.lib->breakpad_id == '\0')
    return self;

  for (guint i = 0; ful_symbol_sources[i] && self->n_lines == 0 && !g_cancellable_is_cancelled (cancellable); i++)
    {
      FulSymbolAnswers *before = self->answers, *answers;
      guint n_found = self->n_found;

      question.file = NULL;
      answers = ful_symbol_sources[i]->look_up (&question, cancellable);
      if (answers == NULL)
        continue;
      self->answers = answers;
      count (self, &question);
      if (before && self->n_found <= n_found && self->n_lines == 0)
        {
          self->answers = before;
          ful_symbol_answers_unref (answers);
          count (self, &question);
          continue;
        }
      g_clear_pointer (&before, ful_symbol_answers_unref);
      self->source = ful_symbol_sources[i]->name;
      self->file = question.file ? question.file : ful_symbol_question_get_last_file (&question);
    }

  return self;
}

void
ful_lib_symbols_free (FulLibSymbols *self)
{
  g_clear_pointer (&self->answers, ful_symbol_answers_unref);
  g_ptr_array_unref (self->tried);
  g_free (self);
}
