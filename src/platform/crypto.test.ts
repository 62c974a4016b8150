import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyPassword } from './crypto.ts';

test('passwords are hashed in a bounded queue: of 100 at once, 66 are hashed and the rest is refused at once', async () => {
  // The lowest cost that argon2id has, so that the test is quick.
  const cheap = `$argon2id$v=19$m=8,t=1,p=1$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(32).toString('base64')}`;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, () => verifyPassword('a guess', cheap)),
  );
  const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  assert.equal(refused.length, 34);
  for (const { reason } of refused) assert.equal(reason.code, 'UNAVAILABLE');
  assert.equal(await verifyPassword('a guess', cheap), false, 'there is room again');
});
