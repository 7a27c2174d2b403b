/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-transform.h"

G_BEGIN_DECLS

extern const FulTransformKind ful_transform_focus_subtree;
extern const FulTransformKind ful_transform_focus_function;
extern const FulTransformKind ful_transform_focus_self;
extern const FulTransformKind ful_transform_focus_category;
extern const FulTransformKind ful_transform_merge_call_node;
extern const FulTransformKind ful_transform_merge_function;
extern const FulTransformKind ful_transform_merge_subtree;
extern const FulTransformKind ful_transform_drop_function;
extern const FulTransformKind ful_transform_drop_call_node;
extern const FulTransformKind ful_transform_collapse_resource;
extern const FulTransformKind ful_transform_collapse_direct_recursion;
extern const FulTransformKind ful_transform_collapse_recursion;
extern const FulTransformKind ful_transform_collapse_function_subtree;
extern const FulTransformKind ful_transform_filter_samples;

G_END_DECLS
