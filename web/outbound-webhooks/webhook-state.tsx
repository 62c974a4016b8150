import type { Webhook } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Badge } from '../parts/display/badge.tsx';

export function WebhookState({ webhook: { active, disabledBecause } }: { webhook: Webhook }) {
  if (active) return <Badge look="green">{m.webhooks.states.active}</Badge>;
  const look = disabledBecause === undefined || disabledBecause === 'asked' ? 'muted' : 'red';
  return <Badge look={look}>{m.webhooks.states.disabled}</Badge>;
}
