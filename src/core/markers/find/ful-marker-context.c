/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The details of a marker in the side bar. Its peers and flows may be in any
 * thread: the first marker of a profile costs the index of all flows. */

#include "config.h"

#include "ful-marker-context.h"

#include "base/ful-table.h"
#include "io/json/ful-json-document.h"
#include "markers/list/ful-marker-payload.h"
#include "model/ful-func-origin.h"
#include "model/ful-thread-names.h"
#include "threads/ful-page-list.h"

#include <math.h>

/* Members that are shown in another way. */
static const char *const shown_members[] = { "type", "cause", "stack", "innerWindowID" };

static void
clear_frame (gpointer data)
{
  g_free (((FulMarkerFrame *) data)->origin);
}

static void
clear_step (gpointer data)
{
  g_free (((FulMarkerFlowStep *) data)->id);
}

/* Where the function is, at the line of the frame if that is known. */
static char *
get_origin (FulProfile   *profile,
            FulFuncIndex  func,
            gint32        line)
{
  gint32 func_line, column;
  g_autofree char *file = line == FUL_NONE ? NULL : ful_func_get_file (profile, func, &func_line, &column);

  return file ? g_strdup_printf ("%s:%d", file, line) : ful_func_get_origin (profile, func);
}

static FulStackIndex
find_stack (const FulMarkerList *list,
            guint                marker)
{
  const FulMarkerTable *raw = ful_profile_get_thread (list->profile, (guint) list->thread[marker])->markers;
  gint32 begin = list->begin_row[marker], end = list->end_row[marker];
  gint64 stack = begin == FUL_NONE ? FUL_NONE : ful_packed_int_get (&raw->cause_stack, (guint) begin);

  if (stack == FUL_NONE && end != FUL_NONE)
    stack = ful_packed_int_get (&raw->cause_stack, (guint) end);

  return (FulStackIndex) stack;
}

/**
 * ful_marker_get_frames:
 * @profile: the profile of @list, or a snapshot of it with more symbols
 * @list: markers
 * @marker: one of them
 * @implementation: only functions of it
 *
 * Returns: (transfer full) (element-type FulMarkerFrame): the stack of the marker's cause, the innermost
 *   function first; none if it was not recorded
 */
GArray *
ful_marker_get_frames (FulProfile        *profile,
                       FulMarkerList     *list,
                       guint              marker,
                       FulImplementation  implementation)
{
  const FulStackTable *stacks = profile->shown_stacks ? profile->shown_stacks : profile->stacks;
  const FulFrameTable *shown = ful_profile_get_shown_frames (profile);
  FulStackIndex stack = ful_profile_get_shown_stack (profile, find_stack (list, marker));
  GArray *frames = g_array_new (FALSE, FALSE, sizeof (FulMarkerFrame));

  g_array_set_clear_func (frames, clear_frame);
  for (; stack != FUL_NONE; stack = stacks->prefix[stack])
    {
      FulFrameIndex frame = stacks->frame[stack];
      FulFuncIndex func = shown->func[frame];
      FulMarkerFrame item = { func, NULL, shown->inline_depth[frame] > 0 };

      if (!ful_func_matches_implementation (profile, func, stacks->prefix[stack], implementation))
        continue;
      item.origin = get_origin (profile, func, shown->line[frame]);
      g_array_append_val (frames, item);
    }

  return frames;
}

/**
 * ful_marker_frames_to_text:
 * @frames: (element-type FulMarkerFrame): a stack
 *
 * Returns: (transfer full): a line for each function, with its origin in brackets
 */
