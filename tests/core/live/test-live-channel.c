/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "live/ful-live-channel.h"

#define N_POSTED 25000
#define MAX_WAITING 10000

typedef struct
{
  FulLiveChannel *channel;
  GString        *text;          /* a letter for each event */
  gint            n_posted;
  gint            n_delivered;
} Fixture;

static Fixture *fixture;

static void
deliver (gpointer      owner,
         FulLiveEvent *event)
{
  static const char letters[] = "csSlfpe";

  g_string_append_c (fixture->text, letters[event->type]);
  if (event->type == FUL_LIVE_SNAPSHOT)
    g_string_append (fixture->text, event->profile->product);
  fixture->n_delivered++;
  g_assert_cmpint (g_atomic_int_get (&fixture->n_posted) - fixture->n_delivered, <=, MAX_WAITING);
}

static void
post (FulLiveEventType  type,
      const char       *product)
{
  FulLiveEvent *event = ful_live_event_new (type);

  if (type == FUL_LIVE_SNAPSHOT)
    {
      event->profile = ful_profile_new ();
      event->profile->product = g_strdup (product);
    }
  ful_live_channel_post (fixture->channel, event);
}

static void
run (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static GObject *
set_up (Fixture *self)
{
  GObject *owner = g_object_new (G_TYPE_OBJECT, NULL);

  fixture = self;
  self->channel = ful_live_channel_new (owner, deliver);
  self->text = g_string_new (NULL);

  return owner;
}

static void
tear_down (Fixture *self,
           GObject *owner)
{
  ful_live_channel_unref (self->channel);
  g_string_free (self->text, TRUE);
  g_object_unref (owner);
  run ();
}

/* In order, but of snapshots the last one that waits. */
static void
test_order (void)
{
  Fixture self = { NULL };
  GObject *owner = set_up (&self);

  post (FUL_LIVE_CONNECTED, NULL);
  post (FUL_LIVE_SNAPSHOT, "1");
  post (FUL_LIVE_STATUS, NULL);
  post (FUL_LIVE_SNAPSHOT, "2");
  run ();
  g_assert_cmpstr (self.text->str, ==, "cSp2");
  post (FUL_LIVE_SNAPSHOT, "3");
  post (FUL_LIVE_END, NULL);
  run ();
  g_assert_cmpstr (self.text->str, ==, "cSp2p3e");
  tear_down (&self, owner);
}

/* Nothing comes after the end of the owner. */
static void
test_close (void)
{
  Fixture self = { NULL };
  GObject *owner = set_up (&self);
  g_autofree char *text = NULL;

  post (FUL_LIVE_STATUS, NULL);
  ful_live_channel_close (self.channel);
  run ();
  g_assert_cmpstr (self.text->str, ==, "");
  g_assert_cmpint (ful_live_channel_next_request (self.channel, &text), ==, FUL_LIVE_REQUEST_DETACH);
  tear_down (&self, owner);
}

static void
test_requests (void)
{
  Fixture self = { NULL };
  GObject *owner = set_up (&self);

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *text = NULL;
      g_autofree char *none = NULL;

      g_assert_false (ful_live_channel_wait (self.channel, 0));
      ful_live_channel_request (self.channel, FUL_LIVE_REQUEST_MARK, "here");
      ful_live_channel_request (self.channel, FUL_LIVE_REQUEST_STOP, NULL);
      g_assert_true (ful_live_channel_wait (self.channel, 0));
      g_assert_cmpint (ful_live_channel_next_request (self.channel, &text), ==, FUL_LIVE_REQUEST_MARK);
      g_assert_cmpstr (text, ==, "here");
      g_assert_cmpint (ful_live_channel_next_request (self.channel, &none), ==, FUL_LIVE_REQUEST_STOP);
      g_assert_null (none);
      g_assert_cmpint (ful_live_channel_next_request (self.channel, &none), ==, FUL_LIVE_REQUEST_NONE);
    }
  tear_down (&self, owner);
}

static gpointer
post_many (gpointer data)
{
  Fixture *self = data;

  for (guint i = 0; i < N_POSTED; i++)
    {
      post (FUL_LIVE_LOSS, NULL);
      g_atomic_int_inc (&self->n_posted);
    }

  return NULL;
}

/* deliver () asserts how many wait. */
static void
test_nobody_takes (void)
{
  Fixture self = { NULL };
  GObject *owner = set_up (&self);
  GThread *thread = g_thread_new ("many", post_many, &self);

  while (g_atomic_int_get (&self.n_posted) < MAX_WAITING)
    g_thread_yield ();
  while (self.n_delivered < N_POSTED)
    g_main_context_iteration (NULL, TRUE);
  g_thread_join (thread);

  /* Whoever leaves waits for nothing. */
  ful_live_channel_request (self.channel, FUL_LIVE_REQUEST_DETACH, NULL);
  self.n_posted = self.n_delivered = 0;
  post_many (&self);
  ful_live_channel_close (self.channel);
  tear_down (&self, owner);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-channel/order", test_order);
  g_test_add_func ("/live-channel/close", test_close);
  g_test_add_func ("/live-channel/requests", test_requests);
  g_test_add_func ("/live-channel/nobody-takes", test_nobody_takes);

  return g_test_run ();
}
