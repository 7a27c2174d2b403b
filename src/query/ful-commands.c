/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The list of commands, in the order of the help. */

#include "config.h"

#include "ful-commands.h"

const FulCommand *const ful_commands[] = {
  &ful_command_info,
  &ful_command_overview,
  &ful_command_story,
  &ful_command_tour,
  &ful_command_find,
  &ful_command_call_tree,
  &ful_command_functions,
  &ful_command_compare,
  &ful_command_sql,
  &ful_command_rows,
  &ful_command_schema,
  &ful_command_flame_graph,
  &ful_command_stack_chart,
  &ful_command_categories,
  &ful_command_samples,
  &ful_command_markers,
  &ful_command_network,
  &ful_command_page_load,
  &ful_command_annotate,
  &ful_command_symbolicate,
  &ful_command_convert,
  &ful_command_save,
  &ful_command_export,
  &ful_command_live,
  &ful_command_check,
  &ful_command_formats,
  &ful_command_members,
  &ful_command_display,
  &ful_command_sidebar,
  &ful_command_activity,
  NULL,
};
