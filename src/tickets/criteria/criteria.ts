import type { Tx } from '../../platform/db/index.ts';
import { conflict, forbiddenBecause, invalid, notFound } from '../../platform/errors.ts';
import type { Scope } from '../../users/index.ts';
import { lockTicketFor } from '../get-ticket.ts';
import { nextUpdate } from '../ticket.ts';
import { canEditTicket } from '../ticket-access.ts';
import type { LockedTicketRow } from '../ticket-store.ts';
import {
  type Criterion,
  type CriterionCheck,
  type CriterionState,
  checkColumns,
  criterionLimits,
  formatProgress,
  type NewCriterion,
  newCriterion,
} from './criterion.ts';
import {
  type CriterionActor,
  criterionEventTypes,
  recordCriterionEvent,
  recordOrder,
  recordStateChange,
} from './criterion-events.ts';
import * as store from './criterion-store.ts';

/** An absent field stays as it is. */
export interface CriterionChanges {
  text?: string | undefined;
  check?: CriterionCheck | null | undefined;
}

export async function addCriterion(scope: Scope, ref: string, given: NewCriterion): Promise<Criterion> {
  return scope.write(async (tx) => {
    const { ticket, criteria } = await lockCriteria(tx, scope, ref);
    if (criteria.length >= criterionLimits.criteria)
      throw conflict(
        `A ticket has at most ${criterionLimits.criteria} criteria: delete some, or split the ticket`,
      );
    const at = nextUpdate(ticket, scope.clock.now());
    const added = newCriterion(ticket.id, criteria.length, given, at, !scope.actor.agent);
    await store.insertCriteria(tx, [added]);
    await saveProgress(tx, ticket, [...criteria, added], at);
    await recordCriterionEvent(tx, scope.actor, criterionEventTypes.created, ticket, added, at);
    return added;
  });
}

/** A criterion with another text or check is open again: its evidence showed something else. */
export async function changeCriterion(
  scope: Scope,
  ref: string,
  id: string,
  { text, check }: CriterionChanges,
): Promise<Criterion> {
  return scope.write(async (tx) => {
    const { ticket, criteria } = await lockCriteria(tx, scope, ref);
    const before = findCriterion(criteria, id);
    assertPerson(scope);
    const changed: Criterion = {
      ...before,
      text: text ?? before.text,
      ...(check !== undefined && checkColumns(check, true)),
    };
    if (
      !(['text', 'checkType', 'checkValue', 'isRunnable'] as const).some(
        (name) => before[name] !== changed[name],
      )
    )
      return before;
    const at = nextUpdate(ticket, scope.clock.now());
    const after: Criterion = { ...changed, state: 'open', updatedAt: at };
    await store.updateCriterion(tx, after);
    await saveProgress(tx, ticket, criteria.with(before.position, after), at);
    await recordCriterionEvent(tx, scope.actor, criterionEventTypes.updated, ticket, after, at);
    return after;
  });
}

export async function deleteCriterion(scope: Scope, ref: string, id: string): Promise<string> {
  return scope.write(async (tx) => {
    const { ticket, criteria } = await lockCriteria(tx, scope, ref);
    const before = findCriterion(criteria, id);
    assertPerson(scope);
    const at = nextUpdate(ticket, scope.clock.now());
    const rest = criteria.filter((criterion) => criterion !== before);
    await store.deleteCriterionRow(tx, { id });
    await savePositions(tx, rest);
    await saveProgress(tx, ticket, rest, at);
    await recordCriterionEvent(tx, scope.actor, criterionEventTypes.deleted, ticket, before, at);
    return id;
  });
}

/** `order` has the ids of all criteria of the ticket. */
export async function orderCriteria(scope: Scope, ref: string, order: string[]): Promise<Criterion[]> {
  return scope.write(async (tx) => {
    const { ticket, criteria } = await lockCriteria(tx, scope, ref);
    const wanted = order.flatMap((id) => criteria.find((criterion) => criterion.id === id) ?? []);
    if (new Set(wanted).size !== criteria.length || order.length !== criteria.length)
      throw invalid({ order: ['Order must have the id of each criterion of the ticket once'] });
    if (wanted.every((criterion, position) => criterion.position === position)) return criteria;
    const at = nextUpdate(ticket, scope.clock.now());
    await savePositions(tx, wanted);
    await saveProgress(tx, ticket, wanted, at);
    await recordOrder(tx, scope.actor, ticket, order, at);
    return wanted.map((criterion, position) => ({ ...criterion, position }));
  });
}

