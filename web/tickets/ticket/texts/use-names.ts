import { useMemo } from 'react';
import { m } from '../../../messages/index.ts';
import { formatDate } from '../../../parts/dates/dates.ts';
import { useStatusLabel } from '../../../parts/own-statuses.ts';
import { readRow, useBoot } from '../../../replica/index.ts';
import type { Names } from '../stream/describe-change.ts';

/** The names of things that changes refer to, from the cached data. */
export function useNames(): Names {
  const { people, labels, groups, projects } = useBoot();
  const names = useMemo(() => {
    const nameIn = (items: readonly { id: string; name: string }[], unknown: string) => {
      const names = new Map(items.map(({ id, name }) => [id, name]));
      return (id: string) => names.get(id) ?? unknown;
    };
    return {
      person: nameIn(people, m.fields.unknownPerson),
      label: nameIn(labels, m.fields.unknown),
      group: nameIn(groups, m.fields.unknown),
      project: nameIn(projects, m.fields.unknown),
      ticket: (id: string) => readRow(id)?.key ?? readRow(id)?.title ?? m.ticket.changes.anotherTicket,
      day: formatDate,
    };
  }, [people, labels, groups, projects]);
  return { ...names, status: useStatusLabel() };
}
