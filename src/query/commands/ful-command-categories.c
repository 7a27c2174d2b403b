/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query categories: how much of each thread was spent in which category.
 *
 * JSON: [{"thread", "byCategory": {name: weight, …}, "nullStackSamples", "nullStackWeight"}, …]. A row of the table
 * without a category is of samples without a stack. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-json.h"
#include "ful-query-table.h"

#include "model/ful-shared-tables.h"
#include "model/ful-sample-type.h"
#include "model/ful-thread-names.h"
#include "model/ful-thread-tables.h"

static const FulQueryColumn columns[] = {
  { "thread", "thread", FUL_UNIT_NUMBER },
  { NULL, "name", FUL_UNIT_TEXT },
  { "category", "category", FUL_UNIT_NAME },
  { "weight", "weight", FUL_UNIT_NUMBER },
  { NULL, "unit", FUL_UNIT_TEXT },
};

typedef struct
{
  guint            thread;
  FulCategoryIndex category;   /* %FUL_NONE: without a stack */
  double           weight;
  guint            n;
} Sum;

typedef struct
{
  FulProfile *profile;
  char      **names;
  GArray     *sums;    /* Sum: by thread and category */
  guint      *places;  /* for each category, and for none: in @sums, if that is of the thread and category */
} Sums;

/* The sum of a category among those of the thread from @begin on; what an earlier thread left in the places is of none. */
static Sum *
find_sum (Sums             *self,
          guint             begin,
          guint             thread,
          FulCategoryIndex  category)
{
  guint *place = &self->places[category == FUL_NONE ? self->profile->categories->len : (guint) category];
  Sum none = { .thread = thread, .category = category };

  if (*place < begin || *place >= self->sums->len || g_array_index (self->sums, Sum, *place).category != category)
    {
      *place = self->sums->len;
      g_array_append_val (self->sums, none);
    }

  return &g_array_index (self->sums, Sum, *place);
}

/* By category, the samples without a stack last. */
static int
compare_sums (gconstpointer a,
              gconstpointer b)
{
  const Sum *x = a, *y = b;
  guint i = (guint) x->category, k = (guint) y->category;   /* FUL_NONE is the greatest */

  return (i > k) - (i < k);
}

static void
sum_thread (Sums  *self,
            guint  index)
{
  const FulSampleTable *samples = ful_profile_get_thread (self->profile, index)->samples;
  guint begin = self->sums->len;

  for (guint i = 0; i < samples->table.n_rows; i++)
    {
      gint32 stack = samples->stack[i];
      Sum *sum = find_sum (self, begin, index,
                           stack == FUL_NONE ? FUL_NONE : (FulCategoryIndex) ful_stack_table_get_category (self->profile->stacks, stack));

      sum->n++;
      sum->weight += samples->weight ? samples->weight[i] : 1;
    }
  if (self->sums->len > begin)
    qsort (&g_array_index (self->sums, Sum, begin), self->sums->len - begin, sizeof (Sum), compare_sums);
}

static const char *
get_unit (const FulThread *thread)
{
  static const char *const units[] = { "samples", "ms", "bytes" };
  const FulSampleType *type = ful_sample_types_get_default (thread->sample_types);
  const char *word = type ? ful_sample_type_get_word (type) : NULL;

  return word ? word : units[thread->weight_type];
}

static void
fill (FulQueryTable *table,
      guint          i,
      FulQueryRow   *cells)
{
  Sums *self = table->data;
  const Sum *sum = &g_array_index (self->sums, Sum, i);

  ful_query_row_add_number (cells, sum->thread);
  ful_query_row_add_text (cells, self->names[sum->thread]);
  ful_query_row_add_text (cells, sum->category == FUL_NONE ? NULL
                                 : ful_profile_get_category (self->profile, sum->category)->name);
  if (sum->category == FUL_NONE)
    ful_query_row_take_shown (cells, g_strdup ("(without a stack)"));
  ful_query_row_add_number (cells, sum->weight);
  ful_query_row_add_text (cells, get_unit (ful_profile_get_thread (self->profile, sum->thread)));
}

static void
write_json (FulQueryTable *table,
            FulQueryJson  *json)
{
  Sums *self = table->data;
  guint i = 0;

  ful_query_json_begin_array (json);
  for (guint thread = 0; thread < self->profile->threads->len; thread++)
    {
      Sum none = { 0 };

      ful_query_json_begin_object (json);
      ful_query_json_number_member (json, "thread", thread);
      ful_query_json_begin_object_member (json, "byCategory");
      for (; i < self->sums->len && g_array_index (self->sums, Sum, i).thread == thread; i++)
        {
          const Sum *sum = &g_array_index (self->sums, Sum, i);

          if (sum->category == FUL_NONE)
            none = *sum;
          else
            ful_query_json_number_member (json, ful_profile_get_category (self->profile, sum->category)->name, sum->weight);
        }
      ful_query_json_end_object (json);
      ful_query_json_number_member (json, "nullStackSamples", none.n);
      ful_query_json_number_member (json, "nullStackWeight", none.weight);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_array (json);
}

static FulQueryTable *
make_table (FulQuery  *query,
            guint      index,
            GError   **error)
{
  FulQueryTable *table = ful_query_table_new (columns, G_N_ELEMENTS (columns), sizeof (Sums));
  Sums *self = table->data;

  self->profile = query->profile;
  self->names = ful_query_table_attach (table, ful_thread_names_new (query->profile->threads), (GDestroyNotify) g_strfreev);
  self->sums = ful_query_table_attach (table, g_array_new (FALSE, FALSE, sizeof (Sum)), (GDestroyNotify) g_array_unref);
  self->places = ful_query_table_attach (table, g_new0 (guint, query->profile->categories->len + 1), g_free);
  for (guint i = 0; i < query->profile->threads->len; i++)
    sum_thread (self, i);

  table->n_rows = self->sums->len;
  table->is_nested = TRUE;
  table->fill = fill;
  table->write_json = write_json;

  return table;
}

const FulCommand ful_command_categories = {
  "categories", "weight of the samples of every thread by category", 0, make_table, NULL,
};
