/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-query-table.h"

#include "export/sanitize/ful-selection.h"
#include "model/ful-profile.h"
#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"
#include "tree/nodes/ful-call-node-table.h"
#include "tree/nodes/ful-inverted-tree.h"
#include "tree/samples/ful-sample-rows.h"
#include "tree/times/ful-when-bins.h"
#include "viewtext/ful-transform-text.h"
#include "viewtext/ful-view-options-text.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Exit statuses of the program. */
typedef enum
{
  FUL_EXIT_OK,
  FUL_EXIT_NOTHING,      /* nothing matched, or data were lost and --strict was given */
  FUL_EXIT_USAGE,
  FUL_EXIT_UNREADABLE,
  FUL_EXIT_UNDECIDED,    /* what was recorded cannot show it */
  FUL_EXIT_OUTPUT = 74,  /* EX_IOERR of sysexits.h */
} FulExitStatus;

/**
 * FulQueryLive:
 * @start: JSON object
 * @duration: s; may be greater than any time
 * @n_top: functions to print
 *
 * Options for running captures.
 */
typedef struct
{
  char    *address;
  char    *token_file;
  char    *start;
  double   duration;
  gboolean stop;
  int      n_top;
} FulQueryLive;

typedef struct _FulQueryOptions FulQueryOptions;

/**
 * FulQuerySql:
 * @timeout: s, @memory: MB; -1: not given
 * @n_jobs: profiles to open at a time
 * @labels: (nullable) (array zero-terminated): KEY=VALUE, of all profiles
 *
 * Options of sql.
 */
typedef struct
{
  double     timeout;
  int        memory;
  gboolean   each;
  int        n_jobs;
  gboolean   fail_if_rows;
  char      *key;
  char     **labels;
} FulQuerySql;

/**
 * FulQueryRows:
 *
 * Options of rows; texts are nullable.
 */
typedef struct
{
  char      *tables;
  char      *part;
  char     **partitions;
  gboolean   no_stacks;
  gboolean   functions;
} FulQueryRows;

/**
 * FulQueryCompare:
 *
 * Options of compare, as given; see the help texts of ful_query_options_add_entries().
 */
typedef struct
{
  char     *by;
  char     *measure;
  char     *field;
  char     *per;
  char     *interval;
  char     *split;
  char     *before_range;
  char     *after_range;
  char     *before_thread;
  char     *after_thread;
  char    **renames;
  char     *margin;
  char     *min_effect;
  char     *assume_noise;
  char     *only;
  char     *verdicts;
  char    **conditions;
  char     *baseline;
  gboolean  skip_unreadable;
} FulQueryCompare;

/**
 * FulQuery:
 * @command: what is asked
 * @profile: the profile
 * @json: whether to answer in JSON
 * @color: whether the answer goes to a terminal that shows colours
 * @limit: rows to print, or %G_MAXUINT
 * @limit_rows: rows of a chart to print, or %G_MAXUINT
 * @limit_boxes: boxes of each to print, or %G_MAXUINT
 * @remove: (nullable): what of a part is left out, in words
 * @keep: (nullable): what of it is kept
 * @tracks: (nullable): which tracks of a part are kept
 * @report: whether to read the written file again
 * @output: (nullable): file to write
 * @format: (nullable): what to export as
 * @width: columns of a graph, or px of a picture
 * @svg: whether to draw a picture, as @png
 * @dark: whether its colours are those of the dark scheme
 * @statistics: whether to sum markers up by name
 * @when: whether to say when rows ran
 * @initial: (nullable): "hot": the rows that the window shows first
 * @markdown: whether to answer in Markdown
 * @marker: number of a marker, or %FUL_NONE
 * @csv: whether to answer with comma-separated values
 * @sort: (nullable): column to sort rows by
 * @profile_path: (nullable): file of the profile
 * @member: (nullable): path of the profile in it, if it is an archive
 * @symbols: (nullable) (array zero-terminated): where symbols are
 * @function: (nullable): name of a function
 * @text: (nullable): what is to be found
 * @kinds: (nullable) (array zero-terminated): of which kinds
 * @path_maps: (nullable) (array zero-terminated): "FROM=TO": where sources are
 * @with_assembly: whether to disassemble the function
 * @again: whether to symbolicate what has symbols
 * @arguments: (nullable) (array zero-terminated): of a command that reads several files: what was named
 * @options: (not nullable): how to read profiles, and the view in words
 * @compare: of a comparison; texts are nullable
 * @sql: of statements; likewise
 * @rows: of files of tables; likewise
 * @live: of a command for running captures; texts are nullable
 * @given: of a comparison: options and arguments, as given
 * @views: (element-type FulViewOptions): the views to answer; at least one
 * @views_are_list: whether the answer is a list as well
 * @paths: (nullable): call node paths, one for each view
 * @reader: resolves names in transforms; its cache has results of earlier views
 *
 * Input and options of a command. Owned by main().
 */
typedef struct
{
  const struct _FulCommand *command;
  FulProfile   *profile;
  gboolean      json;
  gboolean      color;
  guint         limit;
  guint         limit_rows;
  guint         limit_boxes;
  char         *remove;
  char         *keep;
  char         *tracks;
  gboolean      report;
  char         *output;
  char         *format;
  guint         width;
  gboolean      svg;
  gboolean      png;
  gboolean      dark;
  gboolean      statistics;
  gboolean      when;
  char         *initial;
  gboolean      markdown;
  int           marker;
  gboolean      csv;
  char         *sort;
  char         *profile_path;
  char         *member;
  char        **symbols;
  char         *function;
  char         *text;
  char        **kinds;
  char        **path_maps;
  gboolean      with_assembly;
  gboolean      again;
  char        **arguments;
  const FulQueryOptions *options;
  FulQueryCompare compare;
  FulQuerySql   sql;
  FulQueryRows  rows;
  FulQueryLive  live;
  char        **given;
  GPtrArray    *views;
  gboolean      views_are_list;
  char        **paths;

  FulTransformReader reader;
} FulQuery;

