/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "widgets/toast/ful-toast-slot.h"

#include <adwaita.h>

typedef struct
{
  GtkWindow    *window;
  GtkWidget    *overlay;
  FulToastSlot *slot;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  GtkWidget *owner = gtk_label_new ("owner");

  fixture->window = GTK_WINDOW (gtk_window_new ());
  fixture->overlay = adw_toast_overlay_new ();
  adw_toast_overlay_set_child (ADW_TOAST_OVERLAY (fixture->overlay), owner);
  gtk_window_set_child (fixture->window, fixture->overlay);
  gtk_window_set_default_size (fixture->window, 400, 300);
  fixture->slot = ful_toast_slot_new (owner);
  gtk_window_present (fixture->window);
  while (!gtk_widget_get_mapped (owner))
    g_main_context_iteration (NULL, TRUE);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_clear_pointer (&fixture->slot, ful_toast_slot_free);
  gtk_window_destroy (fixture->window);
}

static AdwToast *
find_toast (Fixture    *fixture,
            const char *title)
{
  for (GtkWidget *child = gtk_widget_get_first_child (fixture->overlay); child; child = gtk_widget_get_next_sibling (child))
    {
      g_autoptr(AdwToast) toast = NULL;

      if (!g_object_class_find_property (G_OBJECT_GET_CLASS (child), "toast"))
        continue;
      g_object_get (child, "toast", &toast, NULL);
      if (g_str_equal (adw_toast_get_title (toast), title))
        return toast;   /* the overlay keeps it */
    }

  return NULL;
}

static gboolean
is_seen (Fixture    *fixture,
         const char *title)
{
  return find_toast (fixture, title) != NULL;
}

static void
wait_until (Fixture    *fixture,
            const char *title,
            gboolean    seen)
{
  gint64 end = g_get_monotonic_time () + 30 * G_USEC_PER_SEC;

  while (is_seen (fixture, title) != seen && g_get_monotonic_time () < end)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
  g_assert_true (is_seen (fixture, title) == seen);
}

static gboolean
count_cb (GtkWidget     *widget,
          GdkFrameClock *clock,
          gpointer       user_data)
{
  int *n_left = user_data;

  return --*n_left > 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
paint_frames (Fixture *fixture,
              int      n)
{
  gtk_widget_add_tick_callback (fixture->overlay, count_cb, &n, NULL);
  while (n > 0)
    g_main_context_iteration (NULL, TRUE);
}

/* One that is dismissed while it comes, by its owner or by the user, in a frame that takes longer than both. */
static void
test_early (Fixture       *fixture,
            gconstpointer  data)
{
  for (int n_frames = 0; n_frames < 3; n_frames++)
    {
      ful_toast_slot_show (fixture->slot, "early", "Undo", "none.none", 6);
      paint_frames (fixture, n_frames);
      g_assert_true (ful_toast_slot_has_button (fixture->slot));
      if (n_frames == 1)
        adw_toast_dismiss (find_toast (fixture, "early"));
      else
        ful_toast_slot_dismiss (fixture->slot);
      g_assert_true (n_frames == 1 || !ful_toast_slot_has_button (fixture->slot));
      paint_frames (fixture, 2);
      g_usleep (G_USEC_PER_SEC);
      wait_until (fixture, "early", FALSE);
    }
}

/* The last one takes the place of the others, those that never came among them. */
static void
test_replaced (Fixture       *fixture,
               gconstpointer  data)
{
  ful_toast_slot_show (fixture->slot, "one", NULL, NULL, 0);
  paint_frames (fixture, 1);
  ful_toast_slot_show (fixture->slot, "two", NULL, NULL, 0);
  ful_toast_slot_show (fixture->slot, "three", NULL, NULL, 0);
  while (is_seen (fixture, "one"))
    {
      g_assert_false (is_seen (fixture, "two") || is_seen (fixture, "three"));
      g_main_context_iteration (NULL, TRUE);
    }
  wait_until (fixture, "three", TRUE);
  g_assert_false (is_seen (fixture, "two"));
}

/* One that waits for another owner's goes without having come. */
static void
test_queued (Fixture       *fixture,
             gconstpointer  data)
{
  AdwToast *other = adw_toast_new ("other");

  adw_toast_set_timeout (other, 0);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (fixture->overlay), g_object_ref (other));
  ful_toast_slot_show (fixture->slot, "queued", NULL, NULL, 0);
  paint_frames (fixture, 2);
  g_assert_false (is_seen (fixture, "queued"));
  ful_toast_slot_dismiss (fixture->slot);
  ful_toast_slot_show (fixture->slot, "last", NULL, NULL, 0);
  paint_frames (fixture, 40);
  adw_toast_dismiss (other);
  wait_until (fixture, "last", TRUE);
  g_assert_false (is_seen (fixture, "queued"));
  g_object_unref (other);
}

/* What comes when its owner goes: one with a button would act on another document. */
static void
test_freed (Fixture       *fixture,
            gconstpointer  data)
{
  ful_toast_slot_show (fixture->slot, "goes", "Undo", "none.none", 0);
  g_assert_true (is_seen (fixture, "goes"));
  g_clear_pointer (&fixture->slot, ful_toast_slot_free);
  wait_until (fixture, "goes", FALSE);
  fixture->slot = ful_toast_slot_new (adw_toast_overlay_get_child (ADW_TOAST_OVERLAY (fixture->overlay)));
  ful_toast_slot_show (fixture->slot, "stays", NULL, NULL, 0);
  g_clear_pointer (&fixture->slot, ful_toast_slot_free);
  paint_frames (fixture, 60);
  g_assert_true (is_seen (fixture, "stays"));
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

#define ADD(name, func) g_test_add ("/toast-slot/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("early", test_early);
  ADD ("replaced", test_replaced);
  ADD ("queued", test_queued);
  ADD ("freed", test_freed);

  return g_test_run ();
}
