import assert from 'node:assert/strict';
import test from 'node:test';
import { openContext } from '../../src/composition/context.ts';
import { readConfig } from '../../src/config/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { newLogger } from '../../src/platform/logger.ts';
import { createProject } from '../../src/projects/index.ts';
import { findUserByEmail } from '../../src/users/index.ts';
import { docket, newFolder } from './docket.ts';

test('the command line lists repositories that wait, approves them and refuses them', async () => {
  const settings = { DATA_DIR: newFolder(), LOG_LEVEL: 'silent', NODE_ENV: 'production' };
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await docket([...args, '--json'], settings);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  await run('user', 'create', '--name', 'Root', '--email', 'root@example.org');
  await run('user', 'create', '--name', 'Ada', '--email', 'ada@example.org');
  await linkAs('ada@example.org', settings);

  const states = async () => {
    const { repositories } = await run('repository', 'list');
    return repositories.map((link: { repository: string; state: string }) => [link.repository, link.state]);
  };
  assert.deepEqual(await states(), [
    ['acme/app', 'waiting'],
    ['acme/site', 'waiting'],
  ]);
  const waiting = await docket(['repository', 'list', '--state', 'waiting'], settings);
  assert.match(waiting.stdout, /PAY +acme\/app +waiting +linked by Ada/);
  assert.deepEqual((await run('repository', 'refuse', 'PAY', 'ACME/app')).repositories, ['acme/app']);
  assert.deepEqual((await run('repository', 'approve', 'pay')).repositories, ['acme/site']);
  assert.deepEqual(await states(), [
    ['acme/app', 'refused'],
    ['acme/site', 'approved'],
  ]);
  const unknown = await docket(['repository', 'approve', 'PAY', 'acme/none'], settings);
  assert.deepEqual([unknown.code, /Link to acme\/none not found/.test(unknown.stderr)], [1, true]);
});

async function linkAs(email: string, settings: Record<string, string>): Promise<void> {
  const context = await openContext({
    config: readConfig(settings),
    clock: systemClock,
    logger: newLogger('silent'),
  });
  const { db } = context;
  const { id, name, role } = (await findUserByEmail(db.reads, email)) as NonNullable<
    Awaited<ReturnType<typeof findUserByEmail>>
  >;
  await createProject(
    {
      actor: { userId: id, name, email, role, credential: { kind: 'session', id: 'test' } },
      db,
      clock: systemClock,
      acceptedVersions: undefined,
      write: (change) => db.transaction(change),
    },
    { name: 'Payments', key: 'PAY', repositories: ['acme/site', 'acme/app'] },
  );
  await context.close();
}
