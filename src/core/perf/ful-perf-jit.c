/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines "START SIZE NAME" of processes that generate code (formats.md 12). */

#include "config.h"

#include "ful-perf-jit.h"

#include "base/ful-bisect.h"
#include "base/ful-plain-file.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define FOLDER "/tmp"
#define MAX_BYTES (64 << 20)
#define CANCEL_CHECK_LINES 4096

typedef struct
{
  guint64     start;
  guint64     end;
  const char *name;
} Code;

typedef struct
{
  char   *text;     /* (nullable): what the names point into */
  GArray *code;     /* Code, by @start; of several at one place the last line */
} Table;

static void
free_table (gpointer data)
{
  Table *table = data;

  g_free (table->text);
  g_array_unref (table->code);
  g_free (table);
}

void
ful_perf_jit_init (FulPerfJit   *self,
                   GCancellable *cancellable)
{
  *self = (FulPerfJit) { .cancellable = cancellable, .tables = g_hash_table_new_full (NULL, NULL, NULL, free_table) };
}

void
ful_perf_jit_clear (FulPerfJit *self)
{
  g_hash_table_unref (self->tables);
}

/* Anyone may write into the folder: as in perf, files of others do not count. Returns: (transfer full) (nullable): UTF-8 */
static char *
read_file (const char *path)
{
  struct stat status;
  int file = ful_plain_file_open (path, O_NOFOLLOW, &status);
  g_autofree char *text = NULL;
  gsize n;

  if (file < 0)
    return NULL;

  if (status.st_uid == 0 || status.st_uid == geteuid ())
    text = ful_plain_file_read (file, MAX_BYTES, &n);
  close (file);

  return text ? g_utf8_make_valid (text, -1) : NULL;
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const Code *first = a, *second = b;

  if (first->start != second->start)
    return first->start < second->start ? -1 : 1;

  return (first->name > second->name) - (first->name < second->name);
}

static Table *
read_table (FulPerfJit *self,
            gint32      pid)
{
  g_autofree char *path = g_strdup_printf (FOLDER "/perf-%d.map", pid);
  Table *table = g_new0 (Table, 1);
  char *rest;

  table->code = g_array_new (FALSE, FALSE, sizeof (Code));
  table->text = rest = read_file (path);
  while (rest && *rest &&
         (table->code->len % CANCEL_CHECK_LINES > 0 || !g_cancellable_is_cancelled (self->cancellable)))
    {
      char *line = rest, *end = strchr (line, '\n');
      Code code;

      rest = end ? end + 1 : line + strlen (line);
      if (end)
        *end = '\0';
      code.start = g_ascii_strtoull (line, &end, 16);
      if (end == line || *end != ' ')
        continue;
      line = end;
      code.end = code.start + g_ascii_strtoull (line, &end, 16);
      if (end == line || *end != ' ' || end[1] == '\0' || code.end < code.start)
        continue;
      code.name = end + 1;
      g_array_append_val (table->code, code);
    }
  g_array_sort (table->code, compare);

  return table;
}

/**
 * ful_perf_jit_find:
 * @pid: a process
 * @address: in its generated code
 *
 * Returns: (nullable) (transfer none): the name
 */
const char *
ful_perf_jit_find (FulPerfJit *self,
                   gint32      pid,
                   guint64     address)
{
  Table *table;
  const Code *code;
  guint after;

  if (!self->is_here)
    return NULL;

  table = g_hash_table_lookup (self->tables, GINT_TO_POINTER (pid));
  if (table == NULL)
    {
      table = read_table (self, pid);
      g_hash_table_insert (self->tables, GINT_TO_POINTER (pid), table);
    }
  code = (const Code *) (gpointer) table->code->data;
  after = FUL_BISECT (0, table->code->len, middle, code[middle].start > address);

  return after > 0 && address < code[after - 1].end ? code[after - 1].name : NULL;
}
