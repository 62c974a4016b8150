export const deliveryStates = ['pending', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** What a pending delivery waits for: its first attempt, or another. */
export const lanes = { first: 0, again: 1 } as const;

export interface DeliveryKey {
  webhookNumber: number;
  eventSeq: number;
}

/** As it is known outside: in the header `X-Webhook-Delivery` and in addresses. */
export const deliveryId = ({ webhookNumber, eventSeq }: DeliveryKey) => `dlv_${webhookNumber}_${eventSeq}`;

export function parseDeliveryId(text: string): DeliveryKey | undefined {
  const match = /^dlv_(\d{1,15})_(\d{1,15})$/.exec(text);
  return match ? { webhookNumber: Number(match[1]), eventSeq: Number(match[2]) } : undefined;
}
