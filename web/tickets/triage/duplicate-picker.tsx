import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { StatusIcon } from '../../parts/icons/status-icon.tsx';
import { Picker } from '../../parts/popups/picker.tsx';
import { cachedRows, type TicketRow } from '../../replica/index.ts';
import { findCached, mergeFound } from '../fields/find-tickets.ts';
import type { TicketPickerProps } from '../fields/picker-props.ts';
import { ticketQueries } from '../ticket/ticket-queries.ts';
import { markDuplicate } from './decide.ts';

/** Finds the ticket that stays. Until something is typed, those that resemble this one come first. */
export function DuplicatePicker({ rows: [row], ...anchor }: TicketPickerProps) {
  return row ? <PickerOf row={row} {...anchor} /> : null;
}

const none: TicketRow[] = [];

function PickerOf({ row, ...anchor }: Omit<TicketPickerProps, 'rows'> & { row: TicketRow }) {
  const [text, setText] = useState('');
  const similar = useQuery({
    queryKey: [...ticketQueries.ofTicket(row.id), 'similar'],
    queryFn: async ({ signal }) =>
      (await api.listPossibleDuplicates({ params: { id: row.id }, signal })).data,
  });
  const { data: found = none, isFetching } = useQuery(ticketQueries.search(text, undefined));
  const options = useMemo(() => {
    const first = text === '' ? (similar.data ?? []) : [];
    const known = new Set([row.id, ...first.map(({ id }) => id)]);
    const others = mergeFound(findCached(cachedRows(), text, row.projectId ?? undefined), found).filter(
      ({ id, triage }) => !known.has(id) && triage === null,
    );
    return [
      ...first.map(({ id, key, title, status }) => ({
        id,
        key,
        label: title,
        hint: `${key ?? ''} · ${m.triage.resembling}`,
        before: <StatusIcon status={status} />,
      })),
      ...others.map(({ id, key, title, status }) => ({
        id,
        key,
        label: title,
        hint: key ?? undefined,
        before: <StatusIcon status={status} />,
      })),
    ];
  }, [text, row, found, similar.data]);
  return (
    <Picker
      {...anchor}
      label={m.triage.duplicate}
      placeholder={m.triage.findOriginal}
      options={options}
      value={undefined}
      onSearch={setText}
      loading={(isFetching || similar.isPending) && options.length === 0}
      onChange={(id) => {
        const other = options.find((option) => option.id === id);
        if (other) void markDuplicate(row, { id, name: other.key ?? other.label });
      }}
    />
  );
}
