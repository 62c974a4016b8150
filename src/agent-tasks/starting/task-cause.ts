import { dayMs } from '../../platform/clock.ts';
import type { Queries } from '../../platform/db/index.ts';
import type { AgentTaskRow, TaskCause } from '../agent-task.ts';
import type { TaskActor } from '../agent-task-events.ts';
import * as store from './cause-store.ts';
import { filterAgents } from './follow-store.ts';

/** How long after its claim a task still counts as what an agent acts for, once it has ended. */
const memoryMs = dayMs;
// A chain is as long as the depth that a project allows, and the tasks that admins let pass beyond.
const causesShown = 20;

/**
 * Finds what started a task. An agent that acts while it holds a lease acts for that task: its depth is one more than that
 * task's, whoever the agents are, so a loop of any number of agents grows until the limit holds it. A program that holds a
 * lease with the API key of a person is such an agent too.
 */
export async function findCause(
  queries: Queries,
  event: string,
  by: TaskActor,
  ticketId: string | null,
  at: number,
): Promise<TaskCause> {
  const causeEvent = event.slice(0, 200);
  const none = { causeEvent, causeUserId: null, causeAgentId: null, causeTaskId: null, causeDepth: 0 };
  if (!by) return none;
  const isAgent = (await filterAgents(queries, [by.userId])).length > 0;
  const person = { ...none, causeUserId: by.userId };
  if (!isAgent && by.credential?.kind !== 'api-key') return person;
  const task = await store.findTaskOfAgent(queries, {
    agentId: by.userId,
    ticketId,
    at,
    since: at - memoryMs,
  });
  const chain = { causeTaskId: task?.id ?? null, causeDepth: (task?.causeDepth ?? 0) + 1 };
  if (isAgent) return { ...none, causeAgentId: by.userId, ...chain };
  return task?.state === 'in_progress' ? { ...person, ...chain } : person;
}

/** A link of the chain that led to a task, oldest first. */
export interface Cause {
  kind: 'person' | 'agent' | 'event';
  id?: string;
  name: string;
  event: string;
}

/** What led to the task. A cause in another project is not named: the reader may not be allowed to read it. */
export async function readCauses(queries: Queries, task: AgentTaskRow): Promise<Cause[]> {
  const rows: store.CauseRow[] =
    task.causeTaskId === null
      ? [task]
      : await store.listCauses(queries, { taskId: task.id, max: causesShown });
  return rows.map((row) => describeCause(row, row.projectId === task.projectId)).reverse();
}

function describeCause(row: store.CauseRow, isNamed: boolean): Cause {
  const event = row.causeEvent ?? 'unknown';
  if (!isNamed) return { kind: 'event', name: 'Another project', event };
  if (row.causeAgentId !== null)
    return { kind: 'agent', id: row.causeAgentId, name: row.causeAgentName ?? '', event };
  if (row.causeUserId !== null)
    return { kind: 'person', id: row.causeUserId, name: row.causeUserName ?? '', event };
  return { kind: 'event', name: event, event };
}
