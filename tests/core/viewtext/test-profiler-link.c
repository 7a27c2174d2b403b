/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-files.h"
#include "ful-test-profile.h"

#include "base/ful-error.h"
#include "viewtext/ful-profiler-link-private.h"
#include "viewtext/ful-profiler-link.h"

#include <json-glib/json-glib.h>
#include <string.h>

#define PUBLIC "https://profiler.firefox.com/public/abc/"

/* Three threads; functions A B.js C.js D E.js in that order; D is of interest to scripts. */
static FulProfile *
make_profile (void)
{
  FulTestProfile *test = ful_test_profile_new ();

  ful_test_profile_declare (test, "A B.js C.js D E.js");
  ful_test_profile_add (test, "A    A    \n"
                              "B.js B.js \n"
                              "D    A    \n"
                              "C.js E.js \n");
  ful_test_profile_add (test, "A\n");
  ful_test_profile_add (test, "A\n");
  FUL_CELLS (&test->builder->funcs, FUL_FUNC_RELEVANT_FOR_JS, guint8)[3] = TRUE;

  return ful_test_profile_seal (test);
}

static char *
print_transform (const FulTransform *transform)
{
  GString *text = g_string_new (transform->kind->url_key);

  if (transform->kind->parameters & FUL_TRANSFORM_IMPLEMENTATION)
    g_string_append_printf (text, " %s", ful_implementation_to_string (transform->implementation));
  for (guint i = 0; i < transform->n_path; i++)
    g_string_append_printf (text, "%c%d", i > 0 ? ',' : ' ', transform->path[i]);
  if (transform->inverted)
    g_string_append (text, " inverted");
  if (transform->func != FUL_NONE)
    g_string_append_printf (text, " func %d", transform->func);
  if (transform->resource != FUL_NONE)
    g_string_append_printf (text, " resource %d", transform->resource);
  if (transform->category != FUL_NONE)
    g_string_append_printf (text, " category %d", transform->category);
  if (transform->filter)
    g_string_append_printf (text, " “%s”", transform->filter);

  return g_string_free (text, FALSE);
}

/* All that a link says beyond the defaults. */
static char *
link_to_text (const FulProfilerLink *link)
{
  const FulViewOptions *options = link->options;
  GString *text = g_string_new (link->panel);

  for (guint i = 0; i < options->n_threads; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? "," : "; threads ", options->threads[i]);
  for (guint i = 0; i < link->n_ranges; i++)
    g_string_append_printf (text, "; %g to %g", link->ranges[i].start, link->ranges[i].end);
  g_assert_true (options->has_range == (link->n_ranges > 0));
  if (link->n_ranges > 0)
    g_assert_cmpfloat (options->range.end, ==, link->ranges[link->n_ranges - 1].end);
  if (options->implementation != FUL_IMPLEMENTATION_COMBINED)
    g_string_append_printf (text, "; %s", ful_implementation_to_string (options->implementation));
  if (options->strategy != FUL_STRATEGY_TIMING)
    g_string_append_printf (text, "; %s", ful_strategy_to_string (options->strategy));
  if (*options->search != '\0')
    g_string_append_printf (text, "; search “%s”", options->search);
  if (options->invert)
    g_string_append (text, "; inverted");
  if (!options->include_idle)
    g_string_append (text, "; no idle");
  for (guint i = 0; i < options->n_transforms; i++)
    {
      g_autofree char *transform = print_transform (options->transforms[i]);

      g_string_append_printf (text, "; %s", transform);
    }
  if (link->n_ignored > 0)
    g_string_append_printf (text, "; %u ignored", link->n_ignored);
  if (link->marker != FUL_NONE)
    g_string_append_printf (text, "; marker %d", link->marker);
  if (*link->marker_search)
    g_string_append_printf (text, "; markers “%s”", link->marker_search);
  if (*link->network_search)
    g_string_append_printf (text, "; requests “%s”", link->network_search);
  if (*link->marker_sort)
    g_string_append_printf (text, "; by %s", link->marker_sort);

  return g_string_free (text, FALSE);
}

