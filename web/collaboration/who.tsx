import { lateCollaboration } from './late-collaboration.ts';
import type { Place, Writing } from './presence.ts';

/** Who else looks at a ticket or a project. */
export function WhoIsHere(place: Place) {
  const late = lateCollaboration.use(true);
  return late ? <late.WhoIsHere {...place} /> : null;
}

/** Who else writes here. */
export function WritingNote(props: { place: Writing }) {
  const late = lateCollaboration.use(true);
  return late ? <late.WritingNote {...props} /> : null;
}
