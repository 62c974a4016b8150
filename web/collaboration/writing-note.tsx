import { m } from '../messages/index.ts';
import { others, type Writing } from './presence.ts';
import { onePerPerson } from './who-is-here.tsx';

/** “Grace Hopper is writing”, at the text that it is about. */
export function WritingNote({ place }: { place: Writing }) {
  const names = onePerPerson(others.use().filter(({ writing }) => writing === place)).map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <p className="writing-note">
      {names.length === 1
        ? m.collaboration.isWriting(names[0] as string)
        : m.collaboration.areWriting(names.join(', '))}
    </p>
  );
}
