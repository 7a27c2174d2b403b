/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-record-saver.h"

#include "ful-record-output.h"

#include "base/ful-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _FulRecordSaver
{
  FulRecordBuffer *buffer;
  char            *output;
  gboolean         with_symbols;
  gboolean         quiet;
  GThreadPool     *pool;       /* of one thread */
  guint            n_begun;
  gint             n_failed;   /* atomic */
};

/* Returns: (transfer full): the name of the output with a number before its extension */
static char *
make_name (const FulRecordSaver *self,
           guint                 number)
{
  const char *output = self->output;
  const char *base = strrchr (output, '/') ? strrchr (output, '/') + 1 : output;
  const char *extension = strchr (base + (*base == '.'), '.');
  int n = (int) (extension ? extension - output : (gssize) strlen (output));

  return g_strdup_printf ("%.*s-%u%s", n, output, number, extension ? extension : "");
}

static void
save_cb (gpointer data,
         gpointer user_data)
{
  FulRecordSaver *self = user_data;
  g_autofree char *path = make_name (self, GPOINTER_TO_UINT (data));
  g_autoptr(GError) error = NULL;

  if (!ful_record_output_save (self->buffer, path, self->with_symbols, NULL, &error))
    {
      g_strdelimit (error->message, "\n", ' ');
      g_printerr ("fulgens-record: %s\n", error->message);
      if (!g_error_matches (error, FUL_ERROR, FUL_ERROR_EMPTY))   /* there was nothing yet */
        g_atomic_int_inc (&self->n_failed);
    }
  else if (!self->quiet)
    g_printerr (_("fulgens-record: saved %s\n"), path);
}

/**
 * ful_record_saver_new:
 * @output: files get its name with a number, and its format
 * @quiet: whether it says errors alone
 */
FulRecordSaver *
ful_record_saver_new (FulRecordBuffer *buffer,
                      const char      *output,
                      gboolean         with_symbols,
                      gboolean         quiet)
{
  FulRecordSaver *self = g_new0 (FulRecordSaver, 1);

  self->buffer = ful_record_buffer_ref (buffer);
  self->output = g_strdup (output);
  self->with_symbols = with_symbols;
  self->quiet = quiet;
  self->pool = g_thread_pool_new (save_cb, self, 1, FALSE, NULL);

  return self;
}

/* It begins when those before are done. */
void
ful_record_saver_save (FulRecordSaver *self)
{
  g_thread_pool_push (self->pool, GUINT_TO_POINTER (++self->n_begun), NULL);
}

/* Waits until all is saved. Returns: how many could not be; @self is freed */
guint
ful_record_saver_finish (FulRecordSaver *self)
{
  guint n_failed;

  g_thread_pool_free (self->pool, FALSE, TRUE);
  n_failed = (guint) g_atomic_int_get (&self->n_failed);
  ful_record_buffer_unref (self->buffer);
  g_free (self->output);
  g_free (self);

  return n_failed;
}
