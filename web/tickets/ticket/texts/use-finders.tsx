import { useMemo } from 'react';
import { Avatar } from '../../../parts/display/avatar.tsx';
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
          .map(({ id, name, image, isAgent }) => ({
            ...{ id, label: name, insert: mentionOf(name) },
            before: <Avatar size="small" name={name} id={id} image={image} agent={isAgent} />,
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
