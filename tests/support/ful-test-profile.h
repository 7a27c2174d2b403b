/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile-builder.h"
#include "threads/ful-view-options.h"

G_BEGIN_DECLS

/* Categories of test profiles; each has the subcategories "Other" and "One". */
enum { FUL_TEST_OTHER, FUL_TEST_JAVASCRIPT, FUL_TEST_LAYOUT, FUL_TEST_IDLE };

/**
 * FulTestProfile:
 * @builder: the builder; may be used directly
 *
 * Makes profiles of stacks written as letters.
 */
typedef struct
{
  FulProfileBuilder *builder;
  gboolean           has_flaws;   /* sealing may repair it */
} FulTestProfile;

FulTestProfile   *ful_test_profile_new       (void);
void              ful_test_profile_free      (FulTestProfile   *self);
FulProfile       *ful_test_profile_seal      (FulTestProfile   *self);
void              ful_test_profile_declare   (FulTestProfile   *self,
                                              const char       *funcs);
FulThreadBuilder *ful_test_profile_add       (FulTestProfile   *self,
                                              const char       *text);
FulStackIndex     ful_test_profile_stack     (FulTestProfile   *self,
                                              const char       *path);
FulFuncIndex      ful_test_profile_func      (FulTestProfile   *self,
                                              const char       *name);
void              ful_test_profile_sample    (FulThreadBuilder *thread,
                                              double            time,
                                              FulStackIndex     stack);
void              ful_test_profile_weigh     (FulThreadBuilder *thread,
                                              const double     *weights,
                                              guint             n_weights);
void              ful_test_profile_allocate  (FulThreadBuilder *thread,
                                              double            time,
                                              FulStackIndex     stack,
                                              double            weight,
                                              double            address);
void              ful_test_profile_mark      (FulTestProfile   *self,
                                              FulThreadBuilder *thread,
                                              const char       *name,
                                              FulMarkerPhase    phase,
                                              double            start,
                                              double            end,
                                              const char       *payload);
FulProfile       *ful_test_profile_from_text (const char       *text);
FulProfile       *ful_test_profile_random    (void);
FulFuncIndex ful_test_find_func (FulProfile *profile,
                                 const char *name);

G_END_DECLS
