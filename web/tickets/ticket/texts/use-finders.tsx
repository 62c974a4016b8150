import { useMemo } from 'react';
import { PersonAvatar } from '../../../parts/display/avatar.tsx';
import { StatusIcon } from '../../../parts/icons/status-icon.tsx';
import { cachedRows, usePeople } from '../../../replica/index.ts';
import { findCached } from '../../fields/index.ts';
import { mentionOf } from '../stream/find-mentioned.ts';

const shownMax = 6;

/** What `@` and `#` complete: people by the words of their name, tickets by key and title. */
export function useFinders() {
  const people = usePeople();
  return useMemo(
    () => ({
      findPeople: (typed: string) => {
        const wanted = typed.toLowerCase();
        return people
          .filter(({ name }) =>
            `${mentionOf(name)} ${name}`
              .toLowerCase()
              .split(/[\s@]+/)
              .some((word) => word.startsWith(wanted)),
          )
          .slice(0, shownMax)
          .map((person) => ({
            ...{ id: person.id, label: person.name, insert: mentionOf(person.name) },
            before: <PersonAvatar person={person} />,
          }));
      },
      findTickets: (typed: string) =>
        findCached(cachedRows(), typed, undefined)
          .slice(0, shownMax)
          .map(({ id, key, title, status }) => ({
            ...{ id, label: title, hint: key ?? undefined, insert: key ?? title },
            before: <StatusIcon status={status} />,
          })),
    }),
    [people],
  );
}
