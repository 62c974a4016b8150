import { choice, id, nullable, timestamp, trimmed } from '../platform/field-schemas.ts';
import { present } from '../platform/present.ts';
import { Type } from '../platform/schema.ts';
import { type Note as NoteRecord, noteLimits, noteStates } from './note.ts';

const tags = Type.Array(trimmed(1, noteLimits.tag, { examples: ['testing'] }), {
  maxItems: noteLimits.tags,
  uniqueItems: true,
});
const text = trimmed(1, noteLimits.text, { examples: ['Migrations are never changed after a release.'] });

export const Note = Type.Object(
  {
    id: id(),
    text: Type.String({ examples: ['Migrations are never changed after a release.'] }),
    tags: Type.Array(Type.String({ examples: ['testing'] })),
    state: choice(noteStates, { description: 'An agent’s note is proposed until a person accepts it' }),
    createdBy: nullable(Type.Object({ id: id(), name: Type.String({ examples: ['Pilot'] }) })),
    version: Type.Number({ examples: [1] }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'ProjectNote' },
);

export const NoteInput = Type.Object({ text, tags: Type.Optional(nullable(tags)) });
export const NotePatch = Type.Object({ text: Type.Optional(text), tags: Type.Optional(tags) });
export const NoteQuery = Type.Object({
  state: Type.Optional(choice(noteStates)),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Words that the note contains' })),
});

export const presentNote = (note: NoteRecord) =>
  present(Note, note, {
    createdBy: note.createdBy === null ? null : { id: note.createdBy, name: note.authorName ?? '' },
  });
