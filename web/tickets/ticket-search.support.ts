import fc from 'fast-check';
import { choicesOf, isChoiceField } from '../parts/ticket-words.ts';
import {
  boardFields,
  cardParts,
  dateFilters,
  filterKind,
  flagFilters,
  groupings,
  isFilterValue,
  type ListFilter,
  listColumns,
  listFilters,
  parseTicketSearch,
  ticketSorts,
} from './ticket-search.ts';

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

function anyValue(name: ListFilter): fc.Arbitrary<string> {
  if (isChoiceField(name)) return oneOf(choicesOf(name));
  const kind = filterKind(name);
  if (kind === 'person') return fc.oneof(oneOf(isFilterValue(name, 'none') ? ['me', 'none'] : ['me']), id);
  if (kind === 'parent') return fc.oneof(oneOf(['DOC-1', 'WEB-204']), id);
  return kind === 'project' ? oneOf(['DOC', 'WEB', 'A1']) : id;
}

/** Every search that an address can say, for the ids and names of any project. */
export const anyTicketSearch = fc
  .record(
    {
      ...Object.fromEntries(listFilters.map((name) => [name, several(anyValue(name))])),
      ...Object.fromEntries(dateFilters.map((name) => [name, date])),
      ...Object.fromEntries(flagFilters.map((name) => [name, fc.constant(true)])),
      search: fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' ')),
      sort: oneOf(ticketSorts),
      order: oneOf(['asc', 'desc']),
      groupBy: oneOf(groupings),
      columns: several(oneOf(listColumns)),
      subGroupBy: oneOf(groupings),
      boardBy: oneOf(boardFields),
      cards: several(oneOf(cardParts)),
      showEmpty: fc.constant(true as const),
    },
    { requiredKeys: [] },
  )
  .map(parseTicketSearch);
