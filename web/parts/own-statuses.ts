import { createContext, useContext } from 'react';
import { statusLabel, type TicketStatus, ticketStatuses } from './ticket-words.ts';

/** A project's settings for a status. */
interface OwnStatus {
  status: TicketStatus;
  name: string | null;
  color: string | null;
  hidden: boolean;
}

/** The statuses of the shown project, in its order; undefined if it sets none, and for several projects. */
export const OwnStatuses = createContext<readonly OwnStatus[] | undefined>(undefined);

export const useOwnStatus = (status: TicketStatus) =>
  useContext(OwnStatuses)?.find((one) => one.status === status);

/** A function that returns the project's name for a status. */
export function useStatusLabel(): (status: TicketStatus) => string {
  const own = useContext(OwnStatuses);
  return (status) => own?.find((one) => one.status === status)?.name ?? statusLabel(status);
}

/** The statuses that the project uses, in its order. */
export const useStatuses = (): readonly TicketStatus[] =>
  useContext(OwnStatuses)?.flatMap(({ status, hidden }) => (hidden ? [] : status)) ?? ticketStatuses;
