/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-import-log.h"
#include "ful-shared-tables.h"
#include "ful-shown-names.h"
#include "ful-thread-tables.h"

#include "base/ful-buffer.h"
#include "base/ful-string-table.h"

#include <glib-object.h>

G_BEGIN_DECLS

typedef struct
{
  char  *name;
  char  *color;            /* colour word of the format: "grey", "lightblue", … */
  char **subcategories;    /* (array zero-terminated); the first is the category itself */
} FulCategory;

/* A shared library. Strings are never NULL except code_id. */
typedef struct
{
  char *arch;
  char *name;
  char *path;
  char *debug_name;
  char *debug_path;
  char *breakpad_id;
  char *code_id;
} FulLib;

/* Unit of threadCPUDelta. */
typedef enum
{
  FUL_CPU_UNIT_NONE,             /* no meta.sampleUnits: CPU data has no meaning */
  FUL_CPU_UNIT_NS,
  FUL_CPU_UNIT_US,
  FUL_CPU_UNIT_VARIABLE_CYCLES,
} FulCpuUnit;

/**
 * FulLoss:
 * @start: absolute ms
 * @end: absolute ms
 *
 * A time from which a capture lost rows.
 */
typedef struct
{
  double start;
  double end;
} FulLoss;

/**
 * FulThread:
 *
 * One recorded thread. All fields are read-only and never change once its
 * profile is sealed.
 */
#define FUL_TYPE_THREAD (ful_thread_get_type ())
G_DECLARE_FINAL_TYPE (FulThread, ful_thread, FUL, THREAD, GObject)

struct _FulThread
{
  GObject             parent_instance;

  char               *name;
  char               *process_type;
  char               *process_name;        /* (nullable) */
  char               *etld1;               /* (nullable): eTLD+1 */
  char               *pid;
  char               *tid;                 /* "undefined" if the file has none */
  gboolean            tid_is_number;       /* how the file spells it */
  gboolean            is_main_thread;
  gboolean            is_js_tracer;
  double              process_startup_time;
  double              process_shutdown_time;   /* NaN: still alive */
  double              register_time;
  double              unregister_time;         /* NaN: still alive */

  FulSampleTable     *samples;
  FulWeightType       weight_type;
  GPtrArray          *sample_types;        /* (nullable): FulSampleType, in the order of the file */
  FulMarkerTable     *markers;
  FulBuffer          *payloads;            /* JSON texts of the marker payloads */
  FulAllocationTable *js_allocations;      /* (nullable) */
  FulAllocationTable *native_allocations;  /* (nullable) */

  GArray             *losses;              /* (nullable) (element-type FulLoss): in order of arrival */
  guint64             serial;              /* of its rows; 0 if it never grew */
  char               *rest_json;           /* (nullable): members that only a writer needs, "a":1,"b":2 */
  char               *markers_rest_json;   /* (nullable): further columns of the marker table, likewise */

  GBytes             *old_funcs;           /* (nullable): of gint32: of a file with tables for each thread the
                                              shared row of each of its functions; old links have those numbers */
  GBytes             *old_resources;       /* (nullable): likewise; not written to files */
};

FulThread  *ful_thread_new         (void);
FulThread  *ful_thread_new_copy    (FulThread       *thread);
const char *ful_thread_get_payload (const FulThread *self,
                                    guint            marker,
                                    gsize           *out_length);

/**
 * FulCounter:
 *
 * Counted values of one process over time. Read-only once sealed.
 */
#define FUL_TYPE_COUNTER (ful_counter_get_type ())
G_DECLARE_FINAL_TYPE (FulCounter, ful_counter, FUL, COUNTER, GObject)

struct _FulCounter
{
  GObject                parent_instance;

  char                  *name;
  char                  *category;
  char                  *description;
  char                  *pid;
  guint                  main_thread;       /* a thread index */
  FulCounterSampleTable *samples;
  char                  *display_json;      /* `display`, JSON object text */
  char                  *rest_json;         /* (nullable) */
};

FulCounter *ful_counter_new      (void);
FulCounter *ful_counter_new_copy (FulCounter *counter);

/**
 * FulProfile:
 *
 * A profile as stored: shared tables, threads, counters. Made by a
 * #FulProfileBuilder; immutable, usable from any thread.
 */
