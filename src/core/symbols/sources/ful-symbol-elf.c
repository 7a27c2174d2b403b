/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Symbols of ELF files on this machine (symbols.md 7.1): where they may be, and opening them for the process that reads
 * them. */

#include "config.h"

#include "ful-symbol-cache.h"
#include "ful-symbol-process.h"
#include "symbols/ful-symbol-readers.h"
#include "symbols/ful-symbol-source.h"

#include "base/ful-error.h"
#include "base/ful-perf-cache.h"
#include "base/ful-plain-file.h"
#include "symbolizer/ful-elf-id.h"
#include "symbolizer/ful-symbolizer.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define DEBUG_ROOT "/usr/lib/debug"
#define MAX_FILE_BYTES (G_GUINT64_CONSTANT (16) << 30)

/* Build ids of ELF are longer than ids of other formats. */
#define MIN_BUILD_ID 34

/* Returns: a descriptor, or -1 with @error set: %G_IO_ERROR_NOT_FOUND if there is no such file */
static int
open_regular (const char  *path,
              GError     **error)
{
  FulPlainFileStatus status;
  int file = ful_plain_file_open (path, TRUE, &status);

  if (file >= 0 && status.size_bytes <= MAX_FILE_BYTES)
    return file;

  if (file >= 0)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("It is too large"));
      close (file);
    }
  else if (errno == EINVAL)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("It is not a regular file"));
    }
  else
    {
      g_set_error_literal (error, G_IO_ERROR, (gint) g_io_error_from_errno (errno), g_strerror (errno));
    }

  return -1;
}

static void
add_build_id_paths (GPtrArray  *paths,
                    const char *root,
                    const char *build_id)
{
  if (strlen (build_id) > 2 && strspn (build_id, "0123456789abcdef") == strlen (build_id))
    g_ptr_array_add (paths, g_strdup_printf ("%s/.build-id/%.2s/%s.debug", root, build_id, build_id + 2));
}

/* The cache of debuginfod's client, which is used without asking any server. */
static void
add_cache_paths (GPtrArray  *paths,
                 const char *build_id)
{
  const char *given = g_getenv ("DEBUGINFOD_CACHE_PATH");
  g_autofree char *root = given ? g_strdup (given) : g_build_filename (g_get_user_cache_dir (), "debuginfod_client", NULL);

  if (strspn (build_id, "0123456789abcdef") != strlen (build_id))
    return;
  g_ptr_array_add (paths, g_build_filename (root, build_id, "debuginfo", NULL));
  g_ptr_array_add (paths, g_build_filename (root, build_id, "executable", NULL));
}

/* What perf, and our recorder, keep of a recording. */
static void
add_perf_paths (GPtrArray  *paths,
                const char *build_id)
{
  static const char *const names[] = { "elf", "vdso" };
  char *vdso = ful_perf_cache_dup_vdso_path (build_id);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      char *path = ful_perf_cache_dup_path (build_id, names[i]);

      if (path)
        g_ptr_array_add (paths, path);
    }
  if (vdso)
    g_ptr_array_add (paths, vdso);
}

/* @path: (transfer full) */
static void
take_path (GPtrArray *paths,
           char      *path)
{
  if (g_ptr_array_find_with_equal_func (paths, path, g_str_equal, NULL))
    g_free (path);
  else
    g_ptr_array_add (paths, path);
}

static void
add_path (GPtrArray  *paths,
          const char *folder,
          const char *name)
{
  g_autofree char *base = g_path_get_basename (name);

  if (*name != '\0' && *base != '.' && *base != G_DIR_SEPARATOR)
    take_path (paths, g_build_filename (folder, base, NULL));
}

/* Returns: (transfer full) (nullable): as it is part of paths */
char *
ful_symbol_elf_dup_build_id (const FulLib *lib)
{
  return lib->code_id && strlen (lib->code_id) >= MIN_BUILD_ID ? g_ascii_strdown (lib->code_id, -1) : NULL;
}

/* Returns: (transfer full) (element-type utf8): files that may be the library or its debug information */
static GPtrArray *
list_candidates (const FulSymbolRequest *request)
{
  const FulLib *lib = request->lib;
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *beside = request->profile_path ? g_path_get_dirname (request->profile_path) : NULL;
  g_autofree char *build_id = ful_symbol_elf_dup_build_id (lib);

  if (g_path_is_absolute (lib->debug_path))
    g_ptr_array_add (paths, g_strdup (lib->debug_path));
  if (g_path_is_absolute (lib->path))
    take_path (paths, g_strdup (lib->path));
  if (beside)
    add_path (paths, beside, lib->name);
  for (guint i = 0; request->folders && request->folders[i]; i++)
    {
      add_path (paths, request->folders[i], lib->debug_name);
      add_path (paths, request->folders[i], lib->name);
      if (build_id)
        add_build_id_paths (paths, request->folders[i], build_id);
    }
  if (build_id)
    {
      add_build_id_paths (paths, DEBUG_ROOT, build_id);
      add_cache_paths (paths, build_id);
      add_perf_paths (paths, build_id);
    }

  return paths;
}

