import { eventType, recordEvent } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { Type } from '../../platform/schema.ts';

const text = (example: string) => Type.String({ examples: [example] });
const payload = Type.Object({
  target: Type.Object({ id: text('01922f0e-5b7a-7c11-9a53-6b1d2f3a4c5d'), target: text('ci.internal') }),
});

const targetChange = (verb: 'added' | 'removed', sentence: (target: string) => string, meaning: string) =>
  eventType({
    name: `webhook_target.${verb}`,
    meaning,
    payload,
    sentence: ({ target }) => sentence(target.target),
  });
const targetAdded = targetChange(
  'added',
  (target) => `allowed webhooks to reach ${target}`,
  'an administrator allowed webhooks to reach a private target',
);
const targetRemoved = targetChange(
  'removed',
  (target) => `no longer allows webhooks to reach ${target}`,
  'an administrator removed a private target from the list',
);

export const webhookTargetEvents = [targetAdded, targetRemoved];

/** Without an actor: changed on the command line. */
export const recordTargetChange = (
  tx: Tx,
  verb: 'added' | 'removed',
  { id, target }: { id: string; target: string },
  actorId: string | null,
  at: number,
) =>
  recordEvent(tx, verb === 'added' ? targetAdded : targetRemoved, {
    at,
    actorId,
    data: { target: { id, target } },
  });
