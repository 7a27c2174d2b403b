/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Profiles with extreme texts and figures, in all panels, at widths of windows and sizes of text: no figure is cut, and
 * neither the details nor the axis of time are anywhere else than with another panel or profile. */

#include "config.h"

#include "benchmark-drive.h"
#include "test-application.h"

#include "calltree/ful-function-cell.h"
#include "details/ful-details-bar.h"
#include "profile/ful-panels.h"
#include "profile/view/ful-profile-view.h"
#include "tracks/ful-ruler.h"
#include "widgets/ful-em.h"
#include "window/ful-window.h"

#include <string.h>

#define NAME_BYTES 9000
#define N_THREADS 300
#define N_DEEP 100

/* Where the details and the axis are; widths of 0 where they are not shown. */
typedef struct
{
  graphene_rect_t details;
  graphene_rect_t axis;
} Places;

static void
settle (FulWindow *window)
{
  g_autoptr(GError) error = NULL;

  while (!ful_window_is_settled (window, &error) && !error)
    g_main_context_iteration (NULL, TRUE);
  g_assert_no_error (error);
  benchmark_paint (GTK_WIDGET (window));
  benchmark_paint (GTK_WIDGET (window));
}

static graphene_rect_t
get_bounds (FulWindow *window,
            GType      type)
{
  GtkWidget *widget = benchmark_find_widget (GTK_WIDGET (window), type);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, 0, 0);

  if (widget && gtk_widget_get_mapped (widget) && gtk_widget_get_child_visible (widget))
    g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (window), &bounds));

  return bounds;
}

/* Returns: number of figures at and below @widget; each has its whole width */
static guint
check_figures (GtkWidget *widget)
{
  gboolean is_figure = GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) && gtk_widget_has_css_class (widget, "numeric");
  guint n = is_figure;

  if (is_figure)
    {
      PangoLayout *layout = gtk_label_get_layout (GTK_LABEL (widget));
      GtkWidget *cell = gtk_widget_get_parent (widget);
      graphene_rect_t bounds;
      int width;

      pango_layout_get_pixel_size (layout, &width, NULL);
      g_assert_true (gtk_widget_compute_bounds (widget, cell, &bounds));
      /* A label that has no room lies over the edge of its cell. */
      if (pango_layout_is_ellipsized (layout) || width > gtk_widget_get_width (widget) || graphene_rect_get_x (&bounds) < 0 ||
          graphene_rect_get_x (&bounds) + graphene_rect_get_width (&bounds) > (float) gtk_widget_get_width (cell))
        g_error ("“%s” has %d of %d px", gtk_label_get_label (GTK_LABEL (widget)), gtk_widget_get_width (widget), width);
    }
  /* The name of a deep row is in its cell. */
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) && FUL_IS_FUNCTION_CELL (gtk_widget_get_parent (widget)))
    {
      GtkWidget *cell = gtk_widget_get_parent (widget);
      graphene_rect_t bounds;

      g_assert_true (gtk_widget_compute_bounds (widget, cell, &bounds));
      g_assert_cmpfloat (graphene_rect_get_x (&bounds) + graphene_rect_get_width (&bounds), <=, gtk_widget_get_width (cell));
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    n += check_figures (child);

  return n;
}

/* Selects each function in turn: details have the texts of the selected one. */
static void
select_functions (FulWindow   *window,
                  FulDocument *document)
{
  FulProfile *profile = ful_document_get_profile (document);
  FulFuncIndex first = 0;

  for (guint n = 1; n <= MIN (profile->n_recorded_funcs, 3); n++)
    {
      FulFuncIndex path[] = { first, (FulFuncIndex) (n - 1) };

      ful_document_select_path (document, path, n > 1 ? 2 : 1);
      settle (window);
    }
}

/* Opens a file and shows all panels. Returns: number of figures; @places: those of the first profile at this width */
static guint
visit (GFile  *file,
       int     width,
       Places *places)
{
  FulWindow *window = ful_window_new (test_application_get (), NULL);
  guint n_panels, n_figures = 0;
  float top = 0;
  const FulPanel * const *panels = ful_panels_list (&n_panels);
  FulDocument *document;

  gtk_window_set_default_size (GTK_WINDOW (window), width, 840);
  gtk_window_present (GTK_WINDOW (window));
  benchmark_paint (GTK_WIDGET (window));
  ful_window_open (window, file, NULL);
  settle (window);
  document = ful_profile_view_get_document (FUL_PROFILE_VIEW (benchmark_find_widget (GTK_WIDGET (window), FUL_TYPE_PROFILE_VIEW)));

  for (guint i = 0; i < n_panels; i++)
    {
      Places now;

      ful_document_set_panel (document, panels[i]->id);
      settle (window);
      if (!panels[i]->shows_markers)
        select_functions (window, document);
      n_figures += check_figures (GTK_WIDGET (window));
      /* In a narrow window the details lie over the rest, if at all. */
      now = (Places) { !ful_em_is_wide (GTK_WIDGET (window), width) ? GRAPHENE_RECT_INIT (0, 0, 0, 0) : get_bounds (window, FUL_TYPE_DETAILS_BAR),
                       get_bounds (window, FUL_TYPE_RULER) };
      g_test_message ("%d px, %s: details %g %g, axis %g %g", width, panels[i]->id, now.details.origin.x, now.details.size.width,
                      now.axis.origin.x, now.axis.size.width);
      if (places->axis.size.width == 0)
        *places = now;
      g_assert_cmpfloat (now.details.origin.x, ==, places->details.origin.x);
      g_assert_cmpfloat (now.details.size.width, ==, places->details.size.width);
      g_assert_cmpfloat (now.axis.origin.x, ==, places->axis.origin.x);
      g_assert_cmpfloat_with_epsilon (now.axis.size.width, places->axis.size.width, 1.5);
      /* Profiles without times have no ranges above it. */
      top = i == 0 ? now.axis.origin.y : top;
      g_assert_cmpfloat (now.axis.origin.y, ==, top);
    }
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, width);
  gtk_window_destroy (GTK_WINDOW (window));

  return n_figures;
}