static gboolean
has_crc (int     file,
         guint32 crc)
{
  g_autofree Bytef *block = g_malloc (1 << 20);
  uLong sum = crc32 (0, NULL, 0);
  ssize_t n;

  while ((n = read (file, block, 1 << 20)) > 0)
    sum = crc32 (sum, block, (uInt) n);

  return n == 0 && sum == crc && lseek (file, 0, SEEK_SET) == 0;
}

/* Whether the process may name @path as a supplement: a place of debug information, or the ending of one. */
static gboolean
is_supplement_path (const FulSymbolRequest  *request,
                    const char              *path)
{
  g_autofree char *plain = g_path_is_absolute (path) ? g_canonicalize_filename (path, NULL) : NULL;
  gboolean is_below = plain && g_str_has_prefix (plain, DEBUG_ROOT G_DIR_SEPARATOR_S);

  for (guint i = 0; plain && !is_below && request->folders && request->folders[i]; i++)
    {
      g_autofree char *folder = g_canonicalize_filename (request->folders[i], NULL);

      is_below = g_str_has_prefix (plain, folder) && plain[strlen (folder)] == G_DIR_SEPARATOR;
    }

  return plain && (is_below || g_str_has_suffix (plain, ".debug") || g_str_has_suffix (plain, ".dwz"));
}

/* The process may be taken over by the file that it reads, so it gets no file that is not what it has named: an ELF file
 * with that build id, or, where a debug link has none, with that checksum. Returns: (nullable): why it does not get it */
static const char *
check_wanted (int                    file,
              const FulSymbolWanted *wanted,
              gboolean               by_id)
{
  g_autoptr(GBytes) build_id = NULL;
  g_autofree char *id = NULL;

  if (!ful_elf_id_read (file, &build_id))
    return _("It is not an ELF file");
  if (!by_id)
    return has_crc (file, wanted->crc) ? NULL : _("Its checksum is not that of the debug link");
  id = build_id ? ful_elf_id_to_text (build_id) : NULL;

  return g_strcmp0 (id, wanted->build_id) == 0 ? NULL : _("It has another build id");
}

typedef struct
{
  FulSymbolRequest     *request;
  const FulSymbolSource *source;
  const char            *path;          /* of the file that is read */
  int                    server;        /* number of one that has further files, or -1 */
  GCancellable          *cancellable;
} Opener;

/* Returns: a descriptor, or -1 */
static int
open_checked (Opener                *self,
              const char            *path,
              const FulSymbolWanted *wanted,
              gboolean               by_id)
{
  int file = open_regular (path, NULL);
  const char *flaw = file >= 0 ? check_wanted (file, wanted, by_id) : NULL;

  if (file < 0)
    return -1;
  ful_symbol_request_add_attempt (self->request, self->source, path, flaw ? flaw : _("Opened for its debug information"));
  if (flaw == NULL)
    return file;
  close (file);

  return -1;
}

/* What a debug link or a link to supplementary information means: a build id, or a name with a checksum. */
static int
open_wanted (FulSymbolMessage       message,
             const FulSymbolWanted *wanted,
             gpointer               data)
{
  Opener *self = data;
  g_autoptr(GPtrArray) by_id = g_ptr_array_new_with_free_func (g_free), by_name = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = g_path_get_dirname (self->path), *hidden = g_build_filename (folder, ".debug", NULL);
  g_autofree char *global = g_build_filename (DEBUG_ROOT, folder, NULL), *supplements = g_build_filename (DEBUG_ROOT, ".dwz", NULL);
  g_autofree char *downloaded = NULL;
  const char *folders[] = { folder, hidden, global, supplements };

  for (guint i = 0; self->request->folders && self->request->folders[i]; i++)
    {
      add_build_id_paths (by_id, self->request->folders[i], wanted->build_id);
      add_path (by_name, self->request->folders[i], wanted->name);
    }
  if (*wanted->build_id != '\0')
    {
      add_build_id_paths (by_id, DEBUG_ROOT, wanted->build_id);
      add_cache_paths (by_id, wanted->build_id);
    }
  if (message == FUL_SYMBOL_WANT_ALT && is_supplement_path (self->request, wanted->name))
    g_ptr_array_add (by_id, g_strdup (wanted->name));
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    add_path (by_name, folders[i], wanted->name);

  for (guint i = 0; i < by_id->len + by_name->len; i++)
    {
      const char *path = i < by_id->len ? by_id->pdata[i] : by_name->pdata[i - by_id->len];
      int file = g_strcmp0 (path, self->path) == 0
                   ? -1 : open_checked (self, path, wanted, i < by_id->len || message == FUL_SYMBOL_WANT_ALT);

      if (file >= 0)
        return file;
    }

  if (self->server >= 0)
    downloaded = ful_symbol_debuginfod_fetch (self->request, (guint) self->server, wanted->build_id, self->cancellable);

  return downloaded ? open_checked (self, downloaded, wanted, TRUE) : -1;
}

