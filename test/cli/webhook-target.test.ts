import assert from 'node:assert/strict';
import test from 'node:test';
import { docket, newFolder } from './docket.ts';

test('the command line lists, adds and removes private targets of webhooks', async () => {
  const settings = {
    DATA_DIR: newFolder(),
    LOG_LEVEL: 'silent',
    NODE_ENV: 'production',
    WEBHOOK_PRIVATE_TARGETS: '10.9.0.0/16',
  };
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await docket(['webhook-target', ...args, '--json'], settings);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  const { target } = await run('add', 'CI.internal:8080', '--note', 'Builds');
  assert.deepEqual([target.target, target.note], ['ci.internal:8080', 'Builds']);
  const { stdout } = await docket(['webhook-target', 'list'], settings);
  assert.match(stdout, /^ *10\.9\.0\.0\/16 +WEBHOOK_PRIVATE_TARGETS/m);
  assert.match(stdout, /^ *ci\.internal:8080 +added on the command line +Builds/m);

  const refused = await docket(['webhook-target', 'add', '0.0.0.0/0'], settings);
  assert.deepEqual([refused.code, /one private network/.test(refused.stderr)], [1, true], refused.stderr);
  const removed = await run('remove', 'ci.internal:8080');
  assert.equal(removed.target.id, target.id);
});
