import type { Agent, AgentTaskItem, Person } from '../../sdk/index.ts';

/** An agent in the list of the screen: agents of visible projects, and those that the person manages. */
export interface ListedAgent {
  id: string;
  name: string;
  image: string | null;
  isActive: boolean;
  /** Absent for an agent that somebody else manages. */
  managed?: Agent;
}

type Task = Pick<AgentTaskItem, 'id' | 'state' | 'lease' | 'agentId' | 'updatedAt'>;

/** What an agent does now, by the task that shows it best. */
export type AgentNow<T extends Task> =
  | { state: 'works' | 'asks'; task: T }
  | { state: 'idle'; task: T | undefined }
  | { state: 'disabled' };

export function listAgents(people: readonly Person[], managed: readonly Agent[]): ListedAgent[] {
  const own = new Set(managed.map(({ id }) => id));
  return [
    ...managed.map((agent) => ({ ...pick(agent), isActive: agent.active, managed: agent })),
    ...people
      .filter(({ id, isAgent }) => isAgent && !own.has(id))
      .map((person) => ({
        ...pick(person),
        isActive: person.isActive,
      })),
  ];
}

export function agentNow<T extends Task>(agent: ListedAgent, tasks: readonly T[]): AgentNow<T> {
  if (!agent.isActive) return { state: 'disabled' };
  const own = tasks.filter(({ agentId, lease }) => (lease?.userId ?? agentId) === agent.id);
  const latest = own.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
  const working = latest.find(({ state }) => state === 'in_progress');
  if (working) return { state: 'works', task: working };
  const asking = latest.find(({ state }) => state === 'waiting_for_user');
  if (asking) return { state: 'asks', task: asking };
  return { state: 'idle', task: latest[0] };
}

const order = { works: 0, asks: 1, idle: 2, disabled: 3 } as const;

/** Agents that work come first, then those that ask, then the others by name. */
export function sortAgents<T extends Task>(agents: readonly ListedAgent[], tasks: readonly T[]) {
  return agents
    .map((agent) => ({ agent, now: agentNow(agent, tasks) }))
    .sort((a, b) => order[a.now.state] - order[b.now.state] || a.agent.name.localeCompare(b.agent.name));
}

const pick = ({ id, name, image }: { id: string; name: string; image: string | null }) => ({
  id,
  name,
  image,
});
