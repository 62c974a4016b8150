import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readConfig } from '../../config/index.ts';
import { nextWaitMs, parseRetryAfter } from './retry-policy.ts';

const { WEBHOOK_RETRY_SCHEDULE: schedule } = readConfig({});

describe('retry policy', () => {
  test('the default schedule retries after 5 s, 30 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h and 24 h, ±20 %', () => {
    const seconds = [5, 30, 300, 1800, 7200, 18_000, 36_000, 50_400, 86_400];
    assert.deepEqual(
      schedule.map((ms) => ms / 1000),
      seconds,
    );
    for (const [index, second] of seconds.entries()) {
      assert.equal(nextWaitMs(index + 1, undefined, schedule, 0.5), second * 1000);
      assert.equal(nextWaitMs(index + 1, undefined, schedule, 0), second * 800, '20 % less');
      assert.equal(nextWaitMs(index + 1, undefined, schedule, 1), second * 1200, '20 % more');
    }
    assert.equal(nextWaitMs(10, undefined, schedule, 0.5), undefined);
  });

  test('Retry-After extends a wait up to twice its step and never shortens it', () => {
    const cases: [retryAfterMs: number, waitMs: number][] = [
      [0, 30_000],
      [29_000, 30_000],
      [45_000, 45_000],
      [60_000, 60_000],
      [3_600_000, 60_000],
    ];
    for (const [retryAfterMs, waitMs] of cases) {
      assert.equal(nextWaitMs(2, retryAfterMs, schedule, 0.9), waitMs);
    }
    assert.equal(nextWaitMs(10, 1_000, schedule, 0.5), undefined);
  });

  test('Retry-After is read as seconds or an HTTP date, and anything else is ignored', () => {
    const now = Date.parse('2026-11-01T12:00:00.000Z');
    assert.equal(parseRetryAfter('120', now), 120_000);
    assert.equal(parseRetryAfter('Sun, 01 Nov 2026 12:01:00 GMT', now), 60_000);
    assert.equal(parseRetryAfter('Sun, 01 Nov 2026 11:00:00 GMT', now), 0);
    for (const invalid of [undefined, '', 'soon', '-5', '1e9', '5, 6', 'Sun, 99 Nov 2026 12:01:00 GMT']) {
      assert.equal(parseRetryAfter(invalid, now), undefined, String(invalid));
    }
  });

  test('WEBHOOK_RETRY_SCHEDULE sets the schedule; a leading 0 for the first attempt is optional', () => {
    for (const text of ['0,1,2', '1,2', ' 1 , 2 ']) {
      assert.deepEqual(readConfig({ WEBHOOK_RETRY_SCHEDULE: text }).WEBHOOK_RETRY_SCHEDULE, [1000, 2000]);
    }
    assert.deepEqual(readConfig({ WEBHOOK_RETRY_SCHEDULE: '0' }).WEBHOOK_RETRY_SCHEDULE, []);
    for (const text of ['1,,2', '-1', 'x', '1.5']) {
      assert.throws(() => readConfig({ WEBHOOK_RETRY_SCHEDULE: text }), /WEBHOOK_RETRY_SCHEDULE/);
    }
  });
});
