/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Folded stacks: a line for each call node with self weight, the names from the
 * root, separated by semicolons, a space and the weight:
 *
 *   main;run;draw 12
 *
 * Readers skip lines with a sign or an exponent. If any weight is negative, all
 * lines therefore have two columns, like those of difffolded.pl: removed, then
 * added weight.
 *
 *   main;run;free 4096 0
 *
 * In names, semicolons become colons and line breaks become spaces. A space
 * before a number at the end becomes an underscore: it would be a column. */

#include "config.h"

#include "ful-exporters.h"

#include "ful-output-private.h"

#include "io/raw/ful-raw-get.h"
#include "tree/nodes/ful-call-node-table.h"

#include <math.h>

static void
write_name (const char *name,
            FulBytes   *to)
{
  g_autofree char *valid = g_utf8_make_valid (*name != '\0' ? name : "(no name)", -1);
  char *p = valid + strlen (valid);

  g_strdelimit (valid, ";", ':');
  for (char *c = valid; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      *c = ' ';

  while (p > valid && (g_ascii_isdigit (p[-1]) || p[-1] == '.'))
    p--;
  if (*p != '\0' && p > valid && p[-1] == ' ')
    p[-1] = '_';
  ful_bytes_append_s (to, valid);
}

/* Digits that read back as @weight, never with an exponent. */
static void
write_weight (double    weight,
              FulBytes *to)
{
  char text[1400];   /* the longest double has 1074 places */
  gsize n = to->n;

  ful_raw_write_number (weight, to);
  if (memchr (to->data + n, 'e', to->n - n) == NULL)
    return;

  to->n = n;
  g_ascii_formatd (text, sizeof text, weight < 1 ? "%.1074f" : "%.0f", weight);
  n = strlen (text);
  while (weight < 1 && text[n - 1] == '0')
    n--;
  ful_bytes_append (to, text, n);
}

static void
write_line (FulOutput      *output,
            const FulBytes *path,
            double          weight,
            gboolean        signs)
{
  ful_bytes_append (&output->text, path->data, path->n);
  ful_bytes_append_c (&output->text, ' ');
  if (signs)
    {
      write_weight (weight < 0 ? -weight : 0, &output->text);
      ful_bytes_append_c (&output->text, ' ');
    }
  write_weight (MAX (weight, 0), &output->text);
  ful_bytes_append_c (&output->text, '\n');
  ful_output_flush_sometimes (output);
}

static gboolean
write_folded (const FulExportView  *view,
              GOutputStream        *stream,
              GCancellable         *cancellable,
              GError              **error)
{
  const FulCallNodeTable *nodes = view->tree->nodes;
  FulOutput output = { .stream = stream, .cancellable = cancellable };
  g_autofree gsize *path_end = g_new (gsize, MAX (nodes->max_depth + 1, 1));
  FulBytes path = { 0 };
  gboolean signs = FALSE;

  for (guint i = 0; i < nodes->n_nodes; i++)
    signs |= view->tree->self[i] < 0;

  /* Depth first: the path of the caller is there already. */
  for (guint i = 0; i < nodes->n_nodes && output.error == NULL; i++)
    {
      gint32 depth = nodes->depth[i];

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, &output.error))
        break;

      path.n = depth > 0 ? path_end[depth - 1] : 0;
      if (depth > 0)
        ful_bytes_append_c (&path, ';');
      write_name (ful_profile_get_func_name (view->derived->profile, nodes->func[i]), &path);
      path_end[depth] = path.n;
      if (view->tree->self[i] != 0)
        write_line (&output, &path, view->tree->self[i], signs);
    }
  ful_bytes_clear (&path);

  return ful_output_finish (&output, error);
}

const FulExporter ful_export_folded = { "folded", write_folded };
