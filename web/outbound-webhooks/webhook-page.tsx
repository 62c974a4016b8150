import { useParams } from '@tanstack/react-router';
import { WebhookDetail } from './webhook-detail.tsx';

/** `…/webhooks/$webhookId` */
export function WebhookPage() {
  const { webhookId = '' }: { webhookId?: string } = useParams({ strict: false });
  return <WebhookDetail key={webhookId} webhookId={webhookId} />;
}