char *
ful_marker_frames_to_text (FulProfile   *profile,
                           const GArray *frames)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < frames->len; i++)
    {
      const FulMarkerFrame *frame = &g_array_index (frames, FulMarkerFrame, i);

      g_string_append (text, ful_profile_get_shown_name (profile, frame->func));
      if (*frame->origin)
        g_string_append_printf (text, " [%s]", frame->origin);
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

/**
 * ful_marker_get_window:
 *
 * Returns: the page that the marker is about, its innerWindowID; NaN for none
 */
double
ful_marker_get_window (const FulMarkerList *list,
                       guint                marker)
{
  static const char *const keys[] = { "innerWindowID" };
  g_autoptr(FulPayloadReader) reader = ful_payload_reader_new (keys, G_N_ELEMENTS (keys));
  double window;

  ful_marker_list_read_payload (list, marker, reader);
  window = ful_payload_value_get_number (ful_payload_reader_get (reader, 0));

  return window > 0 ? window : NAN;
}

/**
 * ful_marker_find_page:
 * @window: of ful_marker_get_window()
 * @out_is_private: (out): whether the page was in a private window
 *
 * Reads all pages of the profile.
 *
 * Returns: (transfer full) (nullable): address of the page
 */
char *
ful_marker_find_page (const FulProfile *profile,
                      double            window,
                      gboolean         *out_is_private)
{
  g_autoptr(GArray) pages = isnan (window) ? NULL : ful_pages_read (profile);

  for (guint i = 0; pages && i < pages->len; i++)
    {
      const FulPage *page = &g_array_index (pages, FulPage, i);

      if (page->window == window && page->url)
        {
          *out_is_private = page->is_private;
          return g_strdup (page->url);
        }
    }

  *out_is_private = FALSE;

  return NULL;
}

static gboolean
is_shown (const FulMarkerSchema *schema,
          const char            *member)
{
  for (guint i = 0; i < schema->fields->len; i++)
    if (g_str_equal (g_ptr_array_index (schema->keys, i), member))
      return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (shown_members); i++)
    if (g_str_equal (shown_members[i], member))
      return TRUE;

  return FALSE;
}

/* Without a schema the details have all of them. */
static void
add_others (FulMarkerContext      *self,
            const FulMarkerSchema *schema,
            JsonObject            *payload)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  json_object_iter_init_ordered (&iter, payload);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    if (!is_shown (schema, name))
      ful_marker_facts_add_member (self->others, name, node);
}

static void
name_thread (FulMarkerContext *self,
             FulMarkerList    *list,
             guint             number)
{
  FulProfile *profile = list->profile;
  FulThread *thread = ful_profile_get_thread (profile, number);
  g_auto(GStrv) names = ful_thread_names_new (profile->threads);
  const char *process = thread->process_name && *thread->process_name ? thread->process_name : names[number];

  for (guint i = 0; i < profile->threads->len; i++)
    {
      FulThread *other = ful_profile_get_thread (profile, i);

      if (other->is_main_thread && g_str_equal (other->pid, thread->pid))
        process = names[i];
    }
  self->thread_name = g_strdup (names[number]);
  self->process_name = g_strdup_printf ("%s (%s)", process, thread->pid);
  if (self->has_peer)
    self->peer_name = g_strdup (names[self->peer.thread]);
}

/* The marker of @thread from its raw marker @row. */
static gboolean
find_marker (FulMarkerList   *list,
             guint            thread,
             gint32           row,
             FulMarkerPlace  *out_place,
             FulDeriveCache  *cache,
             GCancellable    *cancellable,
             GError         **error)
{
  g_autoptr(FulThreadSet) set = ful_thread_set_new (list->profile, &thread, 1, cancellable, error);
  g_autoptr(FulMarkerList) there = set ? ful_marker_list_derive (set, cache, cancellable, error) : NULL;

  for (guint i = 0; there && i < there->n_markers; i++)
    if (there->begin_row[i] == row)
      {
        *out_place = (FulMarkerPlace) { thread, i, there->start[i] };
        return TRUE;
      }

  return FALSE;
}

/**
 * ful_marker_find_place:
 * @list: markers of whatever threads
 * @marker: one of them
 * @out_place: (out): the same in the list of its thread alone
 * @cache: (nullable): of the profile
 * @cancellable: (nullable): checked every few thousand markers
 *
 * Returns: %FALSE if it was cancelled
 */
gboolean
ful_marker_find_place (FulMarkerList   *list,
                       guint            marker,
                       FulMarkerPlace  *out_place,
                       FulDeriveCache  *cache,
                       GCancellable    *cancellable)
{
  guint thread = (guint) list->thread[marker];

  if (list->begin_row[marker] != FUL_NONE)
    return find_marker (list, thread, list->begin_row[marker], out_place, cache, cancellable, NULL);

  /* Markers without a row are only in lists of one thread. */
  *out_place = (FulMarkerPlace) { thread, marker, list->start[marker] };

  return TRUE;
}

