import { type Queries, sql, statement } from '../platform/db/index.ts';
import { claimFact, findFact, removeFact, saveFact } from '../platform/instance-facts.ts';

/** What a demo consists of, stored as JSON in the instance fact `demo`. */
export interface Demo {
  workspaceId: string;
  projectId: string;
  userIds: string[];
  agentIds: string[];
  createdAt: number;
}

/** The demo with its project as it is now. */
export interface DemoInstance {
  demo: Demo;
  project: { id: string; key: string; name: string };
  tickets: number;
}

export async function findDemo(queries: Queries): Promise<Demo | undefined> {
  const value = await findFact(queries, { name: 'demo' });
  return value ? JSON.parse(value) : undefined;
}

const ofProject = statement<
  { projectId: string },
  { id: string; key: string; name: string; tickets: number }
>(`
  select p.id, p.key, p.name, h.ticket_count as tickets from projects p join ticket_homes h on h.id = p.id
  where p.id = :projectId`);
export async function getDemoInstance(queries: Queries, demo: Demo): Promise<DemoInstance> {
  const found = await queries.find(ofProject, { projectId: demo.projectId });
  if (!found) throw new Error(`the project ${demo.projectId} of the demo is missing`);
  const { tickets, ...project } = found;
  return { demo, project, tickets };
}
/** Returns true for exactly one of several concurrent requests. */
export const claimDemo = (tx: Queries) => claimFact(tx, { name: 'demo', value: '' });
export const saveDemo = (tx: Queries, demo: Demo) =>
  saveFact(tx, { name: 'demo', value: JSON.stringify(demo) });
export const forgetDemo = (tx: Queries) => removeFact(tx, { name: 'demo' });

export const listDemoTickets = sql.listValues<{ projectId: string }, { id: string }>(
  'select id from tickets where project_id = :projectId and deleted_at is null order by number desc',
);
export const listRecentEvents = sql.listValues<{ projectId: string; since: number }, { id: string }>(`
  select id from events where project_id = :projectId and occurred_at >= :since order by seq`);
