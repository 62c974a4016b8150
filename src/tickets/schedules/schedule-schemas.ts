import type { Static } from 'typebox';
import { choice, id, nullable, timestamp, trimmed } from '../../platform/field-schemas.ts';
import { toIso } from '../../platform/instant.ts';
import { present } from '../../platform/present.ts';
import { Type } from '../../platform/schema.ts';
import { temporalZone } from '../../platform/time-zone.ts';
import { PublicUser, userIn } from '../../users/index.ts';
import { Content, ContentInput } from '../templates/template-schemas.ts';
import {
  findState,
  pauseReasons,
  type ScheduleWithOwner,
  scheduleLimits,
  scheduleStates,
} from './schedule.ts';

const example = { rule: 'FREQ=WEEKLY;BYDAY=MO', startsAt: '2026-11-16T09:00', timezone: 'Europe/Vienna' };

export const Schedule = Type.Object(
  {
    id: id(),
    projectId: id(),
    name: Type.String({ examples: ['Weekly report'] }),
    rule: Type.String({ examples: [example.rule], description: 'A RRULE of RFC 5545' }),
    startsAt: Type.String({ examples: [example.startsAt], description: 'Local time in `timezone`' }),
    timezone: Type.String({ examples: [example.timezone] }),
    owner: PublicUser,
    templateId: nullable(id()),
    ticket: Content,
    dueDays: nullable(Type.Integer({ examples: [2] })),
    state: choice(scheduleStates, { description: '`over`: the rule has no further occurrence' }),
    pause: nullable(
      Type.Object(
        {
          at: timestamp(),
          reason: choice(pauseReasons),
          message: nullable(Type.String({ examples: ['The account of the owner is disabled.'] })),
        },
        { title: 'SchedulePause' },
      ),
    ),
    nextAt: nullable(timestamp()),
    last: nullable(
      Type.Object(
        {
          at: timestamp({ description: 'The occurrence' }),
          ticketId: nullable(id()),
          missed: Type.Integer({
            description:
              'Earlier occurrences without a ticket, because Docket did not run; 1,000 is the most',
            examples: [0],
          }),
        },
        { title: 'LastOccurrence' },
      ),
    ),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'TicketSchedule' },
);

export const Occurrence = Type.Object(
  {
    at: timestamp(),
    local: Type.String({ examples: [example.startsAt], description: 'The time in the zone of the schedule' }),
  },
  { title: 'Occurrence' },
);

const name = () => trimmed(1, scheduleLimits.nameLength, { examples: ['Weekly report'] });
const rule = () =>
  Type.String({
    minLength: 1,
    maxLength: 500,
    examples: [example.rule],
    description:
      'A RRULE of RFC 5545 with FREQ of DAILY, WEEKLY, MONTHLY or YEARLY, INTERVAL, COUNT, UNTIL, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS, BYHOUR, BYMINUTE and WKST',
  });
const startsAt = () =>
  Type.String({
    maxLength: 16,
    examples: [example.startsAt],
    description: 'The first local time at which it may occur; what the rule leaves open is as in it',
  });
const timezone = () =>
  Type.String({
    maxLength: 100,
    examples: [example.timezone],
    description: 'An IANA name; that of your preferences unless given',
  });
const others = {
  timezone: Type.Optional(nullable(timezone())),
  templateId: Type.Optional(nullable(id({ description: 'A template of the project' }))),
  ticket: Type.Optional(ContentInput),
  dueDays: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 0,
        maximum: scheduleLimits.dueDays,
        examples: [2],
        description: 'The ticket is due at the end of the day so many days after it was created',
      }),
    ),
  ),
  paused: Type.Optional(Type.Boolean({ examples: [false] })),
};
export const ScheduleInput = Type.Object({ name: name(), rule: rule(), startsAt: startsAt(), ...others });
export const SchedulePatch = Type.Object({
  name: Type.Optional(name()),
  rule: Type.Optional(rule()),
  startsAt: Type.Optional(startsAt()),
  ...others,
});

const limit = () =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum: scheduleLimits.occurrencesShown, default: 10, examples: [10] }),
  );
export const OccurrencesQuery = Type.Object({ limit: limit() });
export const PreviewQuery = Type.Object({
  rule: rule(),
  startsAt: startsAt(),
  timezone: Type.Optional(timezone()),
  limit: limit(),
});

export const presentSchedule = (schedule: ScheduleWithOwner) =>
  present(Schedule, schedule, {
    owner: userIn(schedule, 'owner'),
    ticket: schedule.content,
    state: findState(schedule),
    pause:
      schedule.pausedAt === null
        ? null
        : {
            at: toIso(schedule.pausedAt),
            reason: schedule.pauseReason ?? 'person',
            message: schedule.pauseMessage,
          },
    last:
      schedule.lastAt === null
        ? null
        : {
            at: toIso(schedule.lastAt),
            ticketId: schedule.lastTicketId,
            missed: schedule.lastMissed ?? 0,
          },
  });

export const presentOccurrence =
  (timezone: string) =>
  (at: number): Static<typeof Occurrence> => ({
    at: toIso(at),
    local: Temporal.Instant.fromEpochMilliseconds(at)
      .toZonedDateTimeISO(temporalZone(timezone))
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' }),
  });
