import type { FastifyInstance } from 'fastify';
import { id } from '../platform/field-schemas.ts';
import { dataOf, listOf, newRouter, presentVersioned, presentWholeList } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import { canReadProject, canWriteInProject, getProjectFor, projectRef } from '../projects/index.ts';
import { requirePermission } from '../users/index.ts';
import { Note, NoteInput, NotePatch, NoteQuery, presentNote } from './note-schemas.ts';
import { acceptNote, addNote, changeNote, deleteNote, listNotes } from './notes.ts';

const ofProject = Type.Object({ id: projectRef });
const ofNote = Type.Object({ id: projectRef, noteId: id() });
const theNote = { description: 'The note as it is now', schema: dataOf(Note) };

export function addRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Project memory', access: 'signed-in', forProjectKeys: true });
  router.get('/api/project/:id/memory', {
    operationId: 'listNotes',
    summary: 'List what agents should know about a project',
    params: ofProject,
    query: NoteQuery,
    authorizeFirst: requirePermission(getProjectFor, canReadProject),
    responses: { 200: { description: 'All notes, the last changed first', schema: listOf(Note) } },
    handle: async ({ scope, params, query }) =>
      presentWholeList((await listNotes(scope, params.id, query)).map(presentNote)),
  });

  router.post('/api/project/:id/memory', {
    operationId: 'addNote',
    summary: 'Add a note to a project’s memory',
    description: 'A note of an agent is proposed, and counts when a person accepts it.',
    versioned: true,
    params: ofProject,
    body: NoteInput,
    authorizeFirst: requirePermission(getProjectFor, canWriteInProject),
    responses: { 201: { description: 'The note', schema: dataOf(Note) } },
    handle: async ({ scope, params, body }, reply) =>
      presentVersioned(reply, await addNote(scope, params.id, body), presentNote),
  });

  router.put('/api/project/:id/memory/:noteId', {
    operationId: 'updateNote',
    summary: 'Change a note',
    description: 'An agent can change only what it proposed itself, until a person accepts it.',
    versioned: true,
    params: ofNote,
    body: NotePatch,
    authorizeFirst: requirePermission(getProjectFor, canWriteInProject),
    responses: { 200: theNote },
    handle: async ({ scope, params, body }, reply) =>
      presentVersioned(reply, await changeNote(scope, params.id, params.noteId, body), presentNote),
  });

  router.post('/api/project/:id/memory/:noteId/accept', {
    operationId: 'acceptNote',
    summary: 'Accept a note that an agent proposed',
    description: 'With `If-Match` only the text that you read: the agent may change it until you accept it.',
    versioned: true,
    checksVersions: true,
    params: ofNote,
    responses: { 200: theNote },
    handle: async ({ scope, params }, reply) =>
      presentVersioned(reply, await acceptNote(scope, params.id, params.noteId), presentNote),
  });

  router.delete('/api/project/:id/memory/:noteId', {
    operationId: 'deleteNote',
    summary: 'Delete a note',
    versioned: true,
    params: ofNote,
    delete: ({ scope, params }) => deleteNote(scope, params.id, params.noteId),
  });
}
