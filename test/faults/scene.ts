import { setTimeout as wait } from 'node:timers/promises';
import { eventReactions } from '../../src/composition/event-reactions.ts';
import { withReactions } from '../../src/events/index.ts';
import { openDatabase } from '../../src/platform/db/index.ts';
import { addAccount } from '../durability/account.ts';
import { type RunningServer, startServer } from '../durability/running-server.ts';
import { type OwnCluster, startOwnCluster } from './own-cluster.ts';
import { type Caller, request } from './steady-writers.ts';

/** For `describe`: these tests stop and start a server of their own. */
export const needsPostgres = { skip: process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL' };

/** A PostgreSQL server, a Docket that uses it, and somebody with a project. */
export async function startScene(startedCluster?: OwnCluster) {
  const cluster = startedCluster ?? ((await startOwnCluster()) as OwnCluster);
  const authorization = await addAda(cluster.url);
  const server = await serve(cluster.url);
  const fields = { name: 'Engine', key: 'ENG' };
  const project = await request(server, { authorization }, 'POST', '/api/projects', fields);
  const caller: Caller = { authorization, projectId: project.data.id };
  const create = (at: RunningServer, title: string) =>
    request(at, caller, 'POST', '/api/tickets', { title, projectId: caller.projectId });
  return { cluster, server, caller, create };
}

export type Scene = Awaited<ReturnType<typeof startScene>>;

export const serve = (url: string, settings: NodeJS.ProcessEnv = {}) =>
  startServer({ engine: 'postgres', url }, { LOG_LEVEL: 'fatal', ...settings });

export async function addAda(url: string): Promise<string> {
  const db = withReactions(await openDatabase({ engine: 'postgres', url }), eventReactions);
  const { authorization } = await addAccount(db);
  await db.close();
  return authorization;
}

export async function readiness(server: RunningServer): Promise<[number, string | undefined]> {
  const response = await fetch(`${server.url}/readyz`);
  const { error } = (await response.json()) as { error?: { message: string } };
  return [response.status, error?.message];
}

export async function untilReady(server: RunningServer): Promise<void> {
  while ((await readiness(server))[0] !== 200) await wait(50);
}