static const struct { const char *link, *expected; } links[] = {
  /* markers */
  { PUBLIC "marker-table/?markerSearch=name%3Aa%2Cb&marker=17&v=17", "marker-table; marker 17; markers “name:a,b”" },
  { PUBLIC "network-chart/?networkSearch=x+y&marker=-1&v=17", "network; requests “x y”" },
  { PUBLIC "marker-table/?markerSort=duration-desc~start-asc&v=17", "marker-table; by duration-desc~start-asc" },
  { PUBLIC "marker-chart/?marker=1x&markerSearch=&v=17", "marker-chart" },
  /* paths */
  { PUBLIC "flame-graph/?v=17", "flame-graph" },
  { PUBLIC "strange/?v=17", "call-tree" },
  { PUBLIC, "call-tree" },
  { "http://localhost:4242//from-addon/marker-table/?v=17", "marker-table" },
  { "https://profiler.firefox.com/from-url/https%3A%2F%2Fx.org%2Fcalltree/stack-chart/?v=17", "stack-chart" },
  { "https://profiler.firefox.com/compare/network-chart/?v=17#x", "network" },
  { PUBLIC "timeline/?v=1", "stack-chart" },
  { PUBLIC "timeline/?v=2", "call-tree" },
  { PUBLIC "markers/", "marker-table" },

  /* flags and texts */
  { PUBLIC "calltree/?v=17&invertCallstack&hideIdleSamples=0&implementation=js&search=a%2C+b%26c&ctSummary=js-allocations",
    "call-tree; js; js-allocations; search “a, b&c”; inverted; no idle" },
  { PUBLIC "calltree/?invertFlameGraph&implementation=rust&ctSummary=luck&search&v=17", "call-tree" },
  { PUBLIC "calltree/?implementation=own&ctSummary=cpu&v=17", "call-tree" },
  { PUBLIC "flame-graph/?invertFlameGraph&v=17", "flame-graph; inverted" },
  { PUBLIC "calltree/?search=%ff%00&v=17", "call-tree; search “%ff%00”" },

  /* threads */
  { PUBLIC "calltree/?thread=2&v=17", "call-tree; threads 2" },
  { PUBLIC "calltree/?thread=0w2&v=17", "call-tree; threads 0,1,2" },
  { PUBLIC "calltree/?thread=200&v=17", "call-tree; threads 2,0" },
  { PUBLIC "calltree/?thread=1x0&v=17", "call-tree; threads 1; 1 ignored" },
  { PUBLIC "calltree/?thread=2,0,7,x&v=5", "call-tree; threads 2,0; 2 ignored" },

  /* ranges */
  { PUBLIC "calltree/?range=10m5~11500u2~12n7&v=17", "call-tree; 10 to 15; 11.5 to 11.502; 1.2e-05 to 1.9e-05" },
  { PUBLIC "calltree/?range=m0&v=17", "call-tree; 0 to 0.0001" },
  { PUBLIC "calltree/?range=-5m10~12x3~5m~1m2m~~&v=17", "call-tree; -5 to 5" },
  { PUBLIC "calltree/?range=1.2345_2.3456&v=4", "call-tree; 1234 to 2346" },
  { PUBLIC "calltree/?range=-0.5_0.25~1.2.3_4~1_x&v=3", "call-tree; -500 to 250" },

  /* transforms */
  { PUBLIC "calltree/?thread=0&v=17&transforms=ff-1~mf-2~df-3~cfs-4~rec-1~ffs-js-1~drec-cpp-2~fg-2~cr-js-0-9~f-js-12-i~mcn-combined-0w2",
    "call-tree; threads 0; ff func 1; mf func 2; df func 3; cfs func 4; rec func 1; ffs js func 1; drec cpp func 2; "
    "fg category 2; cr js resource 0; f js 1,2 inverted; mcn combined 0,1,2" },
  { PUBLIC "calltree/?thread=0&v=17&transforms=ff--1~f-xx-0w3-i~zz-1~fs-m-a-b%7Ec~",
    "call-tree; threads 0; f combined 0,1,2,3 inverted; fs “a-b”; 3 ignored" },
  { PUBLIC "calltree/?thread=0&v=17&transforms=ff-99~ff~f-js~fs-om-x~merge-subtree-js-0~fg--1~mf-1x",
    "call-tree; threads 0; mf func 1; 6 ignored" },
  { PUBLIC "calltree/?v=17&transforms=ff-1", "call-tree" },
  { PUBLIC "calltree/?thread=0&v=8&transforms=irec-js-1~rec-cpp-2", "call-tree; threads 0; rec func 1; drec cpp func 2" },
  { PUBLIC "calltree/?thread=0,1&v=5&transforms=ff-1;ff-2", "call-tree; threads 0,1" },

  /* paths of scripts before labels were part of them: B.js C.js with D in between */
  { PUBLIC "calltree/?thread=0&v=3&transforms=f-js-12~f-cpp-12~f-js-22", "call-tree; threads 0; f js 1,3,2; f cpp 1,2; f js 2,2" },

  /* the oldest ones */
  { PUBLIC "calltree/?jsOnly", "call-tree; js" },
  { PUBLIC "calltree/?jsOnly&v=1", "call-tree" },
  { PUBLIC "timeline/?hidePlatformDetails&v=2", "call-tree; js" },
  { PUBLIC "calltree/?thread=0&callTreeFilters=prefix-01~postfixjs-4~strange-1",
    "call-tree; threads 0; f combined 0,1; f js 1,4 inverted" },
  { "https://profiler.firefox.com/#report=abc&thread=1", "call-tree" },
  { "https://profiler.firefox.com/?report=abc", "call-tree" },
  { PUBLIC "calltree/?view=active-tab&thread=1&implementation=js&v=10", "call-tree" },
  { PUBLIC "calltree/?view=active-tab&thread=1&implementation=js&v=11", "call-tree; threads 1; js" },
};

