import type { WebhookDelivery } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Badge } from '../parts/display/badge.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { stateLooks } from './delivery-words.ts';

export function DeliveryBadge({ state }: { state: WebhookDelivery['state'] }) {
  const { look, icon } = stateLooks[state];
  return (
    <Badge look={look}>
      <Icon name={icon} size="small" /> {m.webhooks.log.states[state]}
    </Badge>
  );
}
