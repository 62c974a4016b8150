import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WebhookDelivery } from '../../sdk/index.ts';
import { isSentSoon, summarizeHealth } from './delivery-state.ts';

const delivery = (state: WebhookDelivery['state'], nextAttemptAt?: string): WebhookDelivery => ({
  id: 'd',
  webhookId: 'w',
  eventId: 'e',
  event: 'ticket.created',
  state,
  attempts: 0,
  createdAt: '2026-11-15T12:00:00Z',
  ...(nextAttemptAt && { nextAttemptAt }),
});

test('the health line shows the oldest delivery first', () => {
  const health = summarizeHealth([delivery('failed'), delivery('delivered'), delivery('delivered')]);
  assert.deepEqual(health, {
    bars: ['delivered', 'delivered', 'failed'],
    delivered: 2,
    failed: 1,
    pending: 0,
  });
});

test('only deliveries that are sent within a minute are waited for', () => {
  assert.ok(isSentSoon(delivery('pending')));
  assert.ok(isSentSoon(delivery('pending', new Date().toISOString())));
  assert.ok(!isSentSoon(delivery('pending', '2099-01-01T00:00:00Z')));
  assert.ok(!isSentSoon(delivery('delivered')));
});
