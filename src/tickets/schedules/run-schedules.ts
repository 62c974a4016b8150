import { startBackgroundLoop } from '../../platform/background-loop.ts';
import { type Clock, secondMs } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { occurrencesAfter } from '../../platform/recurrence/index.ts';
import { temporalZone } from '../../platform/time-zone.ts';
import { canWriteInProject, findProject } from '../../projects/index.ts';
import { type Actor, findActor, getActorInNameOf, type Scope } from '../../users/index.ts';
import { createTicket } from '../create-ticket.ts';
import { recordSettingEvent } from '../setting-events.ts';
import { withoutStale } from '../templates/ticket-content.ts';
import { newLookups } from '../ticket-lookups.ts';
import { type PauseReason, type TicketSchedule, toRecurrence } from './schedule.ts';
import { recordSchedulePaused } from './schedule-events.ts';
import * as store from './schedule-store.ts';

const scheduleCredential = { kind: 'session', id: 'schedule' } as const;
const checkMs = 5 * secondMs;
const schedulesPerStep = 50;
// After longer downtime the rest is not counted.
const missedMax = 1_000;

interface Settings {
  db: Database;
  clock: Clock;
  logger: Logger;
}

/**
 * Creates the tickets of schedules. Any number of processes may run it: the row of a schedule is locked, and its next
 * occurrence is stored in the transaction that creates the ticket, so each occurrence has at most one ticket.
 */
export const startScheduleLoop = (settings: Settings) =>
  startBackgroundLoop({
    name: 'schedules',
    logger: settings.logger,
    intervalMs: checkMs,
    step: (signal) => runDueSchedules(settings, signal),
  });

/** Returns true if more schedules may be due. A failing schedule does not delay the others; it is tried again. */
export async function runDueSchedules(
  { db, clock, logger }: Settings,
  signal?: AbortSignal,
): Promise<boolean> {
  const due = await store.listDueSchedules(db.reads, { now: clock.now(), limit: schedulesPerStep });
  let failures = 0;
  for (const id of due) {
    if (signal?.aborted) return false;
    try {
      await runSchedule({ db, clock }, id);
    } catch (error) {
      failures++;
      logger.error({ err: error, schedule: id }, 'Schedule failed; trying again');
    }
  }
  return due.length === schedulesPerStep && failures === 0;
}

/** The schedule cannot create its ticket, and a person has to look at it. */
class Unrunnable extends Error {
  readonly reason: PauseReason;

  constructor(reason: PauseReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

async function runSchedule(settings: Omit<Settings, 'logger'>, id: string): Promise<void> {
  const { db, clock } = settings;
  try {
    await db.transaction((tx) => createDueTicket(tx, settings, id));
  } catch (error) {
    const problem = error instanceof Refusal ? new Unrunnable('refused', describe(error)) : error;
    if (!(problem instanceof Unrunnable)) throw error;
    await db.transaction((tx) => pause(tx, settings, id, problem, clock.now()));
  }
}

async function createDueTicket(tx: Tx, { db, clock }: Omit<Settings, 'logger'>, id: string): Promise<void> {
  const now = clock.now();
  const schedule = await store.lockDueSchedule(tx, id, now);
  if (!schedule) return;
  const actor = await loadOwner(tx, schedule);
  const scope: Scope = { actor, db, clock, acceptedVersions: undefined, write: (work) => work(tx) };
  const { projectId, templateId, timezone, dueDays } = schedule;
  const project = await findProject(tx, projectId, actor);
  if (project?.status !== 'active')
    throw new Unrunnable('project_not_active', 'The project is archived or deleted.');
  if (!canWriteInProject(actor, project))
    throw new Unrunnable('owner_cannot_write', 'The owner may no longer create tickets in the project.');
  const content = await withoutStale(newLookups(tx, actor), { ...project, projectId }, schedule.content);
  const ticket = await createTicket(
    scope,
    {
      ...content,
      title: content.title ?? '',
      template: templateId,
      projectId,
      dueDate: dueDays === null ? null : endOfDay(now, timezone, dueDays),
    },
    { isAutomatic: true },
  );
  await store.advanceSchedule(tx, { ...schedule, ...timesAfter(schedule, now), lastTicketId: ticket.id });
}

/** If Docket was stopped, one ticket stands for all missed occurrences: that of the latest. */
function timesAfter(schedule: TicketSchedule, now: number) {
  let [lastAt, lastMissed] = [schedule.nextAt, 0];
  for (const at of occurrencesAfter(toRecurrence(schedule), schedule.nextAt ?? now)) {
    if (at > now) return { nextAt: at, lastAt, lastMissed };
    if (++lastMissed >= missedMax) break;
    lastAt = at;
  }
  const [nextAt = null] = occurrencesAfter(toRecurrence(schedule), now).take(1);
  return { nextAt, lastAt, lastMissed };
}

/** Reads the owner again: rights that they lost since the last ticket no longer count. */
async function loadOwner(tx: Tx, { ownerId }: TicketSchedule): Promise<Actor> {
  const actor = await findActor(tx, ownerId, scheduleCredential);
  if (!actor) throw new Unrunnable('owner_disabled', 'The account of the owner is disabled.');
  return actor;
}

const endOfDay = (now: number, zone: string, days: number) =>
  Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(temporalZone(zone))
    .toPlainDate()
    .add({ days: days + 1 })
    .toZonedDateTime(temporalZone(zone)).epochMilliseconds - 1;

const describe = ({ message, details }: Refusal) =>
  [message, ...Object.values(details ?? {}).flat()].join('. ').slice(0, 1_000);

async function pause(
  tx: Tx,
  { db, clock }: Omit<Settings, 'logger'>,
  id: string,
  { reason, message }: Unrunnable,
  now: number,
): Promise<void> {
  const schedule = await store.lockDueSchedule(tx, id, now);
  if (!schedule) return;
  await store.pauseSchedule(tx, { id, reason, message, now });
  const actor = await getActorInNameOf(tx, schedule.ownerId, scheduleCredential);
  const scope: Scope = { actor, db, clock, acceptedVersions: undefined, write: (work) => work(tx) };
  await recordSettingEvent(tx, scope, 'schedule', 'updated', schedule);
  const project = await findProject(tx, schedule.projectId, { userId: schedule.ownerId });
  const owner = { id: actor.userId, name: actor.name };
  if (project) await recordSchedulePaused(tx, schedule, project, owner, { reason, message }, now);
}
