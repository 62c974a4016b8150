import type { OutboundHttp } from '../../platform/outbound-http/index.ts';
import { requestHeaders, type Signed, sign } from '../../platform/webhook-signature.ts';
import { deliveryTimeoutMs, responseBytesStoredMax } from '../webhook.ts';
import { type Outcome, outcomeOfError, outcomeOfResponse } from './outcome.ts';

export interface DeliveryRequest {
  url: string;
  secrets: readonly [string, ...string[]];
  eventId: string;
  eventType: string;
  deliveryId: string;
  attempt: number;
  body: Buffer;
}

export interface AttemptResult {
  signed: Signed;
  outcome: Outcome;
}

/** Makes one attempt. A network error is an outcome, not an exception. */
export async function sendDelivery(
  outbound: OutboundHttp,
  request: DeliveryRequest,
  now: () => number,
): Promise<AttemptResult> {
  const { url, secrets, body, eventId } = request;
  const signed = sign(secrets, eventId, now(), body);
  try {
    const response = await outbound.send({
      method: 'POST',
      url: new URL(url),
      headers: requestHeaders({ ...request, ...signed }),
      body,
      totalTimeoutMs: deliveryTimeoutMs,
      responseBytesMax: responseBytesStoredMax,
      whenTooLarge: 'cut',
    });
    return { signed, outcome: outcomeOfResponse(response, now()) };
  } catch (error) {
    return { signed, outcome: outcomeOfError(error) };
  }
}
