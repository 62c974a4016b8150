import type { TicketCondition } from './search-condition.ts';

/** What a list is narrowed to; a part that is absent narrows nothing. */
export interface TicketFilter {
  statuses?: string[] | undefined;
  priorities?: string[] | undefined;
  types?: string[] | undefined;
  stages?: string[] | undefined;
  assignees?: PeopleFilter | undefined;
  reporters?: PeopleFilter | undefined;
  groups?: string[] | undefined;
  /** What lies right below these tickets. */
  parents?: string[] | undefined;
  labels?: string[] | undefined;
  /** Open, and nothing open blocks it. */
  ready?: true | undefined;
  /** Only what comes after this place in the order of creation, up to that time. */
  created?: { after: TicketPlaceInTime; order: 'asc' | 'desc'; until: number } | undefined;
  /** Folded words, each of which must occur. */
  words?: string[] | undefined;
  /** The same words as the index finds them. */
  found?: TicketCondition | undefined;
}

export interface TicketPlaceInTime {
  createdAt: number;
  id: string;
}

export interface PeopleFilter {
  ids: string[];
  /** Also the tickets that have nobody. */
  none: boolean;
}

export const isFiltered = (filter: TicketFilter) =>
  Object.values(filter).some((part) => part !== undefined && (!Array.isArray(part) || part.length > 0));
