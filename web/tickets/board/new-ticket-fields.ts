import type { NewTicket } from '../../replica/index.ts';
import {
  fieldsOfValue,
  filterKind,
  listFilters,
  type TicketSearch,
  valuesOfFilter,
} from '../ticket-search.ts';

/** The fields of a ticket added to a filtered board, so that it is visible there: each filter with exactly one value. */
export function newTicketFields(
  projectId: string,
  search: TicketSearch,
): Omit<NewTicket, 'title' | 'status'> {
  const fields = listFilters.map((name) => {
    const values = valuesOfFilter(search, name);
    // The column gives the status; a parent may be given by its key.
    const isGiven = name === 'status' || filterKind(name) === 'parent' || values.length !== 1;
    return isGiven ? {} : fieldsOfValue(name, values[0]);
  });
  return Object.assign({}, ...fields, { projectId });
}
