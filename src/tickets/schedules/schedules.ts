import { recordAudit } from '../../audit/index.ts';
import type { Queries, Tx } from '../../platform/db/index.ts';
import { assertValid, conflict, type FieldMessages, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import {
  findNextOccurrences,
  isLocalTime,
  nextOccurrences,
  parseRecurrenceRule,
  type Recurrence,
} from '../../platform/recurrence/index.ts';
import { canGrantAccess, canReadProject, getProjectFor } from '../../projects/index.ts';
import { findTimezone, isTimezone, type Scope } from '../../users/index.ts';
import { recordSettingEvent } from '../setting-events.ts';
import { findTemplate } from '../templates/template-store.ts';
import { lockTemplatesOf } from '../templates/templates.ts';
import {
  type ContentInput,
  homeOfProject,
  parseContent,
  withCurrentContents,
} from '../templates/ticket-content.ts';
import { newLookups } from '../ticket-lookups.ts';
import { type ScheduleWithOwner, scheduleLimits, type TicketSchedule, toRecurrence } from './schedule.ts';
import * as store from './schedule-store.ts';

type Project = Awaited<ReturnType<typeof getProjectFor>>;

/** An absent field keeps its value; `ticket` is replaced as a whole. */
export interface ScheduleChanges {
  name?: string | undefined;
  rule?: string | undefined;
  startsAt?: string | undefined;
  /** Null stands for the time zone of the caller. */
  timezone?: string | null | undefined;
  templateId?: string | null | undefined;
  ticket?: ContentInput | undefined;
  dueDays?: number | null | undefined;
  paused?: boolean | undefined;
}

export type NewSchedule = ScheduleChanges & { name: string; rule: string; startsAt: string };

/** Admins of the project manage schedules. Agents do not, because a schedule would continue after their keys have ended. */
export const canManageSchedules = canGrantAccess;

export async function listSchedules({ db, actor }: Scope, ref: string): Promise<ScheduleWithOwner[]> {
  const project = await getProjectFor(db.reads, actor, ref, canReadProject);
  const schedules = await store.listSchedulesOf(db.reads, project.id);
  return withCurrentContents(newLookups(db.reads, actor), project, schedules);
}

export async function getSchedule({ db, actor }: Scope, ref: string, id: string): Promise<ScheduleWithOwner> {
  const project = await getProjectFor(db.reads, actor, ref, canReadProject);
  const schedule = scheduleIn(project, await store.findSchedule(db.reads, id));
  const [current] = await withCurrentContents(newLookups(db.reads, actor), project, [schedule]);
  return current ?? schedule;
}

export async function createSchedule(
  scope: Scope,
  ref: string,
  input: NewSchedule,
): Promise<ScheduleWithOwner> {
  return scope.write(async (tx) => {
    const project = await lockSchedules(tx, scope, ref);
    if ((await store.countSchedulesOf(tx, { projectId: project.id })) >= scheduleLimits.schedules)
      throw conflict(`A project has at most ${scheduleLimits.schedules} schedules: delete one first`);
    const now = scope.clock.now();
    const blank: TicketSchedule = {
      id: newId(now),
      projectId: project.id,
      ownerId: scope.actor.userId,
      name: input.name,
      rule: '',
      startsAt: '',
      timezone: await findTimezone(tx, scope.actor.userId),
      templateId: null,
      content: {},
      dueDays: null,
      nextAt: null,
      pausedAt: null,
      pauseReason: null,
      pauseMessage: null,
      lastAt: null,
      lastTicketId: null,
      lastMissed: null,
      createdAt: now,
      updatedAt: now,
    };
    const schedule = await applyChanges(tx, scope, project, blank, input);
    await store.insertSchedule(tx, schedule);
    await record(tx, scope, 'created', schedule);
    return scheduleIn(project, await store.findSchedule(tx, schedule.id));
  });
}

/**
 * A person who changes more than the pause becomes the owner: tickets are created in the owner's name, and nobody
 * decides what another person writes. The same applies to a person who resumes it after the owner lost their rights.
 */
export async function changeSchedule(
  scope: Scope,
  ref: string,
  id: string,
  changes: ScheduleChanges,
): Promise<ScheduleWithOwner> {
  return scope.write(async (tx) => {
    const project = await lockSchedules(tx, scope, ref);
    const before = scheduleIn(project, await store.lockSchedule(tx, id));
    const after = await applyChanges(tx, scope, project, before, changes);
    if (JSON.stringify(after) === JSON.stringify(before)) return before;
    const isOnlyPaused = before.pausedAt === null && after.pausedAt !== null && isAlike(before, after);
    if (!isOnlyPaused) after.ownerId = scope.actor.userId;
    after.updatedAt = Math.max(scope.clock.now(), before.updatedAt + 1);
    await store.updateSchedule(tx, after);
    await record(tx, scope, 'updated', after);
    return scheduleIn(project, await store.findSchedule(tx, id));
  });
}

/** Deletes a schedule. Its tickets stay. */
export async function deleteSchedule(scope: Scope, ref: string, id: string): Promise<string> {
  return scope.write(async (tx) => {
    const project = await lockSchedules(tx, scope, ref);
    const schedule = scheduleIn(project, await store.lockSchedule(tx, id));
    await store.deleteScheduleRow(tx, { id });
    await record(tx, scope, 'deleted', schedule);
    return id;
  });
}

/** Lists the next occurrences of a schedule, as if it were not paused. */
export async function listOccurrences(scope: Scope, ref: string, id: string, limit: number) {
  const { db, clock } = scope;
  const project = await getProjectFor(db.reads, scope.actor, ref, canReadProject);
  const schedule = scheduleIn(project, await store.findSchedule(db.reads, id));
  return listNextOccurrences(toRecurrence(schedule), clock.now(), limit);
}

/** Lists the next occurrences of an unsaved rule. */
export async function previewOccurrences(
  { db, actor, clock }: Scope,
  ref: string,
  { rule, startsAt, timezone }: { rule: string; startsAt: string; timezone?: string | undefined },
  limit: number,
) {
  await getProjectFor(db.reads, actor, ref, canReadProject);
  const zone = timezone ?? (await findTimezone(db.reads, actor.userId));
  const { problems, recurrence } = parseRecurrence({ rule, startsAt, timezone: zone });
  assertValid(problems);
  return listNextOccurrences(recurrence, clock.now(), limit);
}

const listNextOccurrences = async (recurrence: Recurrence, now: number, limit: number) => ({
  timezone: recurrence.timezone,
  moments: await findNextOccurrences(recurrence, now, limit),
});

/** Also locks the templates, so that no template is deleted while a schedule gets it. */
async function lockSchedules(tx: Tx, { actor }: Scope, ref: string): Promise<Project> {
  const project = await getProjectFor(tx, actor, ref, canManageSchedules);
  await lockTemplatesOf(tx, project.id);
  return project;
}

function scheduleIn(project: Project, schedule: ScheduleWithOwner | undefined): ScheduleWithOwner {
  if (schedule?.projectId !== project.id) throw notFound('Schedule');
  return schedule;
}

const isAlike = (a: TicketSchedule, b: TicketSchedule) =>
  (['name', 'rule', 'startsAt', 'timezone', 'templateId', 'dueDays'] as const).every(
    (name) => a[name] === b[name],
  ) && JSON.stringify(a.content) === JSON.stringify(b.content);

async function record(
  tx: Tx,
  scope: Scope,
  action: 'created' | 'updated' | 'deleted',
  { id, name, projectId }: TicketSchedule,
): Promise<void> {
  await recordSettingEvent(tx, scope, 'schedule', action, { id, name, projectId });
  const audited = action === 'updated' ? 'schedule.changed' : (`schedule.${action}` as const);
  await recordAudit(tx, scope, audited, { kind: 'schedule', id, name }, { projectId });
}

/** Returns the schedule after the changes, or throws their validation errors. */
async function applyChanges<Schedule extends TicketSchedule>(
  queries: Queries,
  scope: Scope,
  project: Project,
  before: Schedule,
  changes: ScheduleChanges,
): Promise<Schedule> {
  const { name, rule, startsAt, templateId, ticket, dueDays } = changes;
  const parsed =
    ticket && (await parseContent(newLookups(queries, scope.actor), homeOfProject(project), ticket));
  const after: Schedule = {
    ...before,
    name: name ?? before.name,
    rule: (rule ?? before.rule).trim(),
    startsAt: startsAt ?? before.startsAt,
    timezone: await zoneAfter(queries, scope, before, changes.timezone),
    templateId: templateId === undefined ? before.templateId : templateId || null,
    content: parsed?.content ?? before.content,
    dueDays: dueDays === undefined ? before.dueDays : dueDays,
  };
  const { problems, recurrence } = parseRecurrence(after);
  for (const [field, messages] of Object.entries(parsed?.problems ?? {}))
    problems[`ticket.${field}`] = messages;
  const template = after.templateId === null ? undefined : await findTemplate(queries, after.templateId);
  if (after.templateId !== null && template?.projectId !== project.id)
    problems.templateId = ['Template does not exist in this project'];
  else if (!after.content.title && !template?.content.title)
    problems['ticket.title'] ??= ['Title is required: the ticket needs one here or in its template'];
  assertValid(problems);
  return timeAfter(before, after, recurrence, changes.paused, scope.clock.now());
}

async function zoneAfter(
  queries: Queries,
  { actor }: Scope,
  { timezone }: TicketSchedule,
  given: string | null | undefined,
) {
  return given === undefined ? timezone : (given ?? (await findTimezone(queries, actor.userId)));
}

function parseRecurrence({
  rule,
  startsAt,
  timezone,
}: Pick<TicketSchedule, 'rule' | 'startsAt' | 'timezone'>) {
  const problems: FieldMessages = {};
  const parsed = parseRecurrenceRule(rule);
  if ('problem' in parsed) problems.rule = [parsed.problem];
  if (!isLocalTime(startsAt))
    problems.startsAt = ['Starts at must be a local time from 1970 to 2199, such as 2026-11-16T09:00'];
  if (!isTimezone(timezone)) problems.timezone = ['Timezone must be an IANA name such as Europe/Vienna'];
  return {
    problems,
    recurrence: { rule: 'rule' in parsed ? parsed.rule : undefined, startsAt, timezone } as Recurrence,
  };
}

/** The next occurrence from now on: occurrences missed during a pause, or under the previous rule, are skipped. */
function timeAfter<Schedule extends TicketSchedule>(
  before: Schedule,
  after: Schedule,
  recurrence: Recurrence,
  paused: boolean | undefined,
  now: number,
): Schedule {
  const isPaused = paused ?? before.pausedAt !== null;
  if (isPaused) {
    if (before.pausedAt !== null) return after;
    return { ...after, nextAt: null, pausedAt: now, pauseReason: 'person' as const, pauseMessage: null };
  }
  const keepsTime = (['rule', 'startsAt', 'timezone', 'pausedAt'] as const).every(
    (name) => before[name] === after[name],
  );
  const running = { ...after, pausedAt: null, pauseReason: null, pauseMessage: null };
  if (keepsTime && before.pausedAt === null) return running;
  const [nextAt] = nextOccurrences(recurrence, now, 1);
  if (nextAt === undefined)
    assertValid({ rule: ['Rule must occur after now, within 50 years: change it, its end or the start'] });
  return { ...running, nextAt: nextAt ?? null };
}
