import { parseRecurrenceRule, type Recurrence } from '../../platform/recurrence/index.ts';
import type { TicketContent } from '../templates/template.ts';

export const scheduleLimits = { schedules: 100, nameLength: 60, occurrencesShown: 100, dueDays: 365 };

/** Why a schedule is paused. */
export const pauseReasons = [
  'person',
  'owner_disabled',
  'owner_cannot_write',
  'project_not_active',
  'refused',
] as const;
export type PauseReason = (typeof pauseReasons)[number];

export const scheduleStates = ['active', 'paused', 'over'] as const;

/** Creates a ticket in the name of its owner at each occurrence of a rule. */
export interface TicketSchedule {
  id: string;
  projectId: string;
  ownerId: string;
  name: string;
  /** An RRULE of RFC 5545. */
  rule: string;
  /** In the time zone of the schedule, without an offset: `2026-11-16T09:00`. */
  startsAt: string;
  timezone: string;
  templateId: string | null;
  /** Takes precedence over the template. */
  content: TicketContent;
  /** The ticket is due at the end of the day this many days after its creation. */
  dueDays: number | null;
  /** Null while it is paused, and after the last occurrence. */
  nextAt: number | null;
  pausedAt: number | null;
  pauseReason: PauseReason | null;
  /** The problem, for people. */
  pauseMessage: string | null;
  /** The latest occurrence with a ticket. */
  lastAt: number | null;
  /** Null also if that ticket is gone. */
  lastTicketId: string | null;
  /** How many occurrences before the latest one got no ticket, because Docket was stopped. */
  lastMissed: number | null;
  createdAt: number;
  updatedAt: number;
}

export interface ScheduleWithOwner extends TicketSchedule {
  ownerName: string;
  ownerEmail: string;
  ownerImage: string | null;
}

export const findState = ({ pausedAt, nextAt }: Pick<TicketSchedule, 'pausedAt' | 'nextAt'>) =>
  pausedAt !== null ? 'paused' : nextAt === null ? 'over' : 'active';

/** The recurrence of a stored schedule, whose rule was validated. */
export function toRecurrence({
  rule,
  startsAt,
  timezone,
}: Pick<TicketSchedule, 'rule' | 'startsAt' | 'timezone'>): Recurrence {
  const parsed = parseRecurrenceRule(rule);
  if ('problem' in parsed) throw new Error(`Stored rule is not valid: ${parsed.problem}`);
  return { rule: parsed.rule, startsAt, timezone };
}
