export const deliveryStates = ['pending', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The two queues of pending deliveries of a webhook: first attempts, and retries. */
export const deliveryQueues = { first: 0, retry: 1 } as const;

export interface DeliveryKey {
  webhookNumber: number;
  eventSeq: number;
}

/** The public id, in the header `X-Webhook-Delivery` and in URLs. */
export const deliveryId = ({ webhookNumber, eventSeq }: DeliveryKey) => `dlv_${webhookNumber}_${eventSeq}`;

export function parseDeliveryId(text: string): DeliveryKey | undefined {
  const match = /^dlv_(\d{1,15})_(\d{1,15})$/.exec(text);
  return match ? { webhookNumber: Number(match[1]), eventSeq: Number(match[2]) } : undefined;
}
