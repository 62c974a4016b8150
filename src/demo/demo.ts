import { updateAgent } from '../agents/index.ts';
import { recordAudit } from '../audit/index.ts';
import { assertMayAdminister } from '../auth/index.ts';
import { type EventType, withoutReactions } from '../events/index.ts';
import { deleteNotificationsOfProject, notifyOfPast } from '../notifications/index.ts';
import { dayMs } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { conflict } from '../platform/errors.ts';
import { deleteProject, findProject, saveMember, setProjectAside } from '../projects/index.ts';
import { deleteTicket, isWorkspaceInUse } from '../tickets/index.ts';
import { type Actor, type Scope, setAgentOwner, updateUserActive } from '../users/index.ts';
import { deleteViewsOfProject } from '../views/index.ts';
import { chooseWorkspace, deleteWorkspace, saveWorkspaceMember } from '../workspaces/index.ts';

import type { DemoInstance } from './demo-store.ts';
import * as store from './demo-store.ts';
import { playStory } from './play-story.ts';
import { scopeIn } from './scope-in.ts';

export type { DemoInstance };

const notifiedMs = 7 * dayMs;
const readAfterMs = 2 * dayMs;

export async function getDemo({ db, actor }: Scope): Promise<DemoInstance | undefined> {
  assertMayAdminister(actor);
  const demo = await store.findDemo(db.reads);
  return demo && store.getDemoInstance(db.reads, demo);
}

/** Creates the demo team in one transaction. Its events reach no webhook and send no mail. */
export async function createDemo(scope: Scope, catalogue: readonly EventType[]): Promise<DemoInstance> {
  assertMayAdminister(scope.actor);
  return scope.write(async (tx) => {
    await recordAudit(tx, scope, 'demo.created', { kind: 'instance', id: 'instance' });
    return createDemoIn(tx, scope.db, scope.actor, catalogue, scope.clock.now());
  });
}

/** The same in the caller's transaction, for the command line. */
export async function createDemoIn(
  tx: Tx,
  db: Database,
  actor: Actor,
  catalogue: readonly EventType[],
  now: number,
): Promise<DemoInstance> {
  if (!(await store.claimDemo(tx))) throw conflict('The demo team is already there. Remove it first.');
  const demo = await playStory(withoutReactions(tx), db, actor, now);
  const recent = await store.listRecentEvents(tx, { projectId: demo.projectId, since: now - notifiedMs });
  await notifyOfPast(tx, catalogue, actor.userId, recent, now - readAfterMs);
  await store.saveDemo(tx, demo);
  return store.getDemoInstance(tx, demo);
}

export const removeDemo = (scope: Scope): Promise<string> => {
  assertMayAdminister(scope.actor);
  return scope.write(async (tx) => {
    await recordAudit(tx, scope, 'demo.removed', { kind: 'instance', id: 'instance' });
    return removeDemoIn(tx, scope.db, scope.actor, scope.clock.now());
  });
};

/**
 * Deletes the tickets, the project, its notifications and views of it alone, and disables the people and agents; their
 * names stay on what they did elsewhere. Tickets are purged after 30 days like all others.
 */
export async function removeDemoIn(bareTx: Tx, db: Database, actor: Actor, now: number): Promise<string> {
  const tx = withoutReactions(bareTx);
  const demo = await store.findDemo(tx);
  if (!demo) throw conflict('There is no demo team');
  const scope = scopeIn(tx, db, actor, now);
  // Any administrator may remove the demo, whoever created it and whatever became of its members.
  await saveMember(tx, { projectId: demo.projectId, userId: actor.userId, role: 'owner', now });
  await saveWorkspaceMember(tx, { workspaceId: demo.workspaceId, userId: actor.userId, role: 'owner', now });
  const project = await findProject(tx, demo.projectId, actor);
  if (project?.status !== 'deleted') {
    for (const id of await store.listDemoTickets(tx, { projectId: demo.projectId }))
      await deleteTicket(scope, id);
    await deleteProject(scope, demo.projectId);
  }
  await deleteNotificationsOfProject(tx, { projectId: demo.projectId });
  await deleteViewsOfProject(tx, scope, demo.projectId, project?.key);
  const { id: ownWorkspace } = await chooseWorkspace(tx, actor, undefined);
  await setProjectAside(tx, demo.projectId, ownWorkspace);
  // A workspace that has other projects by now is kept.
  if (!(await isWorkspaceInUse(tx, demo.workspaceId)))
    await deleteWorkspace(scope, demo.workspaceId, isWorkspaceInUse);
  for (const id of demo.userIds) await updateUserActive(tx, id, false, now);
  for (const id of demo.agentIds) {
    await updateAgent(scope, id, { active: false });
    // Otherwise it stays in the list of its owner's agents for ever.
    await setAgentOwner(tx, { id, ownerId: null, image: null });
  }
  await store.forgetDemo(tx);
  return demo.projectId;
}
