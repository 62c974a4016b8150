import { createContext, useContext } from 'react';
import { statusLabel, type TicketStatus, ticketStatuses } from './ticket-words.ts';

/** A project's settings for a status, or with an id a status that it added for one of the six. */
export interface OwnStatus {
  id?: string;
  status: TicketStatus;
  name: string | null;
  color: string | null;
  hidden: boolean;
}

/**
 * What a column, group or menu item for a status stands for: one of the six or, after the project added some, the id of
 * an own status.
 */
export type StatusValue = string;

/** The statuses of the shown project, in its order; undefined if it sets none, and for several projects. */
export const OwnStatuses = createContext<readonly OwnStatus[] | undefined>(undefined);

/** The own statuses of all projects by id, for lists of several projects. */
export const AllOwnStatuses = createContext<ReadonlyMap<string, OwnStatus>>(new Map());

/** The value for the status of a ticket. */
export const statusValue = ({
  status,
  ownStatusId,
}: {
  status: TicketStatus;
  ownStatusId?: string | null;
}): StatusValue => ownStatusId ?? status;

/** What brings a ticket to the status of a value. */
export function statusPatch(
  value: StatusValue,
  statuses: readonly OwnStatus[] | undefined,
  rows: readonly { ownStatusId: string | null }[] = [],
) {
  const own = statuses?.find(({ id }) => id === value);
  if (own) return { status: own.status, ownStatusId: value };
  const status = value as TicketStatus;
  const mayHaveOwn = hasOwn(statuses, status) || rows.some(({ ownStatusId }) => ownStatusId !== null);
  return mayHaveOwn ? { status, ownStatusId: null } : { status };
}

/** The filters that find the tickets of a value. */
export function statusFilters(value: StatusValue, statuses: readonly OwnStatus[] | undefined) {
  const own = statuses?.find(({ id }) => id === value);
  if (own) return { status: [own.status], ownStatus: [value] };
  return { status: [value], ...(hasOwn(statuses, value) && { ownStatus: ['none'] }) };
}

const hasOwn = (statuses: readonly OwnStatus[] | undefined, status: string) =>
  statuses?.some((own) => own.id !== undefined && own.status === status) ?? false;

export const useOwnStatuses = () => useContext(OwnStatuses);

/**
 * A function that returns the settings of a value, or of the status and the own status of a ticket, whose project may
 * be unknown; undefined where nothing is set.
 */
export function useFindStatus(): (value: StatusValue, own?: string | null) => OwnStatus | undefined {
  const statuses = useContext(OwnStatuses);
  const all = useContext(AllOwnStatuses);
  const find = (value: StatusValue) =>
    statuses?.find(({ id, status }) => (id ?? status) === value) ?? all.get(value);
  return (value, own) => (own ? find(own) : undefined) ?? find(value);
}

/** A function that returns the project's name for a value, or for the status and the own status of a ticket. */
export function useStatusLabel(): (value: StatusValue, own?: string | null) => string {
  const find = useFindStatus();
  return (value, own) => find(value, own)?.name ?? statusLabel(value as TicketStatus);
}

/** The statuses that the project uses, in its order. */
export const useStatuses = (): readonly StatusValue[] =>
  useContext(OwnStatuses)?.flatMap(({ id, status, hidden }) => (hidden ? [] : (id ?? status))) ??
  ticketStatuses;