#define FUL_TYPE_PROFILE (ful_profile_get_type ())
G_DECLARE_FINAL_TYPE (FulProfile, ful_profile, FUL, PROFILE, GObject)

struct _FulProfile
{
  GObject                 parent_instance;

  /* The file that it was read from. */
  const char             *format;                /* (nullable): display name, static, to be translated; NULL: no file */
  char                   *format_version;        /* (nullable): as the file has it, before upgrades */
  char                   *writer;                /* (nullable): program that wrote it, as the file says */

  /* meta */
  char                   *product;
  double                  interval;              /* ms; width of the last sample */
  gboolean                has_interval;          /* samples are so far apart; else it stands for an interval that nobody knows */
  double                  start_time;            /* ms since the Unix epoch */
  double                  profiling_start_time;  /* NaN if unknown */
  double                  profiling_end_time;    /* NaN if unknown */
  int                     symbolicated;          /* 1 yes, 0 no, -1 unknown */
  gboolean                uses_only_one_stack_type;
  gboolean                keep_thread_order;
  gboolean                time_is_bytes;         /* sampleUnits.time is "bytes" */
  FulCpuUnit              cpu_unit;
  GArray                 *initial_visible_threads;   /* (nullable) (element-type guint) */
  GArray                 *initial_selected_threads;  /* (nullable) (element-type guint) */
  char                   *meta_json;             /* the whole `meta` without categories, JSON object text with FUL_BYTES_PADDING */

  GPtrArray              *categories;            /* FulCategory; never empty */
  gboolean                has_categories;        /* FALSE: the file had none, the list is a substitute */
  FulCategoryIndex        default_category;      /* the first one whose colour is grey */
  FulCategoryIndex        idle_category;         /* the one named "Idle", or FUL_NONE */
  GPtrArray              *libs;                  /* FulLib */

  FulStringTable         *strings;               /* which may have more than those of this profile */
  guint                   n_strings;
  FulStringTable         *texts;                 /* strings that are inline in the file */
  guint                   n_texts;
  FulStackTable          *stacks;
  FulFrameTable          *frames;
  FulFuncTable           *funcs;                 /* those recorded, and one for each resource */
  guint                   n_recorded_funcs;
  FulResourceTable       *resources;
  FulNativeSymbolTable   *native_symbols;
  FulSourceTable         *sources;
  FulSourceLocationTable *source_locations;

  GPtrArray              *threads;               /* FulThread */
  GPtrArray              *counters;              /* FulCounter */

  /* What symbols change, see ful_symbolicate(); without symbols NULL and 0. */
  FulStackTable          *shown_stacks;          /* (nullable): to show instead of stacks */
  FulFrameTable          *shown_frames;          /* (nullable): their frames */
  FulBuffer              *shown_of_stack;        /* (nullable): for each stack the shown one, or FUL_NONE; NULL: itself */
  FulBuffer              *first_replacement;     /* (nullable): for each function, and one more, the first row of … */
  FulBuffer              *replacements;          /* (nullable): … the functions that stand for it, outermost first */

  /* Snapshots of a profile with the same serial have the same rows, see ful_serial_new(). */
  guint64                 meta_serial;
  guint64                 stack_serial;          /* of shared tables, and of what symbols change */
  guint64                 thread_serial;         /* of threads and counters */
  guint64                 number_serial;         /* 0, or the same where functions, resources and threads have the same numbers */
  gboolean                grows;                 /* more rows may come */
  gboolean                has_times;             /* anything happens at different times, or may happen yet */
  gboolean                has_labels;            /* of samples */
  gboolean                has_one_category;      /* all stacks are of one, which tells nothing */

  char                   *rest_json;             /* (nullable): top-level members that only a writer needs */
  FulImportLog           *log;
  FulShownNames          *shown_names;
};

FulProfile *ful_profile_new            (void);
FulProfile *ful_profile_new_copy       (FulProfile     *profile);
FulProfile *ful_profile_new_snapshot   (FulProfile     *recorded);
char       *ful_profile_dup_format     (FulProfile     *self);
const FulFuncIndex *ful_profile_get_replacement (FulProfile   *self,
                                                 FulFuncIndex  func,
                                                 guint        *out_n);
