/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/list/ful-marker-label.h"
#include "markers/list/ful-marker-list.h"
#include "markers/list/ful-marker-schema.h"
#include "markers/list/ful-payload-reader.h"
#include "model/ful-profile.h"
#include "model/ful-shared-tables.h"
#include "threads/ful-derive-cache.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * FulSqlLabel:
 *
 * What was said of a file.
 */
typedef struct
{
  char *key;
  char *value;
} FulSqlLabel;

/* Members of payloads that have a column. */
typedef enum
{
  FUL_SQL_MEMBER_CAUSE,
  FUL_SQL_MEMBER_WINDOW,
  FUL_SQL_N_MEMBERS,
} FulSqlMember;

/**
 * FulSqlProfile:
 * @key: what tells it from others: in the column `profile`
 * @path: of the file; @member: (nullable): in an archive
 * @zero: absolute ms; the begin of the root range, of which all times are
 * @duration: ms; of the root range
 * @labels: (element-type FulSqlLabel)
 * @view: (nullable): of whoever answers functions of views; not owned
 *
 * A profile as tables. What they need beside its columns is made at first use. For one thread.
 */
typedef struct
{
  FulProfile     *profile;
  FulDeriveCache *cache;
  char           *key;
  char           *path;
  char           *member;
  double          zero;
  double          duration;
  GArray         *labels;
  gpointer        view;

  /*< private >*/
  JsonObject       *meta;
  GArray           *pages;            /* FulPage */
  char            **thread_names;
  FulMarkerList   **markers;          /* by thread */
  FulMarkerLabeler **labelers;        /* likewise */
  FulPayloadReader *readers[FUL_SQL_N_MEMBERS];
  FulMarkerSchemas *schemas;
  GArray           *fields;           /* FulSqlField: of all schemas */
  double          **totals;           /* by counter: sums of its samples so far */
  GArray          **sample_labels;    /* by thread: FulSqlSampleLabel */
  gint32           *first_child;      /* of the stacks, and the next one with the same prefix; the last place is of the roots */
  gint32           *next_sibling;
  guint32          *depths;           /* of the stacks */
  GHashTable       *under;            /* name → whether it is on each stack, a bit each */
  GArray           *subcategories;    /* FulSqlSubcategory */
} FulSqlProfile;

/* A line of the labels of a sample. */
typedef struct
{
  guint       sample;
  const char *text;
  gsize       n_key;
  gsize       n;
} FulSqlSampleLabel;

/* A field of a schema of markers. */
typedef struct
{
  const FulMarkerSchema *schema;
  guint                  place;
} FulSqlField;

typedef struct
{
  guint category;
  guint subcategory;
} FulSqlSubcategory;

FulSqlProfile *ful_sql_profile_new               (FulProfile     *profile,
                                                  FulDeriveCache *cache,
                                                  const char     *key,
                                                  const char     *path,
                                                  const char     *member);
void           ful_sql_profile_free              (FulSqlProfile  *self);
JsonObject    *ful_sql_profile_get_meta          (FulSqlProfile  *self);
GArray        *ful_sql_profile_get_pages         (FulSqlProfile  *self);
const char    *ful_sql_profile_get_thread_name   (FulSqlProfile  *self,
                                                  guint           thread);
FulMarkerList *ful_sql_profile_get_markers       (FulSqlProfile  *self,
                                                  guint           thread);
FulMarkerLabeler *ful_sql_profile_get_labeler    (FulSqlProfile  *self,
                                                  guint           thread);
FulPayloadReader *ful_sql_profile_get_reader     (FulSqlProfile  *self,
                                                  FulSqlMember    member);
GArray        *ful_sql_profile_get_fields        (FulSqlProfile  *self);
const double  *ful_sql_profile_get_totals        (FulSqlProfile  *self,
                                                  guint           counter);
GArray        *ful_sql_profile_get_sample_labels (FulSqlProfile  *self,
                                                  guint           thread);
GArray        *ful_sql_profile_get_subcategories (FulSqlProfile  *self);
const guint32 *ful_sql_profile_get_depths        (FulSqlProfile  *self);
gint32         ful_sql_profile_get_first_child   (FulSqlProfile  *self,
                                                  gint32          stack);
gint32         ful_sql_profile_get_next_sibling  (FulSqlProfile  *self,
                                                  gint32          stack);
const guint8  *ful_sql_profile_get_under         (FulSqlProfile  *self,
                                                  const char     *name);
guint          ful_sql_profile_get_n_funcs       (const FulSqlProfile *self);

/* The stacks that are shown: with the symbols that were given. */
static inline const FulStackTable *
ful_sql_profile_get_stacks (const FulSqlProfile *self)
{
  return self->profile->shown_stacks ? self->profile->shown_stacks : self->profile->stacks;
}

static inline FulFuncIndex
ful_sql_profile_get_func (const FulSqlProfile *self,
                          FulStackIndex        stack)
{
  return ful_profile_get_shown_frames (self->profile)->func[ful_sql_profile_get_stacks (self)->frame[stack]];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulSqlProfile, ful_sql_profile_free)

G_END_DECLS
