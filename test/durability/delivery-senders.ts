import assert from 'node:assert/strict';
import { githubHeaders } from '../support/webhooks.ts';
import type { RunningServer } from './running-server.ts';

export const deliveries = 200;
const atOnce = 10;

/** A code host with several senders, each one delivery after another until all are sent or nobody answers any more. */
export async function sendDeliveries(
  server: RunningServer,
  note: (index: number, isDuplicate: boolean) => void,
): Promise<void> {
  let next = 0;
  const sendOnAndOn = async () => {
    for (let index = next++; index < deliveries; index = next++) {
      const response = await sendDelivery(server, index).catch(() => undefined);
      const said = await response?.json().catch(() => undefined);
      if (!response || !said) return;
      assert.ok(response.ok, JSON.stringify(said));
      note(index, (said as { data: { duplicate?: boolean } }).data.duplicate === true);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendOnAndOn));
}

export function sendDelivery({ url }: RunningServer, index: number): Promise<Response> {
  const body = JSON.stringify({
    action: 'opened',
    issue: { id: index, number: index, title: `Issue ${index}` },
    repository: { full_name: 'acme/app' },
  });
  const headers = githubHeaders('issues', body, `delivery ${index}`);
  return fetch(`${url}/webhooks/vcs`, { method: 'POST', headers, body });
}