/* Returns: FALSE with @error set when it was cancelled */
static gboolean
find_peer (FulMarkerContext  *self,
           FulMarkerList     *list,
           guint              marker,
           FulDeriveCache    *cache,
           GCancellable      *cancellable,
           GError           **error)
{
  const FulIpcRow *row;
  const FulIpcMessage *message;
  gint32 thread;

  if (list->kind[marker] != FUL_MARKER_KIND_IPC)
    return TRUE;

  row = ful_ipc_table_lookup (list->ipc, (guint) list->thread[marker], (guint) list->begin_row[marker]);
  message = &list->ipc->messages[row->message];
  thread = row->step <= FUL_IPC_SEND_END ? message->recv_thread : message->send_thread;
  for (guint i = 0; thread != FUL_NONE && !self->has_peer && i < list->ipc->n_rows; i++)
    {
      const FulIpcRow *other = &list->ipc->rows[i];

      if (other->message != row->message || other->thread != (guint) thread || other == row ||
          (other->step <= FUL_IPC_SEND_END) == (row->step <= FUL_IPC_SEND_END))
        continue;
      self->has_peer = find_marker (list, (guint) thread, (gint32) other->row, &self->peer, cache, cancellable, error);
    }

  return !g_cancellable_is_cancelled (cancellable);
}

static gboolean
add_flows (FulMarkerContext  *self,
           FulMarkerList     *list,
           guint              marker,
           FulDeriveCache    *cache,
           GCancellable      *cancellable,
           GError           **error)
{
  g_autoptr(FulMarkerFlows) flows = ful_marker_flows_derive (list->profile, cache, cancellable, error);
  const FulFlowRef *refs;
  guint n;

  if (flows == NULL)
    return FALSE;

  refs = ful_marker_flows_find (flows, list, marker, &n);
  for (guint i = 0; i < n; i++)
    {
      const FulMarkerFlow *flow = &flows->flows[refs[i].flow];
      guint place = refs[i].place;
      FulMarkerFlowStep step = {
        g_strdup (flow->id), place - flow->begin + 1, flow->end - flow->begin,
        place > flow->begin, { 0 }, place + 1 < flow->end, { 0 },
      };

      if (step.has_previous)
        step.previous = g_array_index (flows->markers, FulMarkerPlace, place - 1);
      if (step.has_next)
        step.next = g_array_index (flows->markers, FulMarkerPlace, place + 1);
      g_array_append_val (self->flows, step);
    }

  return TRUE;
}

/**
 * ful_marker_context_new:
 * @profile: the profile of @list, or a snapshot of it with more symbols
 * @list: markers
 * @marker: one of them
 * @implementation: which functions of its stack are shown
 * @cache: (nullable): of the profile
 * @cancellable: (nullable): checked every few thousand markers
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): the details of the marker
 */
FulMarkerContext *
ful_marker_context_new (FulProfile         *profile,
                        FulMarkerList      *list,
                        guint               marker,
                        FulImplementation   implementation,
                        FulDeriveCache     *cache,
                        GCancellable       *cancellable,
                        GError            **error)
{
  g_autoptr(FulMarkerContext) self = g_new0 (FulMarkerContext, 1);
  const FulMarkerSchema *schema = ful_marker_list_get_schema (list, marker);
  g_autoptr(JsonObject) payload = ful_marker_payload_parse (list, marker);
  double cause_time = ful_json_get_number (payload ? ful_json_get_object (payload, "cause") : NULL, "time");

  self->profile = g_object_ref (profile);
  self->details = ful_marker_details_new (list, marker);
  self->others = ful_marker_facts_new ();
  self->flows = g_array_new (FALSE, FALSE, sizeof (FulMarkerFlowStep));
  g_array_set_clear_func (self->flows, clear_step);
  if (schema && payload)
    add_others (self, schema, payload);
  self->frames = ful_marker_get_frames (profile, list, marker, implementation);
  self->cause_age = list->start[marker] > cause_time ? list->start[marker] - cause_time : NAN;
  self->window = ful_marker_get_window (list, marker);
  self->url = ful_marker_find_page (list->profile, self->window, &self->is_private);
  if (!find_peer (self, list, marker, cache, cancellable, error) ||
      !add_flows (self, list, marker, cache, cancellable, error))
    return NULL;
  name_thread (self, list, (guint) list->thread[marker]);

  return g_steal_pointer (&self);
}

void
ful_marker_context_free (FulMarkerContext *self)
{
  g_object_unref (self->profile);
  g_clear_pointer (&self->details, ful_marker_details_free);
  g_clear_pointer (&self->others, g_array_unref);
  g_clear_pointer (&self->frames, g_array_unref);
  g_clear_pointer (&self->flows, g_array_unref);
  g_free (self->url);
  g_free (self->thread_name);
  g_free (self->process_name);
  g_free (self->peer_name);
  g_free (self);
}