/**
 * ful_symbol_elf_read_file:
 * @request: what to look up
 * @source: name of the source
 * @server: number of a debuginfod server to ask for further files, or -1
 * @what: what to look up
 * @path: an ELF file
 *
 * Returns: (transfer full) (nullable): the results, if it is of this build
 */
FulSymbolResults *
ful_symbol_elf_read_file (FulSymbolRequest       *request,
                          const FulSymbolSource  *source,
                          int                     server,
                          FulSymbolWhat           what,
                          const char             *path,
                          GCancellable           *cancellable)
{
  g_autoptr(GError) error = NULL;
  Opener opener = { request, source, path, server, cancellable };
  FulSymbolResults *results = NULL;
  int file = open_regular (path, &error);

  if (file >= 0)
    {
      results = ful_symbol_process_run (file, what, request->lib->breakpad_id, request->addresses, request->n_addresses,
                                        open_wanted, &opener, cancellable, &error);
      close (file);
    }
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND) || g_str_equal (path, request->lib->path))
    ful_symbol_request_add_attempt (request, source, path,
                                    results == NULL ? error->message
                                    : ful_symbol_results_has_lines (results) ? _("Symbols and lines found")
                                                                          : _("Symbols without lines found"));

  return results;
}

static FulSymbolResults *
read_candidates (FulSymbolRequest  *request,
                 GCancellable      *cancellable)
{
  g_autoptr(GPtrArray) paths = NULL;
  FulSymbolResults *best = NULL;

  if (!ful_symbolizer_can_run ())
    return NULL;

  paths = list_candidates (request);
  for (guint i = 0; i < paths->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      FulSymbolResults *results = ful_symbol_elf_read_file (request, &ful_symbol_source_elf, -1, FUL_SYMBOL_NAMES,
                                                            paths->pdata[i], cancellable);

      if (results && (best == NULL || ful_symbol_results_has_lines (results)))
        {
          g_clear_pointer (&best, ful_symbol_results_unref);
          best = g_steal_pointer (&results);
          request->file = ful_symbol_request_get_last_file (request);
        }
      g_clear_pointer (&results, ful_symbol_results_unref);
      if (best && ful_symbol_results_has_lines (best))
        break;
    }

  return best;
}

/* Returns: (transfer full) (nullable): the instructions, of the first file that has them */
FulSymbolResults *
ful_symbol_elf_read_code (FulSymbolRequest  *request,
                          FulSymbolWhat      what,
                          GCancellable      *cancellable)
{
  g_autoptr(GPtrArray) paths = list_candidates (request);
  FulSymbolResults *results = NULL;

  for (guint i = 0; i < paths->len && results == NULL && !g_cancellable_is_cancelled (cancellable); i++)
    results = ful_symbol_elf_read_file (request, &ful_symbol_source_elf, -1, what, paths->pdata[i], cancellable);

  return results;
}

/* Whether all addresses are in @kept; @missing gets the others. */
static gboolean
has_all (const FulSymbolRequest  *request,
         const FulSymbolResults  *kept,
         GArray                  *missing)
{
  for (guint i = 0; i < request->n_addresses; i++)
    if (ful_symbol_results_find (kept, request->addresses[i]) == NULL)
      g_array_append_val (missing, request->addresses[i]);

  return missing->len == 0;
}

/* Results with lines are kept: those without may be better another time. */
static FulSymbolResults *
look_up (FulSymbolRequest  *request,
         GCancellable      *cancellable)
{
  g_autofree char *folder = ful_symbol_cache_dup_folder ();
  g_autoptr(FulSymbolResults) kept = request->ignore_cache
                                     ? NULL : ful_symbol_cache_read (folder, request->lib->debug_name, request->lib->breakpad_id);
  g_autoptr(GArray) missing = g_array_new (FALSE, FALSE, sizeof (guint64));
  FulSymbolRequest rest = *request;
  FulSymbolResults *results;

  if (kept && has_all (request, kept, missing))
    {
      ful_symbol_request_add_attempt (request, &ful_symbol_source_elf, NULL, _("Symbols and lines were kept from an earlier time"));
      return g_steal_pointer (&kept);
    }
  if (kept)
    {
      rest.addresses = (guint64 *) (gpointer) missing->data;
      rest.n_addresses = missing->len;
    }

  results = read_candidates (&rest, cancellable);
  request->file = rest.file;
  if (kept && results == NULL)
    ful_symbol_request_add_attempt (request, &ful_symbol_source_elf, NULL, _("Symbols and lines were kept from an earlier time"));
  if (results == NULL)
    return g_steal_pointer (&kept);
  if (kept)
    {
      FulSymbolResults *merged = ful_symbol_results_new_merged (kept, results);

      ful_symbol_results_unref (results);
      results = merged;
    }
  if (ful_symbol_results_has_lines (results))
    {
      ful_symbol_cache_write (folder, request->lib->debug_name, request->lib->breakpad_id, results);
      ful_symbol_cache_trim_once (folder, request->has_trimmed);
    }

  return results;
}

const FulSymbolSource ful_symbol_source_elf = { "elf", look_up };
