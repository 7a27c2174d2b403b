/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Every 2 s the addresses that came since are looked up, in files of this machine, in a thread. From the first name on each
 * snapshot gets the names so far before it is shown, in another thread (live.md 8). */

#include "config.h"

#include "ful-live-naming.h"

#include "base/ful-job.h"
#include "symbols/ful-symbol-growth.h"

#define LOOK_UP_MS 2000

/* A look-up may take one of so many parts of the time: some files are large. */
#define PARTS 5

struct _FulLiveNaming
{
  GObject             parent_instance;

  FulSymbolGrowth    *growth;
  FulProfile         *profile;     /* the newest snapshot */
  guint64             looked_up;   /* serial of the stacks whose addresses were looked up */
  gint64              begun;       /* when that began, monotonic µs */
  FulJob             *look_up;     /* (nullable) */
  FulJob             *naming;      /* (nullable) */
  guint               timer_id;    /* of the next look-up */
  FulLiveNamingNews   news;
  FulLiveNamingNamed  named;
  gpointer            owner;       /* outlives this */
};

G_DEFINE_FINAL_TYPE (FulLiveNaming, ful_live_naming, G_TYPE_OBJECT)

typedef struct
{
  FulSymbolGrowth *growth;
  FulProfile      *profile;
  gboolean         has_found;   /* result of a look-up */
  FulProfile      *named;       /* (nullable): result of the other job */
} NamingJob;

static NamingJob *
naming_job_new (FulLiveNaming *self)
{
  NamingJob *job = g_new0 (NamingJob, 1);

  job->growth = ful_symbol_growth_ref (self->growth);
  job->profile = g_object_ref (self->profile);

  return job;
}

static void
naming_job_free (gpointer data)
{
  NamingJob *job = data;

  ful_symbol_growth_unref (job->growth);
  g_object_unref (job->profile);
  g_clear_object (&job->named);
  g_free (job);
}

static gboolean
look_up (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  NamingJob *job = data;

  job->has_found = ful_symbol_growth_look_up (job->growth, job->profile, cancellable);

  return TRUE;
}

static gboolean look_up_cb (gpointer user_data);

/* The next one after 2 s, or after a longer pause if this one took long. */
static void
queue_look_up (FulLiveNaming *self)
{
  gint64 taken = (g_get_monotonic_time () - self->begun) / 1000;

  if (self->profile->grows && self->timer_id == 0)
    self->timer_id = g_timeout_add ((guint) MAX (LOOK_UP_MS, taken * (PARTS - 1)), look_up_cb, self);
}

static void
looked_up_cb (gpointer      owner,
              gpointer      data,
              const GError *error)
{
  FulLiveNaming *self = owner;
  NamingJob *job = data;

  queue_look_up (self);
  if (job->has_found)
    self->news (self->owner);
}

static void
begin_look_up (FulLiveNaming *self)
{
  self->begun = g_get_monotonic_time ();
  if (self->looked_up == self->profile->stack_serial)
    {
      queue_look_up (self);
      return;
    }

  self->looked_up = self->profile->stack_serial;
  ful_job_start_blocking (&self->look_up, look_up, naming_job_new (self), naming_job_free, looked_up_cb, self);
}

static gboolean
look_up_cb (gpointer user_data)
{
  FulLiveNaming *self = user_data;

  self->timer_id = 0;
  begin_look_up (self);

  return G_SOURCE_REMOVE;
}

static void
ful_live_naming_dispose (GObject *object)
{
  FulLiveNaming *self = FUL_LIVE_NAMING (object);

  g_clear_handle_id (&self->timer_id, g_source_remove);
  ful_job_stop (&self->look_up);
  ful_job_stop (&self->naming);
  g_clear_object (&self->profile);

  G_OBJECT_CLASS (ful_live_naming_parent_class)->dispose (object);
}

static void
ful_live_naming_finalize (GObject *object)
{
  FulLiveNaming *self = FUL_LIVE_NAMING (object);

  ful_symbol_growth_unref (self->growth);

  G_OBJECT_CLASS (ful_live_naming_parent_class)->finalize (object);
}

static void
ful_live_naming_class_init (FulLiveNamingClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_live_naming_dispose;
  G_OBJECT_CLASS (klass)->finalize = ful_live_naming_finalize;
}

static void
ful_live_naming_init (FulLiveNaming *self)
{
  self->growth = ful_symbol_growth_new ();
}

/**
 * ful_live_naming_new:
 * @profile: the first snapshot
 * @owner: drops this object before it ends
 */
FulLiveNaming *
ful_live_naming_new (FulProfile         *profile,
                     FulLiveNamingNews   news,
                     FulLiveNamingNamed  named,
                     gpointer            owner)
{
  FulLiveNaming *self = g_object_new (FUL_TYPE_LIVE_NAMING, NULL);

  self->profile = g_object_ref (profile);
  self->news = news;
  self->named = named;
  self->owner = owner;
  begin_look_up (self);

  return self;
}

/* Returns: whether @profile has the rows of the snapshots so far */
gboolean
ful_live_naming_is_of (FulLiveNaming *self,
                       FulProfile    *profile)
{
  return ful_profile_has_rows_of (profile, self->profile);
}

/* @profile: the newest snapshot. After the last one nothing is looked up. */
void
ful_live_naming_set_profile (FulLiveNaming *self,
                             FulProfile    *profile)
{
  g_set_object (&self->profile, profile);
  if (!profile->grows)
    g_clear_handle_id (&self->timer_id, g_source_remove);
}

static gboolean
apply (gpointer       data,
       GCancellable  *cancellable,
       GError       **error)
{
  NamingJob *job = data;

  job->named = ful_symbol_growth_apply (job->growth, job->profile, cancellable, error);

  return job->named != NULL;
}

static void
applied_cb (gpointer      owner,
            gpointer      data,
            const GError *error)
{
  FulLiveNaming *self = owner;

  if (error == NULL)
    self->named (self->owner, ((NamingJob *) data)->named);
}

/**
 * ful_live_naming_begin:
 *
 * Returns: whether #FulLiveNamingNamed follows; %FALSE if no function has a name yet
 */
gboolean
ful_live_naming_begin (FulLiveNaming *self)
{
  if (!ful_symbol_growth_has_names (self->growth))
    return FALSE;

  ful_job_start (&self->naming, apply, naming_job_new (self), naming_job_free, applied_cb, self);

  return TRUE;
}
