/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The markers of IPC messages: a message leaves up to five of them, in the
 * threads of two processes. O(IPC markers), each payload is read once. */

#include "config.h"

#include "ful-ipc-table.h"

#include "base/ful-bisect.h"
#include "base/ful-hash.h"
#include "base/ful-table.h"
#include "model/ful-thread-names.h"

#include <math.h>

static const char *const keys[] = {
  "startTime", "otherPid", "messageSeqno", "messageType", "direction", "phase", "sync",
};

enum { KEY_START_TIME, KEY_OTHER_PID, KEY_SEQNO, KEY_TYPE, KEY_DIRECTION, KEY_PHASE, KEY_SYNC };

/* The rows that record the steps of a message; G_MAXUINT: none. */
typedef struct
{
  guint row[FUL_N_IPC_STEPS];
} Steps;

typedef struct
{
  FulPayloadReader *reader;
  GHashTable       *numbers;    /* text that names a message → number + 1 */
  GArray           *rows;       /* FulIpcRow */
  GArray           *steps;      /* Steps, by message */
  GString          *name;
  GStringChunk     *texts;
} Builder;

static void
clear (gpointer data)
{
  FulIpcTable *self = data;

  g_free (self->rows);
  g_free (self->messages);
  g_strfreev (self->thread_names);
  g_string_chunk_free (self->texts);
}

FulIpcTable *
ful_ipc_table_ref (FulIpcTable *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_ipc_table_unref (FulIpcTable *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* FUL_N_IPC_STEPS if it is no step. */
static FulIpcStep
read_step (const FulPayloadReader *reader)
{
  const FulPayloadValue *direction = ful_payload_reader_get (reader, KEY_DIRECTION);
  const FulPayloadValue *phase = ful_payload_reader_get (reader, KEY_PHASE);
  gboolean sends = ful_payload_value_equals (direction, "sending");

  if (!sends && !ful_payload_value_equals (direction, "receiving"))
    return FUL_N_IPC_STEPS;
  if (phase == NULL || ful_payload_value_equals (phase, "endpoint"))
    return sends ? FUL_IPC_START : FUL_IPC_END;
  if (ful_payload_value_equals (phase, "transferStart"))
    return sends ? FUL_IPC_SEND_START : FUL_N_IPC_STEPS;
  if (ful_payload_value_equals (phase, "transferEnd"))
    return sends ? FUL_IPC_SEND_END : FUL_IPC_RECV_END;

  return FUL_N_IPC_STEPS;
}

static char *
dup_text (const FulPayloadReader *reader,
          guint                   key)
{
  const FulPayloadValue *value = ful_payload_reader_get (reader, key);

  return value ? ful_payload_value_dup_text (value) : g_strdup ("");
}

/* The number of the message in the payload. */
static guint
find_message (Builder    *self,
              const char *pid,
              const char *other,
              gboolean    sends)
{
  g_autofree char *seqno = dup_text (self->reader, KEY_SEQNO);
  g_autofree char *type = dup_text (self->reader, KEY_TYPE);
  Steps none;
  guint number;

  g_string_printf (self->name, "%s\n%s\n%s\n%s", sends ? pid : other, sends ? other : pid, seqno, type);
  number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, self->name->str));
  if (number > 0)
    return number - 1;

  for (guint i = 0; i < FUL_N_IPC_STEPS; i++)
    none.row[i] = G_MAXUINT;
  g_array_append_val (self->steps, none);
  g_hash_table_insert (self->numbers, g_strdup (self->name->str), GUINT_TO_POINTER (self->steps->len));

  return self->steps->len - 1;
}

