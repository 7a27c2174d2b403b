/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/change/ful-change.h"
#include "compare/pairing/ful-pairing.h"
#include "model/ful-profile.h"
#include "stacks/transforms/ful-transform.h"
#include "threads/ful-view-options.h"

G_BEGIN_DECLS

/**
 * FulComparedNames:
 *
 * The functions of a comparison, which transforms of its view refer to: a row of its profile is the same function whatever was
 * read since. Counted; any thread may use it.
 */
typedef struct _FulComparedNames FulComparedNames;

FulComparedNames *ful_compared_names_new     (void);
FulComparedNames *ful_compared_names_ref     (FulComparedNames      *self);
void              ful_compared_names_unref   (FulComparedNames      *self);
FulProfile       *ful_compared_names_add     (FulComparedNames      *self,
                                              const FulPairing      *pairing,
                                              FulFuncIndex         **out_rows);
void              ful_compared_names_add_categories
                                             (FulComparedNames      *self,
                                              FulProfile            *profile);
FulProfile       *ful_compared_names_get_profile
                                             (FulComparedNames      *self);
char             *ful_compared_names_dup_old_name
                                             (FulComparedNames      *self,
                                              FulFuncIndex           row);
void              ful_compared_names_exchange
                                             (FulComparedNames      *self);
GArray           *ful_compared_names_find_rows
                                             (FulComparedNames      *self,
                                              FulSide                side,
                                              GHashTable            *renames,
                                              FulProfile            *profile);
FulFuncIndex     *ful_compared_names_list_funcs
                                             (FulProfile            *names,
                                              const GArray          *row_of_func,
                                              FulProfile            *profile);
FulViewOptions   *ful_compared_names_resolve (FulComparedNames      *self,
                                              FulSide                side,
                                              const FulViewOptions  *options,
                                              FulTransform * const  *transforms,
                                              guint                  n_transforms,
                                              GHashTable            *renames,
                                              FulProfile            *profile,
                                              guint8                *is_found);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulComparedNames, ful_compared_names_unref)

G_END_DECLS
