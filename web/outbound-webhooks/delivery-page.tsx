import { useParams } from '../router/index.ts';
import { DeliveryDetail } from './delivery-detail.tsx';

/** `…/webhooks/$webhookId/deliveries/$deliveryId` */
export function DeliveryPage() {
  const { webhookId = '', deliveryId = '' } = useParams();
  return <DeliveryDetail key={deliveryId} webhookId={webhookId} deliveryId={deliveryId} />;
}
