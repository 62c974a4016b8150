import { dayMs } from '../platform/clock.ts';

interface NotificationComment {
  id: string;
  excerpt: string;
  /** The names of those whom the comment mentions, by what is written after the @, case-folded. */
  mentions?: { written: string; name: string }[];
}

/** The content of a notification, as of its creation. */
export interface NotificationData {
  message: string;
  actor: { id: string; name: string } | null;
  ticket: { id: string; title: string; key?: string } | null;
  project: { id: string; name: string; key: string } | null;
  /** The view that the ticket entered. */
  view?: { id: string; name: string };
  comment: NotificationComment | null;
  /** A task of an agent, with an excerpt of its question, error or result. */
  task?: { id: string; title: string; excerpt?: string };
}

export interface Notification {
  id: string;
  userId: string;
  eventId: string;
  eventType: string;
  kind: string;
  ticketId: string | null;
  data: string;
  createdAt: number;
  readAt: number | null;
  /** Hidden until then, and read meanwhile. */
  snoozedUntil: number | null;
  /** When its person finished with it. It is read. */
  doneAt: number | null;
}

/** The parts of the inbox. A notification is in one of them. */
export const boxNames = ['inbox', 'snoozed', 'done'] as const;
export type Box = (typeof boxNames)[number];

export interface Marks {
  read?: boolean | undefined;
  done?: boolean | undefined;
  /** Milliseconds; null brings it back. */
  snoozedUntil?: number | null | undefined;
}
type Marked = Pick<Notification, 'readAt' | 'snoozedUntil' | 'doneAt'>;

/**
 * What is done or snoozed is read. What is marked unread, or comes back, is in the inbox again, unread. If several marks are
 * given, `read` decides.
 */
export function mark({ readAt, snoozedUntil, doneAt }: Marked, marks: Marks, now: number): Marked {
  let after: Marked = { readAt, snoozedUntil, doneAt };
  if (marks.done === true) after = { readAt: readAt ?? now, snoozedUntil: null, doneAt: doneAt ?? now };
  if (marks.done === false) after = { ...after, doneAt: null };
  if (typeof marks.snoozedUntil === 'number')
    after = { readAt: readAt ?? now, snoozedUntil: marks.snoozedUntil, doneAt: null };
  if (marks.snoozedUntil === null && snoozedUntil !== null)
    after = { readAt: null, snoozedUntil: null, doneAt: null };
  if (marks.read === true) after = { ...after, readAt: after.readAt ?? now };
  if (marks.read === false) after = { readAt: null, snoozedUntil: null, doneAt: null };
  return after;
}

const aheadMaxMs = 10 * 366 * dayMs;

/** What is wrong with the time at which something shall come back; undefined if nothing is. */
export function findTimeProblem(at: number, now: number): 'past' | 'far' | undefined {
  if (at <= now) return 'past';
  return at > now + aheadMaxMs ? 'far' : undefined;
}
