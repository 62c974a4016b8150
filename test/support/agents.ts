import { setTimeout as wait } from 'node:timers/promises';
import { taskCursor } from '../../src/agent-tasks/starting/follow-store.ts';
import { followTickets } from '../../src/agent-tasks/starting/follow-tickets.ts';
import type { EventCursor } from '../../src/events/index.ts';
import type { Caller, Person, World } from './world.ts';

export interface TestAgent extends Caller {
  id: string;
  name: string;
}

/** An agent of the person with an API key, as a member of the project. */
export async function newAgent(
  world: World,
  owner: Person,
  name: string,
  projectId: string,
  role = 'member',
): Promise<TestAgent> {
  const { id } = (await owner.post('/api/agents', { name })).body.data;
  const { key } = (await owner.post(`/api/agents/${id}/api-keys`, { name: 'k' })).body.data;
  await owner.post(`/api/project/${projectId}/members`, { userId: id, role });
  return { id, name, ...world.caller({ authorization: `Bearer ${key}` }) };
}

/**
 * Lets tasks follow ticket events until the newest event was read. Transactions of other tests on the server can keep it
 * unsettled for a while.
 */
export async function followAll(world: World, tasksPerHourMax = 60): Promise<void> {
  const last = (await world.events()).at(-1)?.seq ?? 0;
  const settings = { now: world.clock.now(), tasksPerHourMax };
  let position: EventCursor | undefined;
  for (;;) {
    position = (await followTickets(world.db, settings, position)) ?? position;
    const stored = await taskCursor.find(world.db.reads);
    if (Math.max(position?.seq ?? 0, stored.seq) >= last) return;
    await wait(5);
  }
}
