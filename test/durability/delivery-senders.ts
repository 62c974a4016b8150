import assert from 'node:assert/strict';
import { githubHeaders } from '../support/webhooks.ts';
import type { RunningServer } from './running-server.ts';

export const deliveries = 200;
const concurrency = 10;

/** Sends deliveries like a code host, several at once, until all are sent or the server no longer responds. */
export async function sendDeliveries(
  server: RunningServer,
  onAccepted: (index: number, isDuplicate: boolean) => void,
): Promise<void> {
  let next = 0;
  const sendInSequence = async () => {
    for (let index = next++; index < deliveries; index = next++) {
      const response = await sendDelivery(server, index).catch(() => undefined);
      const body = await response?.json().catch(() => undefined);
      if (!response || !body) return;
      assert.ok(response.ok, JSON.stringify(body));
      onAccepted(index, (body as { data: { duplicate?: boolean } }).data.duplicate === true);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sendInSequence));
}

/** Repeats it after 503, as code hosts do: an overloaded machine causes that. */
export async function sendDelivery(server: RunningServer, index: number): Promise<Response> {
  const body = JSON.stringify({
    action: 'opened',
    issue: { id: index, number: index, title: `Issue ${index}` },
    repository: { full_name: 'acme/app' },
  });
  const headers = githubHeaders('issues', body, `delivery ${index}`);
  const response = await fetch(`${server.url}/webhooks/vcs`, { method: 'POST', headers, body });
  return response.status === 503 ? sendDelivery(server, index) : response;
}
