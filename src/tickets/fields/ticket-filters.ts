import {
  type FieldDeclaration,
  fieldDeclaration,
  type TicketField,
  ticketFieldNames,
  ticketFields,
} from './ticket-fields.ts';

/** The kind of a filter's values, which decides its operators. `rank` stands for choices that can be compared. */
export type FilterKind =
  | 'choice'
  | 'rank'
  | 'date'
  | 'number'
  | 'label'
  | 'workspace'
  | 'text'
  | 'flag'
  | NonNullable<FieldDeclaration['of']>;

export interface FilterDeclaration {
  kind: FilterKind;
  /** Absent if the filter is not about a field of the ticket. */
  field?: TicketField;
  /** True if tickets may have no value, which the value `none` finds. */
  nullable?: true;
  facet?: string;
}

/** Filters that are not about a field of the ticket. */
export const otherFilters = {
  label: { kind: 'label', nullable: true, facet: 'b' },
  workspace: { kind: 'workspace' },
  text: { kind: 'text' },
  ready: { kind: 'flag' },
  overdue: { kind: 'flag' },
} as const satisfies Record<string, FilterDeclaration>;

type Fields = typeof ticketFields;
type FilterOf<N extends TicketField> = Fields[N] extends { filter: infer Name extends string } ? Name : never;
type FilterOfKind<Part> = { [N in TicketField]: Fields[N] extends Part ? FilterOf<N> : never }[TicketField];

export type FilterName = FilterOfKind<object> | keyof typeof otherFilters;

/** Choices by which lists can be sorted are offered first, because people use them most. */
const isOfferedFirst = (field: TicketField) => {
  const { kind, isSorted }: FieldDeclaration = ticketFields[field];
  return kind === 'choice' && isSorted === true;
};
const fieldsAsOffered = ticketFieldNames.toSorted(
  (a, b) => Number(isOfferedFirst(b)) - Number(isOfferedFirst(a)),
);

/** All filters by name, in the order in which they are offered. */
export const ticketFilters = {
  ...Object.fromEntries(
    fieldsAsOffered.flatMap((field) => {
      const declaration: FieldDeclaration = ticketFields[field];
      const { filter, nullable, facet } = declaration;
      if (!filter) return [];
      return [
        [
          filter,
          { kind: toKind(declaration), field, ...(nullable && { nullable }), ...(facet && { facet }) },
        ],
      ];
    }),
  ),
  ...otherFilters,
} as Record<FilterName, FilterDeclaration>;
export const filterNames = Object.keys(ticketFilters) as FilterName[];

function toKind({ kind, of, isOrdered }: FieldDeclaration): FilterKind {
  if (of) return of;
  if (kind === 'instant') return 'date';
  if (kind === 'decimal') return 'number';
  return isOrdered ? 'rank' : 'choice';
}

const countedKinds = new Set<FilterKind>([
  'choice',
  'rank',
  'person',
  'group',
  'milestone',
  'ownStatus',
  'label',
  'project',
]);
/** The filters by which tickets can be counted. */
export type TicketFacet = Exclude<ValueFilter, 'parent'> | 'project';
const isCounted = (name: FilterName): name is TicketFacet => countedKinds.has(ticketFilters[name].kind);
export const ticketFacets = filterNames.filter(isCounted);

/** The filters whose value is a list of choices or ids. Projects and workspaces are matched as homes. */
export type ValueFilter = Exclude<FilterOfKind<{ kind: 'choice' | 'id' }>, 'project'> | 'label';
/** The filters by an interval of dates or numbers. */
export type RangeFilter = FilterOfKind<{ kind: 'instant' | 'decimal' }>;

const otherKinds = new Set<FilterKind>(['project', 'workspace', 'text', 'flag']);
const isRange = (name: FilterName): name is RangeFilter =>
  ticketFilters[name].kind === 'date' || ticketFilters[name].kind === 'number';
const isByValues = (name: FilterName): name is ValueFilter =>
  !isRange(name) && !otherKinds.has(ticketFilters[name].kind);

export const rangeFilters = filterNames.filter(isRange);
export const valueFilters = filterNames.filter(isByValues);

type RangeOf<N extends TicketField> = Fields[N] extends { range: infer Range } ? Omit<Range, 'verb'> : never;
export type RangeParameter = { [N in TicketField]: RangeOf<N>[keyof RangeOf<N>] }[TicketField] & string;
/** The parameters that select tickets without a date. */
export type NoneParameter = {
  [N in TicketField]: Fields[N] extends { range: { none: infer Name } } ? Name : never;
}[TicketField];

interface RangeParameterDeclaration {
  parameter: RangeParameter;
  name: RangeFilter;
  bound: 'from' | 'before' | 'none';
  description: string;
}

/** The parameters of lists for ranges of dates. */
export const rangeParameters: readonly RangeParameterDeclaration[] = rangeFilters.flatMap((name) => {
  const { range, word = name } = fieldDeclaration(ticketFilters[name].field as TicketField);
  if (!range) return [];
  const { verb, ...parameters } = range;
  const descriptions = {
    from: `${verb} at this moment or later`,
    before: `${verb} before this moment`,
    none: `Only tickets without a ${word}`,
  };
  return Object.entries(parameters).map(([bound, parameter]) => ({
    parameter: parameter as RangeParameter,
    name,
    bound: bound as keyof typeof descriptions,
    description: descriptions[bound as keyof typeof descriptions],
  }));
});
