import { type FieldDeclaration, type TicketField, ticketFieldNames, ticketFields } from './ticket-fields.ts';

/** What the values of a filter are, which decides its operators. `rank`: choices that can be compared. */
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
  /** Absent: the filter is by something else than a field of the ticket. */
  field?: TicketField;
  /** Tickets may have no value, for which the value `none` stands. */
  nullable?: true;
  facet?: string;
}

/** Filters by what is no field of the ticket. */
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

/** All filters by name. */
export const ticketFilters = {
  ...Object.fromEntries(
    ticketFieldNames.flatMap((field) => {
      const declaration: FieldDeclaration = ticketFields[field];
      const { filter, nullable, facet } = declaration;
      if (!filter) return [];
      return [
        [
          filter,
          { kind: kindOf(declaration), field, ...(nullable && { nullable }), ...(facet && { facet }) },
        ],
      ];
    }),
  ),
  ...otherFilters,
} as Record<FilterName, FilterDeclaration>;
export const filterNames = Object.keys(ticketFilters) as FilterName[];

function kindOf({ kind, of, isOrdered }: FieldDeclaration): FilterKind {
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
  'label',
  'project',
]);
/** Tickets can be counted by its values. */
export const isCounted = (name: FilterName) => countedKinds.has(ticketFilters[name].kind);

/** The filters whose value is a list of choices or ids. Projects and workspaces are found as homes of tickets. */
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
