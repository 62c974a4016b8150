import { eventType, recordEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { choice } from '../platform/field-schemas.ts';
import { Type } from '../platform/schema.ts';
import type { Scope } from '../users/index.ts';
import { type Note, noteStates } from './note.ts';

const text = Type.String();
const payload = Type.Object({
  note: Type.Object({
    id: text,
    text,
    tags: Type.Array(text),
    state: choice(noteStates),
    version: Type.Number(),
  }),
  user: Type.Object({ id: text, name: text }),
});

/** Streams carry them, so that open pages keep up. They contain the text: the event log is the history of a note. */
const noteEvent = (action: string) =>
  eventType({
    name: `note.${action}`,
    meaning: `a note of a project’s memory was ${action}`,
    payload,
    sentence: ({ note }) => `${action} the note “${note.text.slice(0, 60)}”`,
    isStreamed: true,
  });

export const noteCreated = noteEvent('created');
export const noteUpdated = noteEvent('updated');
export const noteAccepted = noteEvent('accepted');
export const noteDeleted = noteEvent('deleted');
export const noteEvents = [noteCreated, noteUpdated, noteAccepted, noteDeleted];

export function recordNoteEvent(tx: Tx, { actor }: Scope, type: typeof noteCreated, note: Note, at: number) {
  const { id, projectId, text, tags, state, version } = note;
  return recordEvent(tx, type, {
    at,
    actorId: actor.userId,
    projectId,
    workspaceId: null,
    data: { note: { id, text, tags, state, version }, user: { id: actor.userId, name: actor.name } },
  });
}
