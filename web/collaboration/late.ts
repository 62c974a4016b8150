export { write } from './presence.ts';
export { TextSession } from './text-session.ts';
export { WhoIsHere } from './who-is-here.tsx';
export { WritingNote } from './writing-note.tsx';