static gboolean
read_thread (Builder       *self,
             FulThread     *thread,
             guint          number,
             gint32         type,
             GCancellable  *cancellable,
             GError       **error)
{
  for (guint i = 0; i < thread->markers->table.n_rows; i++)
    {
      FulIpcRow row = { number, i, 0, NAN, NULL, FUL_N_IPC_STEPS, FALSE };
      g_autofree char *other = NULL;
      guint *first;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (ful_packed_int_get (&thread->markers->payload_type, i) != type)
        continue;

      ful_payload_reader_clear (self->reader);
      ful_payload_reader_read_row (self->reader, thread, (gint32) i);
      row.step = read_step (self->reader);
      row.time = ful_payload_value_get_number (ful_payload_reader_get (self->reader, KEY_START_TIME));
      row.sync = ful_payload_value_is_true (ful_payload_reader_get (self->reader, KEY_SYNC));
      if (row.step == FUL_N_IPC_STEPS || isnan (row.time))
        continue;

      other = dup_text (self->reader, KEY_OTHER_PID);
      row.other_pid = g_string_chunk_insert_const (self->texts, other);
      row.message = find_message (self, thread->pid, other, row.step <= FUL_IPC_SEND_END);
      first = &g_array_index (self->steps, Steps, row.message).row[row.step];
      if (*first != G_MAXUINT)
        continue;
      *first = self->rows->len;
      g_array_append_val (self->rows, row);
    }

  return TRUE;
}

/* Messages with both ends show at these; others once in each thread (markers.md 2). */
static void
choose_rows (const Steps     *steps,
             const FulIpcRow *rows,
             guint8          *chosen)
{
  static const FulIpcStep order[] = {
    FUL_IPC_START, FUL_IPC_END, FUL_IPC_SEND_START, FUL_IPC_SEND_END, FUL_IPC_RECV_END,
  };
  gboolean complete = steps->row[FUL_IPC_START] != G_MAXUINT && steps->row[FUL_IPC_END] != G_MAXUINT;

  for (guint i = 0; i < (complete ? 2 : G_N_ELEMENTS (order)); i++)
    {
      guint row = steps->row[order[i]];
      gboolean seen = FALSE;

      if (row == G_MAXUINT)
        continue;
      /* The two ends always show. */
      for (guint k = 0; i >= 2 && k < i; k++)
        {
          guint other = steps->row[order[k]];

          seen |= other != G_MAXUINT && chosen[other] && rows[other].thread == rows[row].thread;
        }
      chosen[row] = !seen;
    }
}

static FulIpcTable *
build_table (Builder    *builder,
             FulProfile *profile)
{
  FulIpcTable *self = g_atomic_rc_box_new0 (FulIpcTable);
  const FulIpcRow *rows = (FulIpcRow *) (gpointer) builder->rows->data;
  g_autofree guint8 *chosen = g_new0 (guint8, MAX (builder->rows->len, 1));
  g_auto(GStrv) names = ful_thread_names_new (profile->threads);

  self->messages = g_new (FulIpcMessage, MAX (builder->steps->len, 1));
  for (guint i = 0; i < builder->steps->len; i++)
    {
      const Steps *steps = &g_array_index (builder->steps, Steps, i);
      guint start = steps->row[FUL_IPC_START], end = steps->row[FUL_IPC_END];

      for (guint s = 0; s < FUL_N_IPC_STEPS; s++)
        self->messages[i].time[s] = steps->row[s] == G_MAXUINT ? NAN : rows[steps->row[s]].time;
      self->messages[i].send_thread = start == G_MAXUINT ? FUL_NONE : (gint32) rows[start].thread;
      self->messages[i].recv_thread = end == G_MAXUINT ? FUL_NONE : (gint32) rows[end].thread;
      choose_rows (steps, rows, chosen);
    }

  self->rows = g_new (FulIpcRow, MAX (builder->rows->len, 1));
  for (guint i = 0; i < builder->rows->len; i++)
    if (chosen[i])
      self->rows[self->n_rows++] = rows[i];

  self->texts = g_steal_pointer (&builder->texts);
  self->thread_names = g_new0 (char *, profile->threads->len + 1);
  for (guint i = 0; i < profile->threads->len; i++)
    self->thread_names[i] = g_strdup_printf ("%s (Thread ID: %s)", names[i], ful_profile_get_thread (profile, i)->tid);

  return self;
}

/* The row of the text "IPC", or FUL_NONE. */
static gint32
find_type (FulProfile *profile)
{
  guint n = profile->n_texts;

  for (guint i = 0; i < n; i++)
    if (strcmp (ful_string_table_get (profile->texts, (FulStringIndex) i), "IPC") == 0)
      return (gint32) i;

  return FUL_NONE;
}