static void
test_links (void)
{
  g_autoptr(FulProfile) profile = make_profile ();

  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(FulProfilerLink) link = ful_profiler_link_parse (links[i].link, profile, &error);
      g_autofree char *text = NULL;

      g_assert_no_error (error);
      text = link_to_text (link);
      g_test_message ("%s", links[i].link);
      g_assert_cmpstr (text, ==, links[i].expected);
    }
}

static void
test_refused (void)
{
  static const char *const refused[] = {
    "public/abc/calltree", "https://", "https://share.firefox.dev/4abc", "https://profiler.firefox.com/?v=17",
    "https://profiler.firefox.com/docs/", PUBLIC "calltree/?v=18", PUBLIC "calltree/?v=99999999999999999999999",
  };
  g_autoptr(FulProfile) profile = make_profile ();

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (ful_profiler_link_parse (refused[i], profile, &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT);
    }
}

static void
test_numbers (void)
{
  static const struct { const char *text, *expected; } cases[] = {
    { "vB7x0wx3", "31 167 32 33 34 35" },
    { "w5", "5" },
    { "1346w2", "1 3 4 6 5 4 3 2" },
    { "5w2w4", "5 4 3 2 3 4" },
    { "xw", "32" },
    { "______v", "-1" },
    { "w", "0" },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GArray) numbers = g_array_new (FALSE, FALSE, sizeof (gint32));
      g_autoptr(GString) text = g_string_new (NULL);

      g_assert_true (ful_link_read_numbers (cases[i].text, numbers));
      for (guint n = 0; n < numbers->len; n++)
        g_string_append_printf (text, "%s%d", n > 0 ? " " : "", g_array_index (numbers, gint32, n));
      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (text->str, ==, cases[i].expected);
    }
}

static char *
repeat (const char *before,
        const char *part,
        guint       n)
{
  GString *text = g_string_new (before);

  for (guint i = 0; i < n; i++)
    g_string_append (text, part);

  return g_string_free (text, FALSE);
}

/* Ranges of billions, and a great deal of everything, are refused at once. */
static void
test_hostile (void)
{
  g_autoptr(FulProfile) profile = make_profile ();
  char *hostile[] = {
    g_strdup (PUBLIC "calltree/?v=17&thread=0wx_____v"),
    repeat (PUBLIC "calltree/?v=17&thread=", "0wXmw0", 100000),
    repeat (PUBLIC "calltree/?v=17&thread=0&transforms=", "ff-1~", 100000),
    repeat (PUBLIC "calltree/?v=17&thread=0&transforms=", "f-js-0wx___0~", 900),
    repeat (PUBLIC "calltree/?v=17&search=", "a", 2000000),
  };

  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++)
    {
      g_autoptr(GError) error = NULL;

      g_test_message ("%.60s…", hostile[i]);
      g_assert_null (ful_profiler_link_parse (hostile[i], profile, &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE);
      g_free (hostile[i]);
    }
}

/* Links cut off and changed anywhere are read as something, or refused. */
static void
test_mutations (void)
{
  static const char alphabet[] = "aw05xZ._-~&=?#/%;,mun \xff";
  g_autoptr(FulProfile) profile = make_profile ();
  g_autoptr(GRand) random = g_rand_new_with_seed (5);

  for (guint n = 0; n < 20000; n++)
    {
      g_autofree char *text = g_strdup (links[g_rand_int_range (random, 0, G_N_ELEMENTS (links))].link);
      g_autoptr(FulProfilerLink) link = NULL;
      gsize length = strlen (text);

      for (guint i = (guint) g_rand_int_range (random, 1, 6); i > 0; i--)
        text[g_rand_int_range (random, 0, (gint32) length)] = alphabet[g_rand_int_range (random, 0, sizeof alphabet)];
      link = ful_profiler_link_parse (text, profile, NULL);
      for (guint i = 0; link && i < link->options->n_transforms; i++)
        g_assert_true (ful_transform_is_valid (link->options->transforms[i], profile));
    }
}

