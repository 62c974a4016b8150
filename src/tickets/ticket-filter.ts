/** Where to find tickets: homes of which the user sees every ticket, and homes of which only those they report or are assigned. */
export interface Homes {
  whole: string[];
  guest: string[];
  userId: string;
}

/** A condition on the ticket `t`, with the values that it binds. */
export interface TicketCondition {
  sql: string;
  params: Record<string, string | number | string[]>;
}

/** Which tickets a list contains; an absent part excludes none. */
export interface TicketFilter {
  statuses?: string[] | undefined;
  priorities?: string[] | undefined;
  types?: string[] | undefined;
  stages?: string[] | undefined;
  assignees?: PeopleFilter | undefined;
  reporters?: PeopleFilter | undefined;
  /** Ids, and `none` for tickets without a group; the same for parents and labels. */
  groups?: string[] | undefined;
  /** Children of these tickets, by id; a list query may also name them by key. */
  parents?: string[] | undefined;
  labels?: string[] | undefined;
  /** Only open tickets that no open ticket blocks. */
  ready?: true | undefined;
  /** At most one of each field. */
  ranges?: DateRange[] | undefined;
  /** Only tickets without a due date. */
  undated?: true | undefined;
  /** Only open tickets that were due before this moment. */
  overdueAt?: number | undefined;
  /** Only tickets after this one in the order of creation, and created at `until` or before. */
  created?: { after: { createdAt: number; id: string }; order: 'asc' | 'desc'; until: number } | undefined;
  /** Case-folded words, each of which the ticket contains. */
  words?: string[] | undefined;
  /** The same words as the search index answers them. */
  found?: TicketCondition | undefined;
}

/** From the moment `from` on, and before the moment `before`. A ticket without the date is in no range. */
export interface DateRange {
  field: 'dueDate' | 'createdAt' | 'updatedAt';
  from?: number | undefined;
  before?: number | undefined;
}

export interface PeopleFilter {
  ids: string[];
  /** Also tickets without such a person. */
  none: boolean;
}

/** Among the values of a filter: tickets that have no value. No id is this word. */
export const noValue = 'none';

/** The search index has lists of the tickets with a value, and none of those without. */
export const asksForAbsent = ({ groups, labels, parents, undated }: TicketFilter) =>
  undated === true || [groups, labels, parents].some((values) => values?.includes(noValue));

export const isFiltered = (filter: TicketFilter) =>
  Object.values(filter).some((part) => part !== undefined && (!Array.isArray(part) || part.length > 0));
