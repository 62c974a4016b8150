import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaseLengthMs, shownState } from './task-state.ts';

test('a queued task that nobody can claim is held', () => {
  assert.equal(shownState({ state: 'queued' }), 'queued');
  assert.equal(shownState({ state: 'queued', heldReason: 'The project has reached its limit.' }), 'held');
});

test('a lease is as long as the last report extended it', () => {
  const lease = { workerId: 'laptop', userId: 'fixer', epoch: 1, expiresAt: '2026-11-15T10:05:00.000Z' };
  assert.equal(leaseLengthMs({ updatedAt: '2026-11-15T10:00:00.000Z', lease }), 300_000);
  assert.equal(leaseLengthMs({ updatedAt: '2026-11-15T10:00:00.000Z', lease: null }), 0);
});
