import assert from 'node:assert/strict';
import test from 'node:test';
import type { Boot } from '../types.ts';
import { bootFormat, isUsable } from './kept-boot.ts';

const day = 24 * 3_600_000;

test('what the browser kept is used for 30 days, and never in another format', () => {
  const kept = { format: bootFormat, savedAtMs: 0, boot: {} as Boot };
  assert.equal(isUsable(kept, 29 * day), true);
  assert.equal(isUsable(kept, 30 * day), false);
  assert.equal(isUsable({ ...kept, format: bootFormat + 1 }, 0), false);
  assert.equal(isUsable(undefined, 0), false);
});