/* Numbers of a thread's own tables, as they were before version 15. */
static void
test_old_numbers (void)
{
  static const gint32 funcs[] = { 4, 3, 2 };
  static const gint32 resources[] = { FUL_NONE, 0 };
  static const struct { const char *link, *expected; } cases[] = {
    { PUBLIC "calltree/?thread=1&v=14&transforms=ff-0~f-js-012~cr-js-1-4~mf-4~mf-3~mf-9",
      "call-tree; threads 1; ff func 4; f js 4,3,2; cr js resource 0; mf func 5; 2 ignored" },
    { PUBLIC "calltree/?thread=1&v=15&transforms=ff-0~cr-js-0-5~mf-4",
      "call-tree; threads 1; ff func 0; cr js resource 0; mf func 4" },
    { PUBLIC "calltree/?thread=01&v=14&transforms=ff-0", "call-tree; threads 0,1; ff func 0" },
    { PUBLIC "calltree/?thread=0&v=14&transforms=ff-0", "call-tree; threads 0; ff func 0" },
  };
  g_autoptr(FulProfile) profile = make_profile ();
  FulThread *thread = ful_profile_get_thread (profile, 1);

  thread->old_funcs = g_bytes_new_static (funcs, sizeof funcs);
  thread->old_resources = g_bytes_new_static (resources, sizeof resources);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(FulProfilerLink) link = ful_profiler_link_parse (cases[i].link, profile, NULL);
      g_autofree char *text = link_to_text (link);

      g_assert_cmpstr (text, ==, cases[i].expected);
    }
}

static const char *
get_name (JsonObject *thread,
          JsonArray  *strings,
          const char *table,
          guint       row)
{
  JsonArray *names = json_object_get_array_member (json_object_get_object_member (thread, table), "name");

  return json_array_get_string_element (strings, (guint) json_array_get_int_element (names, row));
}

/* A file with tables for each thread: the link finds what its numbers named there. */
static void
test_old_file (void)
{
  g_autoptr(GBytes) packed = ful_test_fixture ("synth-perthread57.json.gz");
  g_autoptr(GInputStream) raw = g_memory_input_stream_new_from_bytes (packed);
  g_autoptr(GZlibDecompressor) unpacker = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autoptr(GInputStream) stream = g_converter_input_stream_new (raw, G_CONVERTER (unpacker));
  g_autoptr(FulProfile) profile = ful_test_load (g_bytes_get_data (packed, NULL), g_bytes_get_size (packed), NULL);
  g_autoptr(JsonParser) parser = json_parser_new ();
  JsonObject *file;
  JsonArray *threads, *strings;
  guint n_moved = 0;

  g_assert_true (json_parser_load_from_stream (parser, stream, NULL, NULL));
  file = json_node_get_object (json_parser_get_root (parser));
  threads = json_object_get_array_member (file, "threads");
  strings = json_object_get_array_member (json_object_get_object_member (file, "shared"), "stringArray");
  for (guint t = 0; t < json_array_get_length (threads); t++)
    {
      JsonObject *thread = json_array_get_object_element (threads, t);
      gint64 n = json_object_get_int_member (json_object_get_object_member (thread, "funcTable"), "length");

      for (gint64 old = 0; old < n; old += MAX (n / 20, 1))
        {
          g_autofree char *text = g_strdup_printf (PUBLIC "calltree/?v=14&thread=%u&transforms=mf-%d", t, (int) old);
          g_autoptr(FulProfilerLink) link = ful_profiler_link_parse (text, profile, NULL);
          FulFuncIndex func;

          g_assert_cmpuint (link->options->n_transforms, ==, 1);
          func = link->options->transforms[0]->func;
          n_moved += func != old;
          g_assert_cmpstr (ful_profile_get_func_name (profile, func), ==,
                           get_name (thread, strings, "funcTable", (guint) old));
        }
      n = json_object_get_int_member (json_object_get_object_member (thread, "resourceTable"), "length");
      for (gint64 old = 0; old < n; old++)
        {
          g_autofree char *text = g_strdup_printf (PUBLIC "calltree/?v=14&thread=%u&transforms=cr-js-%d-0", t, (int) old);
          g_autoptr(FulProfilerLink) link = ful_profiler_link_parse (text, profile, NULL);

          g_assert_cmpuint (link->options->n_transforms, ==, 1);
          g_assert_cmpstr (ful_profile_get_string (
                             profile, profile->resources->name[link->options->transforms[0]->resource]), ==,
                           get_name (thread, strings, "resourceTable", (guint) old));
        }
    }
  g_assert_cmpuint (n_moved, >, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profiler-link/links", test_links);
  g_test_add_func ("/profiler-link/refused", test_refused);
  g_test_add_func ("/profiler-link/numbers", test_numbers);
  g_test_add_func ("/profiler-link/hostile", test_hostile);
  g_test_add_func ("/profiler-link/mutations", test_mutations);
  g_test_add_func ("/profiler-link/old-numbers", test_old_numbers);
  g_test_add_func ("/profiler-link/old-file", test_old_file);

  return g_test_run ();
}