/* Returns: (transfer full) (element-type utf8): texts of files, the first one without extremes */
static GPtrArray *
create_files (void)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *name = g_strnfill (NAME_BYTES, 'x');
  GString *threads = g_string_new (NULL), *deep = g_string_new (NULL);

  g_ptr_array_add (files, g_strdup ("main;a 2\nmain;b 1\n"));
  g_ptr_array_add (files, g_strdup_printf ("main;%s 2\n%s;b 1\n", name, name));
  g_ptr_array_add (files, g_strdup ("main;a 100000000000000\nmain;b 12345678907\nmain;c 88888888888888\n"));
  g_ptr_array_add (files, g_strdup ("main;שלוםעולםבעברית 12345678\nmain;مرحبا_بالعالم 3\n"));
  for (guint i = 0; i < N_THREADS; i++)
    g_string_append_printf (threads, "worker 1/%u %u.0: 1000000 cycles:\n\t1 %s%u (m)\n\n", i + 1, i, name, i % 3);
  g_ptr_array_add (files, g_string_free (threads, FALSE));
  for (guint i = 0; i < N_DEEP; i++)
    g_string_append_printf (deep, "function%u;", i);
  g_string_append (deep, "leaf 1\n");
  g_ptr_array_add (files, g_string_free (deep, FALSE));
  g_ptr_array_add (files, g_strdup ("{\"head\":{\"callFrame\":{\"functionName\":\"(root)\",\"scriptId\":\"0\",\"url\":\"\",\"lineNumber\":-1,"
                                    "\"columnNumber\":-1},\"selfSize\":0,\"id\":1,\"children\":[{\"callFrame\":{\"functionName\":\"grow\","
                                    "\"scriptId\":\"1\",\"url\":\"file:///a.js\",\"lineNumber\":1,\"columnNumber\":1},"
                                    "\"selfSize\":100000000000000,\"id\":2,\"children\":[]}]},\"samples\":[]}"));
  g_ptr_array_add (files, g_strdup ("{\"meta\":{\"version\":36,\"interval\":1,\"startTime\":0,\"product\":\"p\",\"processType\":0,\"categories\":"
                                    "[{\"name\":\"Other\",\"color\":\"grey\",\"subcategories\":[\"Other\"]}]},\"libs\":[],\"processes\":[],"
                                    "\"threads\":[{\"name\":\"t\",\"tid\":1,\"pid\":1,\"processType\":\"default\",\"registerTime\":0,"
                                    "\"samples\":{\"schema\":{\"stack\":0,\"time\":1},\"data\":[]},\"markers\":{\"schema\":{\"name\":0,"
                                    "\"startTime\":1,\"endTime\":2,\"phase\":3,\"category\":4,\"data\":5},\"data\":[[0,1,100000000,1,0]]},"
                                    "\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},\"data\":[]},\"frameTable\":{\"schema\":"
                                    "{\"location\":0},\"data\":[]},\"stringTable\":[\"a\"]}]}"));

  return files;
}

static void
visit_all (const int *widths,
           guint      n_widths)
{
  g_autoptr(GPtrArray) files = create_files ();
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "fulgens-extremes", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  guint n_figures = 0;

  for (guint w = 0; w < n_widths; w++)
    {
      Places places = { .axis = GRAPHENE_RECT_INIT (0, 0, 0, 0) };

      for (guint i = 0; i < files->len; i++)
        {
          g_autoptr(GError) error = NULL;

          g_test_message ("file %u", i);
          g_file_set_contents (path, files->pdata[i], -1, &error);
          g_assert_no_error (error);
          n_figures += visit (file, widths[w], &places);
        }
    }
  g_file_delete (file, NULL, NULL);
  g_assert_cmpuint (n_figures, >, 100 * n_widths);
}

static void
test_widths (void)
{
  visit_all ((int[]) { 700, 1280, 2560 }, 3);
}

/* The same with letters of twice the size. */
static void
test_large_text (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  int dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  visit_all ((int[]) { 1280 }, 1);
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  g_test_add_func ("/extremes/widths", test_widths);
  g_test_add_func ("/extremes/large-text", test_large_text);

  return test_application_run ();
}
