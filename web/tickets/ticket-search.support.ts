import fc from 'fast-check';
import { ticketPriorities, ticketStatuses, ticketTypes } from '../parts/ticket-words.ts';
import { groupings, listColumns, parseTicketSearch, ticketSorts, ticketStages } from './ticket-search.ts';

const several = (values: fc.Arbitrary<string>) =>
  fc.uniqueArray(values, { minLength: 1, maxLength: 4 }).map((list) => list.join(','));
const oneOf = (values: readonly string[]) => fc.constantFrom(...values);
const id = fc.uuid();
const date = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const word = fc.oneof(
  fc.string({ minLength: 1, maxLength: 8 }),
  fc.constantFrom('overdue', 'READY', 'label:api', 'status:', '"', '\\', 'a"b', 'x:y', 'größe', '東京'),
);

/** Every search that an address can say, for the ids and names of any project. */
export const anyTicketSearch = fc
  .record(
    {
      status: several(oneOf(ticketStatuses)),
      priority: several(oneOf(ticketPriorities)),
      type: several(oneOf(ticketTypes)),
      stage: several(oneOf(ticketStages)),
      assignee: several(fc.oneof(fc.constantFrom('me', 'none'), id)),
      reporter: several(fc.oneof(fc.constant('me'), id)),
      label: several(id),
      group: several(id),
      parent: several(fc.oneof(fc.constantFrom('DOC-1', 'WEB-204'), id)),
      project: several(fc.constantFrom('DOC', 'WEB', 'A1')),
      workspace: several(id),
      dueAfter: date,
      dueBefore: date,
      createdAfter: date,
      createdBefore: date,
      updatedSince: date,
      overdue: fc.constant(true),
      ready: fc.constant(true),
      search: fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' ')),
      sort: oneOf(ticketSorts),
      order: oneOf(['asc', 'desc']),
      groupBy: oneOf(groupings),
      columns: several(oneOf(listColumns)),
    },
    { requiredKeys: [] },
  )
  .map(parseTicketSearch);