/**
 * ful_ipc_table_derive:
 * @cache: (nullable): of @profile
 * @cancellable: (nullable): checked every few thousand markers
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Threads whose id is no number are left out.
 *
 * Returns: (transfer full): the messages of the profile
 */
FulIpcTable *
ful_ipc_table_derive (FulProfile      *profile,
                      FulDeriveCache  *cache,
                      GCancellable    *cancellable,
                      GError         **error)
{
  g_autofree char *serial = g_strdup_printf ("%" G_GUINT64_FORMAT, profile->thread_serial);
  g_auto(FulDeriveSlot) slot = { NULL };
  FulIpcTable *self = ful_derive_cache_lookup (cache, FUL_STAGE_IPC, serial, cancellable, &slot);
  gboolean ok = TRUE;
  gint32 type;
  Builder builder;

  if (self)
    return self;

  type = find_type (profile);
  builder.reader = ful_payload_reader_new (keys, G_N_ELEMENTS (keys));
  builder.numbers = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);
  builder.rows = g_array_new (FALSE, FALSE, sizeof (FulIpcRow));
  builder.steps = g_array_new (FALSE, FALSE, sizeof (Steps));
  builder.name = g_string_new (NULL);
  builder.texts = g_string_chunk_new (1024);
  for (guint i = 0; ok && type != FUL_NONE && i < profile->threads->len; i++)
    if (ful_profile_get_thread (profile, i)->tid_is_number)
      ok = read_thread (&builder, ful_profile_get_thread (profile, i), i, type, cancellable, error);

  if (ok)
    {
      self = build_table (&builder, profile);
      ful_derive_slot_fill (&slot, self, builder.rows->len * sizeof (FulIpcRow) + builder.steps->len * sizeof (FulIpcMessage),
                            (GDestroyNotify) ful_ipc_table_unref);
    }
  ful_payload_reader_free (builder.reader);
  g_hash_table_unref (builder.numbers);
  g_array_unref (builder.rows);
  g_array_unref (builder.steps);
  g_string_free (builder.name, TRUE);
  g_clear_pointer (&builder.texts, g_string_chunk_free);

  return self;
}

/**
 * ful_ipc_table_lookup:
 * @thread: number of a thread
 * @row: one of its raw markers
 *
 * O(log n).
 *
 * Returns: (nullable) (transfer none): the message of the marker, if it has one
 */
const FulIpcRow *
ful_ipc_table_lookup (const FulIpcTable *self,
                      guint              thread,
                      guint              row)
{
  const FulIpcRow *rows = self->rows;
  guint at = FUL_BISECT (0, self->n_rows, i,
                         rows[i].thread > thread || (rows[i].thread == thread && rows[i].row >= row));

  return at < self->n_rows && rows[at].thread == thread && rows[at].row == row ? &rows[at] : NULL;
}

/**
 * ful_ipc_table_put_texts:
 * @row: a row of @self
 * @reader: gets the members that the payload of a derived marker has beyond the recorded ones
 */
void
ful_ipc_table_put_texts (const FulIpcTable *self,
                         const FulIpcRow   *row,
                         FulPayloadReader  *reader)
{
  const FulIpcMessage *message = &self->messages[row->message];
  const char *sender = message->send_thread == FUL_NONE ? NULL : self->thread_names[message->send_thread];
  const char *receiver = message->recv_thread == FUL_NONE ? NULL : self->thread_names[message->recv_thread];

  if (sender)
    ful_payload_reader_put (reader, "sendThreadName", g_strdup (sender));
  if (receiver)
    ful_payload_reader_put (reader, "recvThreadName", g_strdup (receiver));
  ful_payload_reader_put (reader, "niceDirection",
                          row->step <= FUL_IPC_SEND_END ? g_strdup_printf ("sent to %s", receiver ? receiver : row->other_pid)
                                                        : g_strdup_printf ("received from %s",
                                                                           sender ? sender : row->other_pid));
}
