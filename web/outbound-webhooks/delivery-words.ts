import type { WebhookDelivery } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import type { BadgeProps } from '../parts/display/badge.tsx';
import type { IconName } from '../parts/icons/icon-shapes.ts';

export const deliveryStates = ['delivered', 'pending', 'failed', 'cancelled'] as const;

/** The state of a delivery by colour and by shape. */
export const stateLooks = {
  delivered: { look: 'green', icon: 'check' },
  pending: { look: 'amber', icon: 'clock' },
  failed: { look: 'red', icon: 'close' },
  cancelled: { look: 'muted', icon: 'minus' },
} as const satisfies Record<
  WebhookDelivery['state'],
  { look: NonNullable<BadgeProps['look']>; icon: IconName }
>;

/** The result of an attempt: the status of the answer, or why there was none. */
export function describeAnswer({
  status,
  error,
}: {
  status?: number | undefined;
  error?: string | undefined;
}): string {
  const reasons: Record<string, string> = m.webhooks.errors;
  const reason = error === undefined ? '' : (reasons[error] ?? error);
  return [status, reason].filter(Boolean).join(' · ');
}
