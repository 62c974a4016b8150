import { useEffect, useState } from 'react';
import { m } from '../messages/index.ts';
import { PersonAvatar } from '../parts/display/avatar.tsx';
import { usePerson } from '../replica/index.ts';
import { enter, others, type Place, type Present } from './presence.ts';
import './who-is-here.css';

const shownMax = 3;
/** A screen reader says who came at most this often. */
const announceEveryMs = 10_000;

/** The people who look at the same ticket or project, and who of them writes. */
export function WhoIsHere({ kind, id }: Place) {
  useEffect(() => enter({ kind, id }), [kind, id]);
  const people = onePerPerson(others.use());
  const hidden = people.slice(shownMax).map(({ name }) => name);
  return (
    <>
      {people.length > 0 && (
        <ul className="who-is-here" aria-label={m.collaboration.alsoHere}>
          {people.slice(0, shownMax).map((person) => (
            <Someone key={person.id} person={person} />
          ))}
          {hidden.length > 0 && (
            <li className="who-is-here-more" title={hidden.join(', ')}>
              +{hidden.length}
              <span className="said">{hidden.join(', ')}</span>
            </li>
          )}
        </ul>
      )}
      <Announcement people={people} />
    </>
  );
}

/** Somebody who writes in one tab and reads in another writes. */
export function onePerPerson(tabs: readonly Present[]): Present[] {
  const people = new Map<string, Present>();
  for (const one of tabs) if (!people.get(one.id)?.writing) people.set(one.id, one);
  return [...people.values()].sort((a, b) => a.name.localeCompare(b.name));
}

function Someone({ person: { id, name, writing } }: { person: Present }) {
  const known = usePerson(id);
  const label = writing ? m.collaboration.isWriting(name) : name;
  return (
    <li className={writing && 'who-is-here-writing'}>
      <PersonAvatar person={{ id, name: label, image: known?.image, isAgent: known?.isAgent }} named />
    </li>
  );
}

/** Says who came, not who left, and several at once: not a stream of announcements. */
function Announcement({ people }: { people: readonly Present[] }) {
  const [said, setSaid] = useState('');
  const [known, setKnown] = useState<readonly string[]>([]);
  const now = people.map(({ id }) => id);
  const ids = now.join();
  useEffect(() => {
    const came = people.filter(({ id }) => !known.includes(id)).map(({ name }) => name);
    if (came.length === 0 && known.length === now.length) return;
    const timer = setTimeout(
      () => {
        setKnown(now);
        if (came.length > 0) setSaid(m.collaboration.came(came.join(', ')));
      },
      said === '' ? 1_000 : announceEveryMs,
    );
    return () => clearTimeout(timer);
  }, [ids]);
  return (
    <span className="said" role="status">
      {said}
    </span>
  );
}
