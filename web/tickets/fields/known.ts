import { readBoot, readRow, type TicketRow } from '../../replica/index.ts';

/** The rows as shown now, for key handlers. */
export const readRows = (ids: readonly string[]): TicketRow[] => ids.flatMap((id) => readRow(id) ?? []);

export const readKnown = () => readBoot();
