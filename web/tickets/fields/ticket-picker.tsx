import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Icon } from '../../parts/icons/icon.tsx';
import { StatusIcon } from '../../parts/icons/status-icon.tsx';
import { Picker } from '../../parts/popups/picker.tsx';
import type { AnchoredProps } from '../../parts/popups/use-anchored.ts';
import { cachedRows, type TicketRow } from '../../replica/index.ts';
import { ticketQueries } from '../ticket/ticket-queries.ts';
import { findCached, mergeFound } from './find-tickets.ts';

interface Props extends AnchoredProps {
  label: string;
  placeholder: string;
  /** Tickets of this project come first while nothing is typed. */
  projectId: string | undefined;
  /** Tickets that cannot be picked. */
  except: readonly string[];
  value?: string | undefined;
  /** The label of the choice "none", if it makes sense. */
  none?: string | undefined;
  onPick: (ticket: TicketRow | undefined) => void;
}

const none = 'none';
/** The same array in each render, so that the cached tickets are searched again only after a change. */
const noneFound: TicketRow[] = [];

/** Finds a ticket: at once among the cached ones, and a moment later among all. */
export function TicketPicker({ projectId, except, none: noneLabel, onPick, value, ...picker }: Props) {
  const [text, setText] = useState('');
  const cached = useMemo(() => findCached(cachedRows(), text, projectId), [text, projectId]);
  const isUntouched = text.trim() === '' && cached.length === 0;
  const latest = useQuery({
    ...ticketQueries.latest(projectId),
    enabled: isUntouched && projectId !== undefined,
  });
  const search = useQuery(ticketQueries.search(text, undefined));
  const { data: found = noneFound, isFetching } = isUntouched ? latest : search;
  const rows = useMemo(
    () => mergeFound(cached, found).filter(({ id }) => !except.includes(id)),
    [cached, found, except],
  );
  const options = rows.map((row) => ({
    id: row.id,
    label: row.title,
    hint: row.key ?? undefined,
    before: <StatusIcon status={row.status} own={row.ownStatusId} />,
  }));
  if (noneLabel && text === '')
    options.unshift({ id: none, label: noneLabel, hint: undefined, before: <Icon name="minus" /> });
  return (
    <Picker
      {...picker}
      options={options}
      value={value}
      onSearch={setText}
      loading={isFetching && rows.length === 0}
      onChange={(id) => onPick(id === none ? undefined : rows.find((row) => row.id === id))}
    />
  );
}
