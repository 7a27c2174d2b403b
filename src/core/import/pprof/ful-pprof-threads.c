/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Labels of samples: some name the thread of a sample, the others become a text of it (formats.md 17). */

#include "config.h"

#include "ful-pprof-reader-private.h"

#include "model/ful-profile.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

/* Of the key and the value of a label, and of all that a sample has. */
#define MAX_LABEL_BYTES 200
#define MAX_LABELS_BYTES 2000

typedef enum { LABEL_OTHER, LABEL_NAME, LABEL_TID, LABEL_PID, LABEL_PROCESS, N_LABEL_KINDS } LabelKind;

typedef struct
{
  LabelKind  kind;
  char      *value;
  char      *line;    /* KEY=VALUE */
} Label;

static LabelKind
get_label_kind (const char *key)
{
  static const struct { const char *key; LabelKind kind; } kinds[] = {
    { "thread", LABEL_NAME }, { "thread_name", LABEL_NAME }, { "thread name", LABEL_NAME },
    { "thread id", LABEL_TID }, { "thread_id", LABEL_TID }, { "tid", LABEL_TID },
    { "pid", LABEL_PID }, { "process", LABEL_PROCESS },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (key, kinds[i].key))
      return kinds[i].kind;

  return LABEL_OTHER;
}

static void
clear_label (gpointer data)
{
  Label *label = data;

  g_free (label->value);
  g_free (label->line);
}

static void
read_labels (FulPprofReader *self)
{
  FulPprofMessages *messages = &self->messages;

  self->labels = g_array_new (FALSE, FALSE, sizeof (Label));
  g_array_set_clear_func (self->labels, clear_label);
  for (guint i = 0; i < messages->labels->len; i++)
    {
      const FulPprofLabel *from = &g_array_index (messages->labels, FulPprofLabel, i);
      g_autofree char *key = ful_pprof_messages_dup_cut_string (messages, from->key, MAX_LABEL_BYTES);
      g_autofree char *unit = ful_pprof_messages_dup_cut_string (messages, from->unit, MAX_LABEL_BYTES);
      Label label = { get_label_kind (key) };

      if (from->text)
        label.value = ful_pprof_messages_dup_cut_string (messages, from->text, MAX_LABEL_BYTES);
      else
        label.value = g_strdup_printf ("%" PRId64 "%s%s", from->number, *unit ? " " : "", unit);
      label.line = g_strdup_printf ("%s=%s", key, label.value);
      g_strdelimit (label.line, "\r\n", ' ');
      g_array_append_val (self->labels, label);
    }
}

static const Label *
get_label (FulPprofReader *self,
           gint32          set)
{
  return &g_array_index (self->labels, Label, self->label_sets[set].key);
}

static int
compare_lines (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Returns: the labels of a set that do not name its thread, as a shared string, or FUL_NONE */
static FulStringIndex
get_label_text (FulPprofReader *self,
                gint32          labels)
{
  g_autoptr(GPtrArray) lines = g_ptr_array_new ();
  g_autofree char *text = NULL;
  gsize n = 0;

  for (gint32 set = labels; set != FUL_NONE; set = self->label_sets[set].parent)
    {
      const Label *label = get_label (self, set);

      if (label->kind != LABEL_OTHER)
        continue;
      n += strlen (label->line);
      if (n > MAX_LABELS_BYTES)
        {
          ful_import_log_add (self->import->builder->log, FUL_SEVERITY_DATA_LOSS, "sample", -1, -1,
                              _("a sample has too many labels; left some out"));
          break;
        }
      g_ptr_array_add (lines, label->line);
    }
  if (lines->len == 0)
    return FUL_NONE;

  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  text = g_strjoinv ("\n", (char **) lines->pdata);

  return ful_import_tables_string (&self->tables, text, -1);
}

/* @labels: a set of them, or FUL_NONE. Returns: the number of the thread that they name; of too many the last one, as none of
 * them will be shown */
static guint
get_thread (FulPprofReader *self,
            gint32          labels)
{
  const char *texts[N_LABEL_KINDS] = { NULL };
  g_autofree char *key = NULL;
  FulThreadBuilder *builder;
  FulThread *thread;
  guint number;

  for (gint32 set = labels; set != FUL_NONE; set = self->label_sets[set].parent)
    texts[get_label (self, set)->kind] = get_label (self, set)->value;
  key = g_strdup_printf ("%s\n%s\n%s\n%s", texts[LABEL_PID] ? texts[LABEL_PID] : "", texts[LABEL_PROCESS] ? texts[LABEL_PROCESS] : "",
                         texts[LABEL_TID] ? texts[LABEL_TID] : "", texts[LABEL_NAME] ? texts[LABEL_NAME] : "");
  number = GPOINTER_TO_UINT (g_hash_table_lookup (self->threads, key));
  if (number == 0 && ful_profile_builder_is_full (self->import->builder))
    number = self->import->builder->threads->len;
  else if (number == 0)
    {
      builder = ful_profile_builder_add_thread (self->import->builder);
      thread = builder->thread;
      number = self->import->builder->threads->len;
      thread->name = g_strdup (texts[LABEL_NAME] ? texts[LABEL_NAME] : self->program);
      thread->process_type = g_strdup ("default");
      thread->process_name = g_strdup (texts[LABEL_PROCESS]);
      thread->pid = g_strdup (texts[LABEL_PID] ? texts[LABEL_PID] : texts[LABEL_PROCESS] ? texts[LABEL_PROCESS] : "0");
      ful_thread_builder_take_tid (builder, texts[LABEL_TID] ? g_strdup (texts[LABEL_TID])
                                                             : g_strdup_printf ("%u", number - 1));
      g_hash_table_insert (self->threads, g_steal_pointer (&key), GUINT_TO_POINTER (number));
    }

  return number - 1;
}

/* Makes the threads, in the order of their first samples. Returns: the number of samples of each */
guint *
ful_pprof_read_threads (FulPprofReader *self)
{
  FulPprofMessages *messages = &self->messages;
  guint n_sets = ful_prefix_tree_get_n (messages->label_sets);
  g_autofree guint *n_of_set = g_new0 (guint, n_sets + 1);    /* the last one: without labels */
  gint32 no_labels = FUL_NONE;
  guint *n_of_thread;

  read_labels (self);
  self->label_sets = ful_prefix_tree_free_to_nodes (g_steal_pointer (&messages->label_sets));
  for (guint i = 0; i < n_sets; i++)
    self->label_sets[i].first_child = self->label_sets[i].next_sibling = FUL_NONE;
  for (guint i = 0; i < messages->samples->len; i++)
    {
      gint32 labels = g_array_index (messages->samples, FulPprofSample, i).labels;
      gint32 *thread = labels == FUL_NONE ? &no_labels : &self->label_sets[labels].first_child;

      if (*thread == FUL_NONE)
        {
          *thread = (gint32) get_thread (self, labels);
          if (labels != FUL_NONE)
            self->label_sets[labels].next_sibling = get_label_text (self, labels);
        }
      n_of_set[labels == FUL_NONE ? (gint32) n_sets : labels]++;
    }

  g_clear_pointer (&self->labels, g_array_unref);
  self->unlabelled_thread = no_labels;
  n_of_thread = g_new0 (guint, self->import->builder->threads->len);
  if (no_labels != FUL_NONE)
    n_of_thread[no_labels] += n_of_set[n_sets];
  for (guint i = 0; i < n_sets; i++)
    if (self->label_sets[i].first_child != FUL_NONE)
      n_of_thread[self->label_sets[i].first_child] += n_of_set[i];

  return n_of_thread;
}
