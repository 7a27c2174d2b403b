/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"

G_BEGIN_DECLS

/* Everything from a profile to the call tree, at once. */
typedef struct
{
  FulDeriveCache   *cache;
  FulDerivedThread *derived;
  FulCallNodeTable *nodes;
  FulInvertedTree  *inverted;   /* (nullable) */
  FulSampleRows    *rows;
  FulCallTree      *tree;
} FulTestView;

FulTestView *ful_test_view_new             (FulProfile        *profile,
                                            const char        *view);
FulTestView *ful_test_view_change          (FulTestView       *self,
                                            const char        *view);
void         ful_test_view_free            (FulTestView       *self);
char        *ful_test_call_tree_to_text    (FulCallTree       *tree,
                                            gboolean           with_category);
void         ful_test_assert_call_tree     (FulProfile        *profile,
                                            const char        *view,
                                            const char        *expected);
void         ful_test_assert_categories    (FulProfile        *profile,
                                            const char        *view,
                                            const char        *expected);
void         ful_test_assert_function_list (FulProfile        *profile,
                                            const char        *view,
                                            const char        *expected);
void         ful_test_use_markers          (FulProfile        *profile,
                                            guint              thread);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulTestView, ful_test_view_free)

G_END_DECLS