FulFuncIndex ful_profile_map_func      (FulProfile     *self,
                                        FulFuncIndex    func);
void        ful_profile_map_path       (FulProfile     *self,
                                        GArray         *path,
                                        gboolean        inverted);
FulThread  *ful_profile_get_thread     (FulProfile     *self,
                                        guint           thread);
FulCategory *ful_profile_get_category  (FulProfile     *self,
                                        FulCategoryIndex category);
const char *ful_profile_get_color      (FulProfile     *self,
                                        FulFuncIndex    func,
                                        FulCategoryIndex category);
FulCategory *ful_category_new          (const char     *name,
                                        const char     *color,
                                        char          **subcategories);
void        ful_category_free          (FulCategory    *category);
FulLib     *ful_lib_new_unknown        (void);
FulLib     *ful_lib_copy               (const FulLib   *lib);
void        ful_lib_free               (FulLib         *lib);

/**
 * ful_profile_get_string:
 *
 * Returns: (transfer none): a shared string; lives as long as @self
 */
static inline const char *
ful_profile_get_string (FulProfile     *self,
                        FulStringIndex  string)
{
  return ful_string_table_get (self->strings, string);
}

/**
 * ful_profile_find_string:
 *
 * Returns: the first shared string of @self that is equal to @text, or %FUL_NONE
 */
static inline FulStringIndex
ful_profile_find_string (FulProfile *self,
                         const char *text)
{
  FulStringIndex string = ful_string_table_find (self->strings, text);

  return string < (FulStringIndex) self->n_strings ? string : FUL_NONE;
}

/**
 * ful_profile_has_rows_of:
 *
 * Returns: whether rows of @other are the same in @self: both are snapshots of one profile, with other symbols or more
 *   rows
 */
static inline gboolean
ful_profile_has_rows_of (const FulProfile *self,
                         const FulProfile *other)
{
  return self->strings == other->strings;
}

/**
 * ful_profile_has_numbers_of:
 *
 * Returns: whether functions, resources and threads of @other have the same numbers in @self: that is so where rows
 *   are the same, and after ful_profile_take_numbers()
 */
static inline gboolean
ful_profile_has_numbers_of (const FulProfile *self,
                            const FulProfile *other)
{
  return ful_profile_has_rows_of (self, other) || (self->number_serial != 0 && self->number_serial == other->number_serial);
}

/**
 * ful_profile_get_resource_func:
 *
 * Returns: the function that @resource is collapsed to
 */
static inline FulFuncIndex
ful_profile_get_resource_func (const FulProfile *self,
                               FulResourceIndex  resource)
{
  return self->resources->func[resource];
}

/**
 * ful_profile_is_resource_func:
 *
 * Returns: whether @func is not a recorded function but what a resource is collapsed to
 */
static inline gboolean
ful_profile_is_resource_func (const FulProfile *self,
                              FulFuncIndex      func)
{
  FulResourceIndex resource = self->funcs->resource[func];

  return resource != FUL_NONE && self->resources->func[resource] == func;
}

/* The frames of the shown stacks. */
static inline const FulFrameTable *
ful_profile_get_shown_frames (const FulProfile *self)
{
  return self->shown_frames ? self->shown_frames : self->frames;
}

/* @stack: a recorded one. Returns: the row of the shown stacks, or %FUL_NONE */
static inline FulStackIndex
ful_profile_get_shown_stack (const FulProfile *self,
                             FulStackIndex     stack)
{
  return stack == FUL_NONE || self->shown_of_stack == NULL ? stack : ((const gint32 *) self->shown_of_stack->data)[stack];
}

static inline const char *
ful_profile_get_func_name (FulProfile   *self,
                           FulFuncIndex  func)
{
  return ful_string_table_get (self->strings, self->funcs->name[func]);
}

/**
 * ful_profile_get_shown_name:
 *
 * The display name: that of ful_profile_get_func_name(), demangled. Thread-safe; demangles a name once.
 *
 * Returns: (transfer none): lives as long as @self
 */
static inline const char *
ful_profile_get_shown_name (FulProfile   *self,
                            FulFuncIndex  func)
{
  return ful_shown_names_get (self->shown_names, ful_profile_get_func_name (self, func));
}

G_END_DECLS
