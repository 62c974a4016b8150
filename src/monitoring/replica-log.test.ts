import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReplicaLog } from './replica-log.ts';

test('a replica that falls behind again and again is logged once, and once when it is back for 10 s', () => {
  let now = 0;
  const lines: string[] = [];
  const logger = {
    warn: (fields: object) => lines.push((fields as { reason: string }).reason),
    info: () => lines.push('back'),
  };
  const log = new ReplicaLog(logger as never, () => now);
  log.note('replica');
  log.note('cancelled');
  for (let second = 0; second < 20; second++) {
    now += 1_000;
    log.note(second % 2 === 0 ? 'behind' : 'replica');
  }
  assert.deepEqual(lines, ['behind']);
  log.note('unreachable');
  for (let second = 0; second < 20; second++) {
    now += 1_000;
    log.note('replica');
  }
  assert.deepEqual(lines, ['behind', 'unreachable', 'back']);
});
