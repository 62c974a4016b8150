import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateOfGroup } from './group-state.ts';

const now = Date.parse('2026-11-15T12:00:00Z');
const state = (startsAt?: string, endsAt?: string) => stateOfGroup({ startsAt, endsAt }, now);

test('a group is upcoming, running or over by its dates', () => {
  assert.equal(state('2026-11-16', '2026-11-30'), 'upcoming');
  assert.equal(state('2026-11-01', '2026-11-30'), 'running');
  assert.equal(state('2026-10-01', '2026-10-30'), 'over');
  assert.equal(state(undefined, '2026-12-01'), 'running');
  assert.equal(state(), 'open');
});
