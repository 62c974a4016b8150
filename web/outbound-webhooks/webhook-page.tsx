import { useParams } from '../router/index.ts';
import { WebhookDetail } from './webhook-detail.tsx';

/** `…/webhooks/$webhookId` */
export function WebhookPage() {
  const { webhookId = '' } = useParams();
  return <WebhookDetail key={webhookId} webhookId={webhookId} />;
}
