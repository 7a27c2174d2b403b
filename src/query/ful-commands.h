/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-query.h"

G_BEGIN_DECLS

extern const FulCommand ful_command_activity;
extern const FulCommand ful_command_annotate;
extern const FulCommand ful_command_call_tree;
extern const FulCommand ful_command_categories;
extern const FulCommand ful_command_check;
extern const FulCommand ful_command_compare;
extern const FulCommand ful_command_convert;
extern const FulCommand ful_command_display;
extern const FulCommand ful_command_export;
extern const FulCommand ful_command_find;
extern const FulCommand ful_command_flame_graph;
extern const FulCommand ful_command_formats;
extern const FulCommand ful_command_functions;
extern const FulCommand ful_command_info;
extern const FulCommand ful_command_live;
extern const FulCommand ful_command_markers;
extern const FulCommand ful_command_members;
extern const FulCommand ful_command_network;
extern const FulCommand ful_command_overview;
extern const FulCommand ful_command_page_load;
extern const FulCommand ful_command_rows;
extern const FulCommand ful_command_samples;
extern const FulCommand ful_command_save;
extern const FulCommand ful_command_schema;
extern const FulCommand ful_command_sidebar;
extern const FulCommand ful_command_sql;
extern const FulCommand ful_command_stack_chart;
extern const FulCommand ful_command_story;
extern const FulCommand ful_command_tour;
extern const FulCommand ful_command_symbolicate;

G_END_DECLS
