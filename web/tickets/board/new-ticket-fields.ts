import { type OwnStatus, statusPatch } from '../../parts/own-statuses.ts';
import type { NewTicket } from '../../replica/index.ts';
import { noValue } from '../list/group-tickets.ts';
import {
  type BoardField,
  fieldsOfValue,
  filterKind,
  isOwnField,
  listFilters,
  ownFieldId,
  type TicketSearch,
  valuesOfFilter,
} from '../ticket-search.ts';

/** The fields of a ticket that is added to a column. */
export function inColumn(
  fields: Omit<NewTicket, 'title'>,
  field: BoardField,
  value: string,
  statuses?: readonly OwnStatus[],
): Omit<NewTicket, 'title'> {
  if (value === noValue) return fields;
  if (isOwnField(field)) return { ...fields, fields: { [ownFieldId(field)]: value } };
  if (field === 'status') return { ...fields, ...statusPatch(value, statuses) };
  return { ...fields, ...fieldsOfValue(field, value) };
}

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
