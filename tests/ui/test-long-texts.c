/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A profile whose texts are words of 200 kB is shown about as fast as one of short words, in all panels: labels,
 * tooltips and names for assistive tools have the beginning of a text. */

#include "config.h"

#include "benchmark-drive.h"
#include "test-application.h"

#include "calltree/ful-tree-view.h"
#include "details/ful-details-bar.h"
#include "document/ful-document-markers.h"
#include "markers/ful-marker-tooltip.h"
#include "panels/ful-node-tooltip.h"
#include "profile/ful-panels.h"
#include "profile/view/ful-profile-view.h"
#include "tracks/ful-plot-view.h"
#include "widgets/ful-tooltip-layer.h"
#include "window/ful-window.h"

#include <string.h>
#include <time.h>

#define TAIL_BYTES 200000
/* A label has one text of the profile and some words, a tooltip several lines. */
#define MAX_LABEL 700
#define MAX_TOOLTIP 2200
/* Of a profile in which every text is that long, 500 characters are laid out instead of 10. */
#define MAX_FACTOR 8

static double
get_cpu_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);

  return (double) time.tv_sec * 1000 + (double) time.tv_nsec / 1e6;
}

/* Returns: @json with @tail at the end of the texts that @pattern finds between two groups */
static char *
lengthen (const char *json,
          const char *pattern,
          const char *tail)
{
  g_autoptr(GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  g_autofree char *replacement = g_strconcat ("\\1", tail, "\\2", NULL);
  g_autoptr(GError) error = NULL;
  char *longer = g_regex_replace (regex, json, -1, 0, replacement, 0, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (strlen (longer), >=, strlen (json) + strlen (tail));

  return longer;
}

/* The texts of a small profile, each with @tail. Schemas keep their names: markers refer to them. */
static char *
create_profile (const char *tail)
{
  static const char *const patterns[] = {
    "(\"(?:processName|eTLD\\+1|label|description|product|oscpu|debugName|path|url|URI|messageType)\":\"[^\"]*)(\")",
    "(\"name\":\"(?:GeckoMain|Other|JavaScript|DOM|Idle|libapp.so|malloc|hello)[^\"\\\\]*)(\\\\?\")",
    "(\"subcategories\":\\[\"Other\",\"Baseline)(\")",
  };
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "fixtures", "processed-v70-two-processes.ok.json", NULL);
  g_autofree char *json = NULL, *strings = NULL, *longer = NULL;
  g_autoptr(GError) error = NULL;
  char *begin, *end;

  g_file_get_contents (path, &json, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      char *next = lengthen (json, patterns[i], tail);

      g_free (json);
      json = next;
    }

  begin = strstr (json, "\"stringArray\":[") + strlen ("\"stringArray\":[");
  end = strstr (begin, "]}");
  strings = g_strndup (begin, (gsize) (end - begin));
  longer = lengthen (strings, "(\"(?:[^\"\\\\]|\\\\.)*)(\")", tail);
  *begin = '\0';

  return g_strconcat (json, longer, end, NULL);
}

static void
settle (FulWindow *window)
{
  g_autoptr(GError) error = NULL;

  while (!ful_window_is_settled (window, &error) && !error)
    g_main_context_iteration (NULL, TRUE);
  g_assert_no_error (error);
  benchmark_paint (GTK_WIDGET (window));
}

static gsize
length_of (const char *text)
{
  return text ? strlen (text) : 0;
}

/* Returns: number of texts with "…", in labels and tooltips at and below @widget, hidden ones too */
static guint
check_texts (GtkWidget *widget)
{
  const char *tooltip = g_object_get_data (G_OBJECT (widget), "ful-tooltip");
  const char *text = GTK_IS_LABEL (widget) ? gtk_label_get_label (GTK_LABEL (widget)) : NULL;
  guint n = text && strstr (text, "xxx…");

  g_assert_cmpuint (length_of (tooltip), <=, MAX_TOOLTIP);
  g_assert_cmpuint (length_of (gtk_widget_get_tooltip_text (widget)), <=, MAX_TOOLTIP);
  g_assert_cmpuint (length_of (text), <=, MAX_LABEL);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    n += check_texts (child);

  return n;
}

static guint
show_tooltip (FulWindow *window,
              GtkWidget *content)
{
  GtkWidget *inside = benchmark_find_widget (GTK_WIDGET (window), FUL_TYPE_PLOT_VIEW);
  guint n = check_texts (content);

  ful_tooltip_layer_fill (inside, content);
  settle (window);
  ful_tooltip_layer_fill (inside, NULL);

  return n;
}

static FulMarkerList *
derive_markers (FulDocument *document)
{
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (ful_document_get_profile (document), G_MAXSIZE);
  g_autoptr(FulThreadSet) threads = ful_thread_set_derive (ful_document_get_profile (document),
                                                           ful_document_get_options (document), cache, NULL, NULL);

  return ful_marker_list_derive (threads, cache, NULL, NULL);
}

/* Opens the profile and shows everything. Returns: the CPU time of it on this thread; adds to @n_cut, and sets @width to
 * the greatest width that the side bar needs */
static double
visit (const char *tail,
       guint      *n_cut,
       int        *width)
{
  g_autofree char *json = create_profile (tail);
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "fulgens-long-texts.json", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  g_autoptr(FulMarkerList) markers = NULL;
  FulWindow *window = ful_window_new (test_application_get (), NULL);
  guint n_panels;
  const FulPanel * const *panels = ful_panels_list (&n_panels);
  FulProfileView *view;
  FulDocument *document;
  FulCallTree *tree = NULL;
  FulFigures figures;
  GtkWidget *details;
  int needed;
  double start;

  g_file_set_contents (path, json, -1, &error);
  g_assert_no_error (error);
  gtk_window_present (GTK_WINDOW (window));
  benchmark_paint (GTK_WIDGET (window));
  start = get_cpu_ms ();
  ful_window_open (window, file, NULL);
  settle (window);
  view = FUL_PROFILE_VIEW (benchmark_find_widget (GTK_WIDGET (window), FUL_TYPE_PROFILE_VIEW));
  document = ful_profile_view_get_document (view);
  details = benchmark_find_widget (GTK_WIDGET (view), FUL_TYPE_DETAILS_BAR);
  ful_document_set_threads (document, (guint[]) { 0, 1 }, 2);
  ful_document_set_marker_columns (document, (const char *const[]) { g_intern_string ("name"), g_intern_string ("flow"), NULL });
  settle (window);
  markers = derive_markers (document);

  for (guint i = 0; i < n_panels; i++)
    {
      ful_document_set_panel (document, panels[i]->id);
      for (guint k = 0; k < (panels[i]->shows_markers ? markers->n_markers : 1); k++)
        {
          if (panels[i]->shows_markers)
            ful_document_select_marker (document, (gint32) k, NULL);
          settle (window);
          *n_cut += check_texts (GTK_WIDGET (window));
          gtk_widget_measure (details, GTK_ORIENTATION_HORIZONTAL, -1, &needed, NULL, NULL, NULL);
          *width = MAX (*width, needed);
        }
    }

  tree = ful_call_tree_model_get_tree (ful_tree_view_get_model (FUL_TREE_VIEW (benchmark_find_widget (GTK_WIDGET (window),
                                                                                                       FUL_TYPE_TREE_VIEW))));
  figures = ful_figures_of_tree (tree, FALSE);
  *n_cut += show_tooltip (window, ful_node_tooltip_new (tree, &figures, ful_call_tree_get_func (tree, 0), 1, "1 ms", NULL));
  for (guint k = 0; k < markers->n_markers; k++)
    *n_cut += show_tooltip (window, ful_marker_tooltip_new (markers, k, 0));
  start = get_cpu_ms () - start;
  gtk_window_destroy (GTK_WINDOW (window));
  g_file_delete (file, NULL, NULL);

  return start;
}

static void
test_speed (void)
{
  g_autofree char *tail = g_strnfill (TAIL_BYTES, 'x');
  guint n_cut = 0, n_long_cut = 0;
  int width = 0, long_width = 0;
  double plain, with_long;

  visit (" x", &n_cut, &width);
  plain = visit (" x", &n_cut, &width);
  with_long = visit (tail, &n_long_cut, &long_width);
  g_test_message ("%.0f ms, with long texts %.0f ms; %u texts cut", plain, with_long, n_long_cut);
  g_assert_cmpint (long_width, ==, width);
  g_assert_cmpuint (n_cut, ==, 0);
  g_assert_cmpuint (n_long_cut, >, 100);
  g_assert_cmpfloat (with_long, <, MAX_FACTOR * plain);
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/long-texts/speed", test_speed);

  return test_application_run ();
}
