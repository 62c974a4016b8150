import { useParams } from '@tanstack/react-router';
import { DeliveryDetail } from './delivery-detail.tsx';

/** `…/webhooks/$webhookId/deliveries/$deliveryId` */
export function DeliveryPage() {
  const { webhookId = '', deliveryId = '' }: { webhookId?: string; deliveryId?: string } = useParams({
    strict: false,
  });
  return <DeliveryDetail key={deliveryId} webhookId={webhookId} deliveryId={deliveryId} />;
}
