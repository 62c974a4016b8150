import type { OutboundHttp } from '../platform/outbound-http/index.ts';
import { type Outcome, outcomeOfError, outcomeOfResponse } from './outcome.ts';
import { requestHeaders, type Signed, sign } from './signature.ts';
import { deliveryTotalMs, responseBytesKept } from './webhook.ts';

export interface Sending {
  url: string;
  secrets: readonly [string, ...string[]];
  eventId: string;
  eventType: string;
  deliveryId: string;
  attempt: number;
  body: Buffer;
}

export interface Sent {
  signed: Signed;
  outcome: Outcome;
}

/** One attempt. Whatever happens is an outcome: nothing is thrown, so nothing gets lost on the way. */
export async function sendDelivery(
  outbound: OutboundHttp,
  sending: Sending,
  now: () => number,
): Promise<Sent> {
  const { url, secrets, body, eventId } = sending;
  const signed = sign(secrets, eventId, now(), body);
  try {
    const response = await outbound.send({
      method: 'POST',
      url: new URL(url),
      headers: requestHeaders({ ...sending, ...signed }),
      body,
      totalTimeoutMs: deliveryTotalMs,
      responseBytesMax: responseBytesKept,
      whenTooLarge: 'cut',
    });
    return { signed, outcome: outcomeOfResponse(response, now()) };
  } catch (error) {
    return { signed, outcome: outcomeOfError(error) };
  }
}
