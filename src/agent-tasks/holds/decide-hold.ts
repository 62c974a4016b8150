import { dayMs, hourMs } from '../../platform/clock.ts';
import type { Queries } from '../../platform/db/index.ts';
import { findConcurrency } from '../../projects/index.ts';
import { listOpenBlockers } from '../../tickets/index.ts';
import type { AgentTask, Hold } from '../agent-task.ts';
import { countOffered } from '../agent-task-store.ts';
import { findBudgetHold } from '../budgets/find-budget-hold.ts';
import { type Collider, findCollisionHold } from '../collisions/find-collision-hold.ts';
import { countOfferedOfTicket, countStartedIn } from './hold-store.ts';
import { type Caps, readCaps } from './read-caps.ts';

export interface HoldSettings {
  now: number;
  /** How many tasks of a project may be offered within an hour, unless the project has its own limit. */
  tasksPerHourMax: number;
}

export interface Held {
  hold: Hold;
  heldReason: string;
}

type Candidate = Pick<
  AgentTask,
  | 'projectId'
  | 'ticketId'
  | 'agentId'
  | 'capKey'
  | 'startedIn'
  | 'causeEvent'
  | 'causeUserId'
  | 'causeDepth'
  | 'waived'
> &
  Collider;

/** A person who creates a task on purpose is no flood: the task counts, but the ticket’s cap does not hold it. */
const isByHand = ({ causeEvent, causeUserId, causeDepth }: Candidate) =>
  causeEvent === 'manual' && causeUserId !== null && causeDepth === 0;

/**
 * The stored text, which every reader of the task sees, names no blocker: they may be in projects that a reader may
 * not read. Answers name those that the reader may read (read-blockers.ts).
 */
export const blockedReason = 'Blocked by an open ticket';

/**
 * Decides whether tasks are held, in one transaction: the first of the `holds` that applies. It counts every task that
 * it lets pass, so that tasks decided together stay below the caps together.
 */
export class HoldDecider {
  readonly #tx: Queries;
  readonly #settings: HoldSettings;
  readonly #blocked = new Map<string, boolean>();
  readonly #limits = new Map<string | null, Caps>();
  readonly #offered = new Map<string, number>();

  constructor(tx: Queries, settings: HoldSettings) {
    this.#tx = tx;
    this.#settings = settings;
  }

  /** Reads at once which of the tickets are blocked. */
  async loadBlockers(ticketIds: string[]): Promise<void> {
    const blocked = new Set((await listOpenBlockers(this.#tx, ticketIds)).map(({ ticketId }) => ticketId));
    for (const id of ticketIds) this.#blocked.set(id, blocked.has(id));
  }

  /** For a task that has not been offered yet. */
  async decide(task: Candidate): Promise<Held | null> {
    const limits = await this.#limitsOf(task.projectId);
    const isCapped = task.waived === 0;
    if (isCapped && task.causeDepth > limits.chainDepth) return chained(limits);
    const held = await this.decideAgain(task);
    if (held || !isCapped) return held;
    const { now } = this.#settings;
    // Locks the cap first: concurrent offers of the same ticket wait for each other too.
    const hourly = (await this.#limitsOf(task.capKey)).tasksPerHour;
    const inHour = await this.#count(`hour ${task.capKey}`, () =>
      countOffered(this.#tx, task.capKey, now - hourMs, hourly),
    );
    const { ticketId } = task;
    const daily = limits.tasksPerTicketPerDay;
    const ofTicket =
      ticketId === null
        ? 0
        : await this.#count(`ticket ${ticketId}`, () =>
            countOfferedOfTicket(this.#tx, ticketId, now - dayMs, daily),
          );
    if (ticketId !== null && ofTicket >= daily && !isByHand(task)) return tooManyOfTicket(daily);
    if (inHour >= hourly) return tooManyInHour(hourly);
    const full = await this.#holdOfStatus(task);
    if (full) return full;
    this.#offered.set(`hour ${task.capKey}`, inHour + 1);
    if (ticketId !== null) this.#offered.set(`ticket ${ticketId}`, ofTicket + 1);
    return null;
  }

  /** Reserves a place among the tasks that tickets in a status started, if WORKFLOW.md limits them. */
  async #holdOfStatus({ projectId, startedIn }: Candidate): Promise<Held | null> {
    if (projectId === null || startedIn === null) return null;
    const max = await findConcurrency(this.#tx, projectId, startedIn);
    if (max === undefined) return null;
    const key = `status ${projectId} ${startedIn}`;
    const running = await this.#count(key, () => countStartedIn(this.#tx, { projectId, startedIn }));
    if (running >= max) return tooManyOfStatus(startedIn, max);
    this.#offered.set(key, running + 1);
    return null;
  }

  /** For a task that was offered and is queued again: the caps have counted it already. */
  async decideAgain(task: Collider & Pick<Candidate, 'ticketId' | 'agentId'>): Promise<Held | null> {
    const { ticketId } = task;
    if (ticketId !== null && !this.#blocked.has(ticketId)) await this.loadBlockers([ticketId]);
    if (this.#blocked.get(ticketId ?? '')) return { hold: 'blocked', heldReason: blockedReason };
    const held = await findBudgetHold(this.#tx, task, this.#settings.now);
    if (held || (await this.#limitsOf(task.projectId)).collisions !== 'hold') return held;
    return findCollisionHold(this.#tx, task);
  }

  /** Whether the files of tasks of the project are predicted. */
  async predictsFiles(projectId: string | null): Promise<boolean> {
    return (await this.#limitsOf(projectId)).collisions !== 'off';
  }

  async #limitsOf(projectId: string | null): Promise<Caps> {
    const known = this.#limits.get(projectId);
    if (known) return known;
    const limits = await readCaps(this.#tx, projectId, this.#settings.tasksPerHourMax);
    this.#limits.set(projectId, limits);
    return limits;
  }

  async #count(key: string, read: () => Promise<number>): Promise<number> {
    const known = this.#offered.get(key);
    if (known !== undefined) return known;
    const count = await read();
    this.#offered.set(key, count);
    return count;
  }
}

const chained = ({ chainDepth }: Caps): Held => ({
  hold: 'chain',
  heldReason: `More than ${chainDepth} agents have started each other in a row. An admin can unhold this task, or raise the limit of the project`,
});

const tooManyOfTicket = (max: number): Held => ({
  hold: 'ticket',
  heldReason: `More than ${max} tasks on this ticket within a day. Docket offers this task when the limit allows; an admin can unhold it now`,
});

const tooManyInHour = (max: number): Held => ({
  hold: 'hour',
  heldReason: `More than ${max} tasks within an hour. Docket offers this task when the limit allows; an admin can unhold it now`,
});

const tooManyOfStatus = (status: string, max: number): Held => ({
  hold: 'status',
  heldReason: `WORKFLOW.md allows ${max} ${max === 1 ? 'task' : 'tasks'} of tickets that entered ${status} at a time. Docket offers this task when one of them has ended; an admin can unhold it now`,
});
