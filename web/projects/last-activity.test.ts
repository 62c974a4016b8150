import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLastActivity } from './last-activity.ts';

const tickets = [
  { projectId: 'busy', updatedAt: '2026-11-03' },
  { projectId: 'busy', updatedAt: '2026-11-02' },
  { projectId: 'quiet', updatedAt: '2026-10-01' },
];

test('finds the latest change of quiet projects behind a busy one', async () => {
  const requests: string[] = [];
  const found = await findLastActivity(['busy', 'quiet', 'empty'], async (ids) => {
    requests.push(ids.join());
    return tickets.filter(({ projectId }) => ids.includes(projectId)).slice(0, 2);
  });
  assert.deepEqual(found, { busy: '2026-11-03', quiet: '2026-10-01' });
  assert.deepEqual(requests, ['busy,quiet,empty', 'quiet,empty', 'empty']);
});

test('asks nothing without projects', async () => {
  assert.deepEqual(await findLastActivity([], () => assert.fail('must not be asked')), {});
});