/** Makes the criteria exactly these. One with the same text keeps its id, its check, its state and its evidence. */
export async function setCriteria(scope: Scope, ref: string, wanted: readonly NewCriterion[]): Promise<void> {
  await scope.write(async (tx) => {
    const { ticket, criteria } = await lockCriteria(tx, scope, ref);
    const rest = [...criteria];
    const at = nextUpdate(ticket, scope.clock.now());
    const after = wanted.map((given, position) => {
      const found = rest.findIndex(({ text }) => text === given.text);
      const [known] = found < 0 ? [] : rest.splice(found, 1);
      return known ?? newCriterion(ticket.id, position, given, at, !scope.actor.agent);
    });
    if (rest.length > 0) assertPerson(scope);
    const added = after.filter((criterion) => !criteria.includes(criterion));
    for (const { id } of rest) await store.deleteCriterionRow(tx, { id });
    await store.insertCriteria(tx, added);
    await savePositions(tx, after);
    await saveProgress(tx, ticket, after, at);
    for (const gone of rest)
      await recordCriterionEvent(tx, scope.actor, criterionEventTypes.deleted, ticket, gone, at);
    for (const criterion of added)
      await recordCriterionEvent(tx, scope.actor, criterionEventTypes.created, ticket, criterion, at);
    return null;
  });
}

export interface StateChange {
  id: string;
  state: CriterionState;
  commit: string | null;
}

/** Sets states that evidence or a new commit decided. `ticket` is locked; `criteria` are all of it. */
export async function changeStates(
  tx: Tx,
  by: CriterionActor,
  ticket: LockedTicketRow,
  criteria: readonly Criterion[],
  changes: readonly StateChange[],
  now: number,
): Promise<Criterion[]> {
  const wanted = new Map(changes.map((change) => [change.id, change]));
  const at = nextUpdate(ticket, now);
  const changed: { criterion: Criterion; from: CriterionState; commit: string | null }[] = [];
  const after = criteria.map((criterion) => {
    const change = wanted.get(criterion.id);
    if (!change || change.state === criterion.state) return criterion;
    const next = { ...criterion, state: change.state, updatedAt: at };
    changed.push({ criterion: next, from: criterion.state, commit: change.commit });
    return next;
  });
  if (changed.length === 0) return [...criteria];
  for (const { criterion } of changed) await store.updateCriterionState(tx, criterion);
  await saveProgress(tx, ticket, after, at);
  for (const change of changed) await recordStateChange(tx, by, ticket, change, at);
  return after;
}

export const listCriteria = store.listCriterionRows;

/** Changes of the criteria of one ticket run one after the other, so that positions have no gaps. */
async function lockCriteria(tx: Tx, { actor }: Scope, ref: string) {
  const ticket = await lockTicketFor(tx, actor, ref, canEditTicket);
  const criteria = await store.listCriterionRows(tx, { ticketId: ticket.id });
  return { ticket, criteria };
}

/** An agent that could change what it has to show would need no evidence. */
function assertPerson({ actor }: Scope): void {
  if (actor.agent)
    throw forbiddenBecause('Agents can add criteria; only people can change or delete them. Ask a person.');
}

function findCriterion(criteria: readonly Criterion[], id: string): Criterion {
  const criterion = criteria.find((one) => one.id === id);
  if (!criterion) throw notFound('Criterion');
  return criterion;
}

async function savePositions(tx: Tx, criteria: readonly Criterion[]): Promise<void> {
  for (const [position, { id, position: before }] of criteria.entries())
    if (position !== before) await store.updateCriterionPosition(tx, { id, position });
}

/** Changes the locked row too: the events that follow carry it. */
async function saveProgress(
  tx: Tx,
  ticket: LockedTicketRow,
  criteria: readonly Criterion[],
  updatedAt: number,
): Promise<void> {
  const progress = formatProgress(criteria);
  await store.updateProgress(tx, { ticketId: ticket.id, progress, updatedAt });
  Object.assign(ticket, { criteriaProgress: progress, updatedAt });
}