/**
 * FulQueryView:
 * @rows: samples and their weights
 * @list: (nullable) (owned): rows of a table of the view
 * @selected: the node that the window selects first; %FUL_NONE if that was not asked
 * @when: (nullable): when some of them ran
 * @first_when: the first of these
 *
 * The results for one view.
 */
typedef struct
{
  FulQuery         *query;
  FulDerivedThread *derived;
  FulCallNodeTable *nodes;
  FulInvertedTree  *inverted;    /* (nullable) */
  FulSampleRows    *rows;
  FulCallTree      *tree;
  GArray           *list;
  FulCallNodeIndex  selected;
  FulWhenBins      *when;
  guint             first_when;
} FulQueryView;

typedef enum
{
  FUL_COMMAND_ANY    = 0,
  FUL_COMMAND_VIEWS  = 1 << 0,   /* takes the options that describe a view */
  FUL_COMMAND_LIMIT  = 1 << 1,
  FUL_COMMAND_OUTPUT = 1 << 2,
  FUL_COMMAND_WIDTH  = 1 << 3,
  FUL_COMMAND_PATHS  = 1 << 4,
  FUL_COMMAND_BOXES  = 1 << 5,
  FUL_COMMAND_FORMAT = 1 << 6,
  FUL_COMMAND_PICTURE = 1 << 7,
  FUL_COMMAND_MARKERS = 1 << 8,
  FUL_COMMAND_SYMBOLS = 1 << 10,  /* looks for symbols by itself */
  FUL_COMMAND_FUNCTION = 1 << 11, /* the first argument is a function */
  FUL_COMMAND_TABLE  = 1 << 9,   /* implied by make_table */
  FUL_COMMAND_ADDRESS = 1 << 12, /* the argument is the address of a running capture */
  FUL_COMMAND_PROFILE = 1 << 13, /* implied by its absence */
  FUL_COMMAND_DISPLAY = 1 << 14,
  FUL_COMMAND_TEXT   = 1 << 20,  /* the first argument is what to find */
  FUL_COMMAND_WEIGHT = 1 << 16,  /* writes one weight of each sample */
  FUL_COMMAND_ALONE  = 1 << 15,  /* takes no argument */
  FUL_COMMAND_FILE   = 1 << 17,  /* reads its argument by itself */
  FUL_COMMAND_PART   = 1 << 18,  /* writes a part of the profile */
  FUL_COMMAND_MARKDOWN = 1 << 19, /* answers in Markdown, too */
  FUL_COMMAND_STORY  = 1 << 21,  /* may be about a marker */
  FUL_COMMAND_SIDES  = 1 << 22,  /* reads two lists of profiles by itself */
  FUL_COMMAND_SQL    = 1 << 23,  /* the first argument is a statement, the others are profiles, which it reads by itself */
  FUL_COMMAND_OPTIONAL = 1 << 24, /* takes an argument, or none */
  FUL_COMMAND_ROWS   = 1 << 25,  /* the arguments are profiles, which it reads by itself */
} FulCommandFlags;

typedef struct _FulCommand FulCommand;

/**
 * FulCommand:
 * @name: the word on the command line
 * @summary: one line for the help
 * @flags: which options it takes
 * @make_table: (nullable): makes the answer for a view
 * @run: (nullable): does something else; returns an exit status, or an error. %NULL for ful_query_answer()
 * @examples: (nullable): lines for the end of its help
 *
 * One thing the program can answer.
 */
struct _FulCommand
{
  const char      *name;
  const char      *summary;
  FulCommandFlags  flags;
  FulQueryTable *(*make_table) (FulQuery  *query,
                                guint      view,
                                GError   **error);
  FulExitStatus  (*run)        (FulQuery  *query,
                                GError   **error);
  const char      *examples;
};

extern const FulCommand *const ful_commands[];   /* %NULL-terminated */

FulQueryView  *ful_query_view_new         (FulQuery              *query,
                                           guint                  index,
                                           GError               **error);
void           ful_query_view_free        (FulQueryView          *self);
FulQueryTable *ful_query_view_to_table    (FulQueryView          *self,
                                           const FulQueryColumn  *columns,
                                           guint                  n_columns);
void           ful_query_view_fill_row    (FulQueryView          *self,
                                           gint32                 depth,
                                           FulFuncIndex           func,
                                           double                 total,
                                           double                 own,
                                           FulQueryRow           *cells);
const char    *ful_query_view_get_unit    (const FulQueryView   *self);
void           ful_query_view_fill_totals (FulQueryView          *self,
                                           gboolean               has_depth,
                                           FulQueryRow           *cells);
GArray        *ful_query_view_list_functions (FulQueryView       *self,
                                           GError               **error);
char          *ful_query_dup_shown_func   (FulQuery              *query,
                                           FulFuncIndex           func);
guint          ful_query_get_n_made       (FulQuery              *query);
FulExitStatus  ful_query_answer           (FulQuery              *query,
                                           GError               **error);
gboolean       ful_query_save             (FulQuery              *query,
                                           const char            *sample_type,
                                           const FulSelection    *part,
                                           GError               **error);
void           ful_query_answer_output    (FulQuery              *query);
gboolean       ful_query_read_views       (FulQuery              *query,
                                           const char            *file,
                                           GError               **error);
void           ful_query_set_profile      (FulQuery              *query,
                                           FulProfile            *profile);
void           ful_query_clear            (FulQuery              *query);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulQueryView, ful_query_view_free)

G_END_DECLS
