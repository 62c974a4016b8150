import { useState } from 'react';
import { type TicketRow, useRowByKey } from '../../replica/index.ts';

/** What an address with a key leads to. A ticket deleted while open stays readable until it is closed. */
export type FoundTicket =
  | { state: 'ready' | 'gone'; row: TicketRow }
  | { state: 'loading' | 'missing'; row?: undefined };

export function useTicket(key: string): FoundTicket {
  const found = useRowByKey(key);
  const [last, setLast] = useState<TicketRow>();
  if (found.row && found.row !== last) setLast(found.row);
  if (found.row) return found;
  return last && isNamed(last, key) ? { state: 'gone', row: last } : found;
}

const isNamed = ({ id, key }: TicketRow, ref: string) =>
  id === ref.toLowerCase() || key?.toLowerCase() === ref.toLowerCase();
