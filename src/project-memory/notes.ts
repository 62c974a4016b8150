import type { Queries, Tx } from '../platform/db/index.ts';
import { conflict, forbiddenBecause, invalid, notFound } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { assertFresh } from '../platform/versions.ts';
import { canReadProject, canWriteInProject, getProjectFor } from '../projects/index.ts';
import type { Actor, Scope } from '../users/index.ts';
import { matchesSearch, type Note, type NoteState, noteLimits, withoutHidden } from './note.ts';
import { noteAccepted, noteCreated, noteDeleted, noteUpdated, recordNoteEvent } from './note-events.ts';
import * as store from './note-store.ts';

export interface NoteChanges {
  text?: string | undefined;
  tags?: string[] | null | undefined;
}

export async function listNotes(
  { db, actor }: Scope,
  projectRef: string,
  { state, search = '' }: { state?: NoteState | undefined; search?: string | undefined },
): Promise<Note[]> {
  const project = await getProjectFor(db.reads, actor, projectRef, canReadProject);
  const notes = await store.listNotes(db.reads, project.id);
  return notes.filter(
    (note) => (state === undefined || note.state === state) && matchesSearch(note, search.trim()),
  );
}

/** What agents of the project are told. The caller has checked that the actor may read the project. */
export const listAcceptedNotes = async (queries: Queries, projectId: string) =>
  (await store.listNotes(queries, projectId)).filter(({ state }) => state === 'accepted');

/**
 * A person’s note counts at once. An agent’s waits until a person accepts it, and so does one that a program writes on behalf of
 * a person (`isProposed`).
 */
export async function addNote(
  scope: Scope,
  projectRef: string,
  { text, tags, isProposed = false }: NoteChanges & { text: string; isProposed?: boolean },
): Promise<Note> {
  const { actor, clock } = scope;
  const counts = !actor.agent && !isProposed;
  assertVisible({ text, tags });
  return scope.write(async (tx) => {
    const project = await getProjectFor(tx, actor, projectRef, canWriteInProject);
    await tx.advisoryLock(`notes ${project.id}`);
    if ((await store.countNotes(tx, { projectId: project.id })) >= noteLimits.notes)
      throw conflict(`A project has at most ${noteLimits.notes} notes: delete one first`);
    const now = clock.now();
    const note: Note = {
      id: newId(now),
      projectId: project.id,
      text: withoutHidden(text),
      tags: tags ?? [],
      state: counts ? 'accepted' : 'proposed',
      createdBy: actor.userId,
      authorName: actor.name,
      acceptedBy: counts ? actor.userId : null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await store.insertNote(tx, note);
    await recordNoteEvent(tx, scope, noteCreated, note, now);
    return note;
  });
}

function assertVisible({ text, tags }: NoteChanges): void {
  if (text !== undefined && withoutHidden(text) === '')
    throw invalid({ text: ['Text must have a character that people can see'] });
  if (tags?.some((tag) => withoutHidden(tag) !== tag))
    throw invalid({ tags: ['Tags must not have characters that people cannot see'] });
}

export async function changeNote(
  scope: Scope,
  projectRef: string,
  id: string,
  { text, tags }: NoteChanges,
): Promise<Note> {
  assertVisible({ text, tags });
  return scope.write(async (tx) => {
    const before = await lockNoteToChange(tx, scope, projectRef, id);
    const after = {
      ...before,
      text: text === undefined ? before.text : withoutHidden(text),
      tags: tags ?? before.tags,
    };
    if (after.text === before.text && JSON.stringify(after.tags) === JSON.stringify(before.tags))
      return before;
    return save(tx, scope, noteUpdated, after);
  });
}

export async function acceptNote(scope: Scope, projectRef: string, id: string): Promise<Note> {
  return scope.write(async (tx) => {
    const note = await lockNoteFor(tx, scope.actor, projectRef, id);
    if (scope.actor.agent) throw forbiddenBecause('Only a person can accept a note');
    if (note.state === 'accepted') return note;
    // The agent may have changed what the person read.
    assertFresh(scope.acceptedVersions, note.version);
    return save(tx, scope, noteAccepted, { ...note, state: 'accepted', acceptedBy: scope.actor.userId });
  });
}

export async function deleteNote(scope: Scope, projectRef: string, id: string): Promise<string> {
  return scope.write(async (tx) => {
    const note = await lockNoteToChange(tx, scope, projectRef, id);
    await store.deleteNoteRow(tx, { id });
    await recordNoteEvent(tx, scope, noteDeleted, note, Math.max(scope.clock.now(), note.updatedAt + 1));
    return id;
  });
}

async function save(tx: Tx, scope: Scope, event: typeof noteUpdated, changed: Note): Promise<Note> {
  const updatedAt = Math.max(scope.clock.now(), changed.updatedAt + 1);
  const after = { ...changed, version: changed.version + 1, updatedAt };
  await store.updateNote(tx, after);
  await recordNoteEvent(tx, scope, event, after, updatedAt);
  return after;
}

/** An agent may change what it proposed until a person accepts it. */
async function lockNoteToChange(tx: Tx, scope: Scope, projectRef: string, id: string): Promise<Note> {
  const { actor, acceptedVersions } = scope;
  const note = await lockNoteFor(tx, actor, projectRef, id);
  if (actor.agent && (note.state === 'accepted' || note.createdBy !== actor.userId))
    throw forbiddenBecause(
      'An agent can change only notes that it proposed itself. Propose a new note instead',
    );
  assertFresh(acceptedVersions, note.version);
  return note;
}

async function lockNoteFor(tx: Tx, actor: Actor, projectRef: string, id: string): Promise<Note> {
  const project = await getProjectFor(tx, actor, projectRef, canWriteInProject);
  const note = await store.lockNote(tx, id);
  if (note?.projectId !== project.id) throw notFound('Note');
  return note;
}
