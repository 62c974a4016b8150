import { eventType, recordEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { Type } from '../platform/schema.ts';
import type { Scope } from '../users/index.ts';
import type { Agent } from './agent-store.ts';

const Person = Type.Object({ id: Type.String(), name: Type.String() });
const payload = Type.Object({ agent: Person, user: Person });

export const agentCreated = eventType({
  name: 'agent.created',
  meaning: 'an agent account was created',
  payload,
  sentence: ({ agent }) => `created the agent ${agent.name}`,
  isPublic: false,
});
export const agentUpdated = eventType({
  name: 'agent.updated',
  meaning: 'an agent account was updated',
  payload,
  sentence: ({ agent }) => `updated the agent ${agent.name}`,
  isPublic: false,
});
export const agentDisabled = eventType({
  name: 'agent.disabled',
  meaning: 'an agent was disabled and its API keys were deleted',
  payload,
  sentence: ({ agent }) => `disabled the agent ${agent.name}`,
  isPublic: false,
});

export const agentEvents = [agentCreated, agentUpdated, agentDisabled];

export const recordAgentEvent = (
  tx: Tx,
  { actor, clock }: Scope,
  type: typeof agentCreated,
  { id, name }: Pick<Agent, 'id' | 'name'>,
) =>
  recordEvent(tx, type, {
    at: clock.now(),
    actorId: actor.userId,
    data: { agent: { id, name }, user: { id: actor.userId, name: actor.name } },
  });
