import { recordAdminRead, recordAudit } from '../audit/index.ts';
import {
  assertMayHaveKey,
  assertSession,
  createApiKey,
  deleteAllApiKeys,
  deleteApiKey,
  listUserApiKeys,
  type NewApiKeyFields,
} from '../auth/index.ts';
import type { Queries } from '../platform/db/index.ts';
import { conflict, forbiddenBecause, notFound } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Page } from '../platform/paging.ts';
import { resolveProjects } from '../projects/index.ts';
import {
  type Actor,
  assertEmailVerified,
  insertUser,
  isReadOnly,
  type Scope,
  setAgentOwner,
  updateAgentRow,
} from '../users/index.ts';
import { insertWorkspace } from '../workspaces/index.ts';
import { agentCreated, agentDisabled, agentUpdated, recordAgentEvent } from './agent-events.ts';
import type { Agent } from './agent-store.ts';
import * as store from './agent-store.ts';

/** An agent is managed by its owner and by administrators, if they are not read-only. */
const canManageAgent = (actor: Actor, { ownerId }: Pick<Agent, 'ownerId'>) =>
  !isReadOnly(actor) && (actor.userId === ownerId || actor.role === 'ADMIN');

/** An administrator can disable the agents of others, but not act as them: keys are created by the owner alone. */
const canCreateKeys = (actor: Actor, { ownerId }: Pick<Agent, 'ownerId'>) =>
  !isReadOnly(actor) && actor.userId === ownerId;

export async function listAgents(scope: Scope, page: Page) {
  const { db, actor } = scope;
  const all = actor.role === 'ADMIN';
  const listed = await store.listAgentRows(db.reads, actor.userId, all, page);
  if (listed.rows.some(({ ownerId }) => ownerId !== actor.userId))
    await recordAdminRead(scope, 'agents.read');
  return listed;
}

export async function getAgent(scope: Scope, id: string): Promise<Agent> {
  const agent = await getManagedAgent(scope.db.reads, scope.actor, id, store.findAgent);
  if (agent.ownerId !== scope.actor.userId) await recordAdminRead(scope, 'agents.read', agentSubject(agent));
  return agent;
}

export async function getAgentForNewKey({ db, actor }: Scope, id: string): Promise<void> {
  assertCreatesKeys(actor, await getManagedAgent(db.reads, actor, id, store.findAgent));
}

/** Creates a user without a password: the agent signs in with API keys only, and reaches only projects that it was added to. */
export async function createAgent(
  scope: Scope,
  { name, image }: { name: string; image?: string | null | undefined },
) {
  assertManager(scope);
  return scope.write(async (tx) => {
    await assertEmailVerified(tx, scope);
    const now = scope.clock.now();
    const id = newId(now);
    await insertUser(tx, { id, name, email: `agent-${id}@agents.invalid`, role: 'USER', createdAt: now });
    await setAgentOwner(tx, { id, ownerId: scope.actor.userId, image: image || null });
    await insertWorkspace(tx, {
      id: newId(now),
      name,
      kind: 'personal',
      ownerId: id,
      createdAt: now,
      updatedAt: now,
    });
    await recordAgentEvent(tx, scope, agentCreated, { id, name });
    await recordAudit(tx, scope, 'agent.created', agentSubject({ id, name }));
    return (await store.findAgent(tx, id)) as Agent;
  });
}

export interface AgentChanges {
  name?: string | undefined;
  image?: string | null | undefined;
  active?: boolean | undefined;
}

/**
 * Absent fields keep their value, null clears it. Disabling an agent deletes its API keys, so its next request gets
 * 401.
 */
export async function updateAgent(scope: Scope, id: string, changes: AgentChanges): Promise<Agent> {
  assertManager(scope);
  return scope.write(async (tx) => {
    const before = await getManagedAgent(tx, scope.actor, id, store.lockAgent);
    const after: Agent = {
      ...before,
      name: changes.name ?? before.name,
      image: changes.image === undefined ? before.image : changes.image || null,
      active: changes.active === undefined ? before.active : Number(changes.active),
    };
    if (after.name === before.name && after.image === before.image && after.active === before.active)
      return before;
    after.updatedAt = Math.max(scope.clock.now(), before.updatedAt + 1);
    await updateAgentRow(tx, after);
    const isDisabled = before.active === 1 && after.active === 0;
    if (isDisabled) await deleteAllApiKeys(tx, scope, after);
    await recordAgentEvent(tx, scope, isDisabled ? agentDisabled : agentUpdated, after);
    if (after.active !== before.active)
      await recordAudit(tx, scope, isDisabled ? 'agent.disabled' : 'agent.enabled', agentSubject(after));
    return after;
  });
}

/** For modules above this one that store settings of an agent. */
export async function lockAgentToManage(tx: Queries, scope: Scope, id: string): Promise<Agent> {
  assertManager(scope);
  return getManagedAgent(tx, scope.actor, id, store.lockAgent);
}

export async function listAgentKeys(scope: Scope, id: string, page: Page) {
  await getAgent(scope, id);
  return listUserApiKeys(scope.db.reads, { userId: id }, page);
}

export async function createAgentKey(scope: Scope, id: string, fields: NewApiKeyFields, keysMax: number) {
  assertManager(scope);
  const projectIds = fields.projectIds && (await resolveProjects(scope, fields.projectIds));
  return scope.write(async (tx) => {
    // Only the owner gets past the checks below, so the keys of the actor are counted.
    await assertMayHaveKey(tx, scope, scope.actor.userId, keysMax);
    const agent = await getManagedAgent(tx, scope.actor, id, store.lockAgent);
    assertCreatesKeys(scope.actor, agent);
    if (!agent.active) throw conflict('The agent is disabled. Enable it first.');
    return createApiKey(tx, scope, id, { ...fields, projectIds });
  });
}

export async function deleteAgentKey(scope: Scope, id: string, keyId: string): Promise<string> {
  assertManager(scope);
  return scope.write(async (tx) => {
    await getManagedAgent(tx, scope.actor, id, store.lockAgent);
    return deleteApiKey(tx, scope, id, keyId);
  });
}

/** Only people with a session manage agents: a leaked API key, or an agent, must not create further access. */
function assertManager({ actor }: Scope): void {
  assertSession(actor);
  if (isReadOnly(actor)) throw forbiddenBecause('Your account is read-only and cannot have agents');
}

function assertCreatesKeys(actor: Actor, agent: Agent): void {
  if (!canCreateKeys(actor, agent))
    throw forbiddenBecause('Only the owner of an agent can create API keys for it');
}

const agentSubject = ({ id, name }: Pick<Agent, 'id' | 'name'>) => ({ kind: 'agent', id, name }) as const;

async function getManagedAgent(
  queries: Queries,
  actor: Actor,
  id: string,
  find: (queries: Queries, id: string) => Promise<Agent | undefined>,
): Promise<Agent> {
  const agent = await find(queries, id);
  if (!agent) throw notFound('Agent');
  if (!canManageAgent(actor, agent)) throw forbiddenBecause('This agent belongs to another user');
  return agent;
}
