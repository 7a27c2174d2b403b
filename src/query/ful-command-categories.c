/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query categories: how much of each thread was spent in which category. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-json.h"

#include "model/ful-thread-names.h"
#include "model/ful-thread-tables.h"

typedef struct
{
  double   *weight;      /* by category */
  gboolean *met;
  guint     n_null;
  double    null_weight;
} Sums;

static Sums
sum_thread (FulProfile *profile,
            FulThread  *thread)
{
  const FulSampleTable *samples = thread->samples;
  Sums sums = { g_new0 (double, profile->categories->len), g_new0 (gboolean, profile->categories->len) };

  for (guint i = 0; i < samples->table.n_rows; i++)
    {
      double weight = samples->weight ? samples->weight[i] : 1;
      FulCategoryIndex category;

      if (samples->stack[i] == FUL_NONE)
        {
          sums.n_null++;
          sums.null_weight += weight;
          continue;
        }

      category = profile->stacks->category[samples->stack[i]];
      sums.met[category] = TRUE;
      sums.weight[category] += weight;
    }

  return sums;
}

static void
write_json (FulProfile   *profile,
            guint         thread,
            const Sums   *sums,
            FulQueryJson *json)
{
  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "thread", thread);
  ful_query_json_key (json, "byCategory");
  ful_query_json_begin_object (json);
  for (guint c = 0; c < profile->categories->len; c++)
    if (sums->met[c])
      {
        ful_query_json_key (json, ful_profile_get_category (profile, c)->name);
        ful_query_json_number (json, sums->weight[c]);
      }
  ful_query_json_end_object (json);
  ful_query_json_number_member (json, "nullStackSamples", sums->n_null);
  ful_query_json_number_member (json, "nullStackWeight", sums->null_weight);
  ful_query_json_end_object (json);
}

static void
print_text (FulProfile *profile,
            guint       thread,
            const char *name,
            const Sums *sums)
{
  g_print ("%u  %s\n", thread, name);
  for (guint c = 0; c < profile->categories->len; c++)
    if (sums->met[c])
      g_print ("%12g  %s\n", sums->weight[c], ful_profile_get_category (profile, c)->name);
  if (sums->n_null > 0)
    g_print ("%12g  without a stack\n", sums->null_weight);
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  g_auto(GStrv) names = ful_thread_names_new (query->profile->threads);
  FulQueryJson json;

  ful_query_json_init (&json, query->answer);
  ful_query_json_begin_array (&json);
  for (guint i = 0; i < query->profile->threads->len; i++)
    {
      Sums sums = sum_thread (query->profile, ful_profile_get_thread (query->profile, i));

      if (query->json)
        write_json (query->profile, i, &sums, &json);
      else
        print_text (query->profile, i, names[i], &sums);
      g_free (sums.weight);
      g_free (sums.met);
    }
  ful_query_json_end_array (&json);
  if (query->json)
    ful_query_json_finish (&json);
  else
    g_string_free (json.buffer, TRUE);

  return FUL_EXIT_OK;
}

const FulCommand ful_command_categories = {
  "categories", "weight of the samples of every thread by category", 0, run,
  "byCategory", "^thread,@category,weight",
};
