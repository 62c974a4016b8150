import { type Queries, statement } from '../platform/db/index.ts';

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

const ofProject = statement<
  { projectId: string },
  { id: string; key: string; name: string; tickets: number }
>(`
  select p.id, p.key, p.name, h.ticket_count as tickets from projects p join ticket_homes h on h.id = p.id
  where p.id = :projectId`);
const find = statement<object, { value: string }>("select value from instance_facts where name = 'demo'");
const claim = statement<object>(
  "insert into instance_facts (name, value) values ('demo', '') on conflict (name) do nothing",
);
const save = statement<{ value: string }>("update instance_facts set value = :value where name = 'demo'");
const remove = statement<object>("delete from instance_facts where name = 'demo'");
const ticketsOf = statement<{ projectId: string }, { id: string }>(
  'select id from tickets where project_id = :projectId and deleted_at is null order by number desc',
);
const forgetKeys = statement<{ projectId: string }>('delete from project_keys where project_id = :projectId');
const holdKey = statement<{ projectId: string; keyFolded: string }>(
  'insert into project_keys (key_folded, project_id) values (:keyFolded, :projectId)',
);
const setAside = statement<{ projectId: string; workspaceId: string; key: string }>(
  'update projects set key = :key, workspace_id = :workspaceId where id = :projectId',
);
const ownProject = statement<{ id: string; userId: string; now: number }>(`
  insert into project_members (project_id, user_id, role, joined_at) values (:id, :userId, 'owner', :now)
  on conflict (project_id, user_id) do update set role = 'owner'`);
const ownWorkspace = statement<{ id: string; userId: string; now: number }>(`
  insert into workspace_members (workspace_id, user_id, role, joined_at) values (:id, :userId, 'owner', :now)
  on conflict (workspace_id, user_id) do update set role = 'owner'`);
const recent = statement<{ projectId: string; since: number }, { id: string }>(`
  select id from events where project_id = :projectId and occurred_at >= :since order by seq`);

export async function findDemo(queries: Queries): Promise<Demo | undefined> {
  const value = (await queries.find(find, {}))?.value;
  return value ? JSON.parse(value) : undefined;
}
export async function getDemoInstance(queries: Queries, demo: Demo): Promise<DemoInstance> {
  const found = await queries.find(ofProject, { projectId: demo.projectId });
  if (!found) throw new Error(`the project ${demo.projectId} of the demo is missing`);
  const { tickets, ...project } = found;
  return { demo, project, tickets };
}
/** Returns true for exactly one of several concurrent requests. */
export const claimDemo = async (tx: Queries) => (await tx.run(claim, {})) === 1;
export const saveDemo = (tx: Queries, demo: Demo) => tx.run(save, { value: JSON.stringify(demo) });
export const forgetDemo = (tx: Queries) => tx.run(remove, {});

export const listDemoTickets = async (queries: Queries, projectId: string) =>
  (await queries.list(ticketsOf, { projectId })).map(({ id }) => id);
export const listRecentEvents = async (queries: Queries, projectId: string, since: number) =>
  (await queries.list(recent, { projectId, since })).map(({ id }) => id);

/** Makes the administrator owner of the demo: any administrator may remove it, whoever created it. */
export async function takeOver(tx: Queries, demo: Demo, userId: string, now: number): Promise<void> {
  await tx.run(ownProject, { id: demo.projectId, userId, now });
  await tx.run(ownWorkspace, { id: demo.workspaceId, userId, now });
}

/** Gives a deleted project another key and workspace, so that the next demo can have its own. */
export async function setProjectAside(tx: Queries, projectId: string, workspaceId: string): Promise<void> {
  const key = `DEMO-${projectId}`;
  await tx.run(forgetKeys, { projectId });
  await tx.run(setAside, { projectId, workspaceId, key });
  await tx.run(holdKey, { projectId, keyFolded: key.toLowerCase() });
}
