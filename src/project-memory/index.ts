export { rankNotes } from './note.ts';
export { noteEvents } from './note-events.ts';
export { addRoutes } from './note-routes.ts';
export { addNote, listAcceptedNotes } from './notes.ts';
