import { eventType, recordEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { Type } from '../platform/schema.ts';
import type { Scope } from '../users/index.ts';
import type { Agent } from './agent-store.ts';

const Person = Type.Object({ id: Type.String(), name: Type.String() });
const payload = Type.Object({ agent: Person, user: Person });

const agentEvent = (action: string, meaning: string) =>
  eventType({
    name: `agent.${action}`,
    meaning,
    payload,
    sentence: ({ agent }) => `${action} the agent ${agent.name}`,
  });
export const agentCreated = agentEvent('created', 'an agent account was created');
export const agentUpdated = agentEvent('updated', 'an agent account was updated');
export const agentDisabled = agentEvent('disabled', 'an agent was disabled and its API keys were deleted');

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
