import type { DocketEvent } from '../../../sdk/index.ts';
import { requestHeaders, sign } from '../../platform/webhook-signature.ts';

const timeoutMs = 15_000;

/** Sends an event once, signed like a webhook delivery. Returns the status, or a word for what failed. */
export async function forwardEvent(
  url: URL,
  secret: string,
  event: DocketEvent,
  now: number,
): Promise<string> {
  const body = Buffer.from(JSON.stringify(event));
  const headers = requestHeaders({
    ...sign([secret], event.id, now, body),
    eventId: event.id,
    eventType: event.type,
    deliveryId: event.id,
    attempt: 1,
  });
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    return nameFailure(error as Error);
  }
}

function nameFailure({ name, cause }: Error): string {
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  if (name === 'TimeoutError') return 'timed_out';
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns_failed';
  return code === 'ECONNRESET' ? 'reset' : 'unreachable';
}
