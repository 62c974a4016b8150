import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { eventReactions } from '../../src/composition/event-reactions.ts';
import { withReactions } from '../../src/events/index.ts';
import { openDatabase, statement } from '../../src/platform/db/index.ts';
import { type Account, addAccount, bodyOf } from '../durability/account.ts';
import { type RunningServer, startServer } from '../durability/running-server.ts';
import { newMigratedDatabase, onEveryEngine, type TestDatabase } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { startFakeHost } from '../support/fake-code-host.ts';
import { newRepositories } from '../support/git-history.ts';
import { newGitUser, remoteOf } from '../support/leased-git.ts';

const pushedEvents = statement<object, { data: string }>(
  "select data from events where type = 'agent_task.pushed' order by seq",
);

onEveryEngine('a server killed between the change of a ref and its event', (engine) => {
  const repositories = newRepositories();
  const agent = newGitUser();
  const gitDir = path.join(repositories.root, 'acme/app.git');
  const programs = mkdtempSync(path.join(tmpdir(), 'docket-programs-'));
  const gate = path.join(programs, 'gate');
  const open: RunningServer[] = [];
  let codeHost: Awaited<ReturnType<typeof startFakeHost>>;
  let home: TestDatabase;
  let ada: Account;
  let count = 0;

  before(async () => {
    repositories.add('acme/app', [{ message: 'First', files: { 'README.md': 'Read' } }]);
    codeHost = await startFakeHost('github', repositories.root);
    // A git that waits, while the file `gate` exists, after it has applied a push.
    const program = path.join(programs, 'git');
    writeFileSync(
      program,
      `#!/bin/sh
PATH='${process.env.PATH}'
case "$*" in
*--advertise-refs*) exec git "$@" ;;
*receive-pack*) git "$@"; code=$?; [ -e '${gate}' ] && : >'${gate}.reached'; while [ -e '${gate}' ]; do sleep 0.05; done; exit $code ;;
*) exec git "$@" ;;
esac
`,
    );
    chmodSync(program, 0o755);
    home = await newMigratedDatabase(engine);
    const db = withReactions(await openDatabase(home.address), eventReactions);
    ada = await addAccount(db);
    await db.close();
  });
  after(async () => {
    for (const server of open) await server.end('SIGKILL');
    rmSync(programs, { recursive: true, force: true });
    await codeHost.close();
    agent.remove();
    repositories.remove();
    await home.remove();
  });

  const start = async (settings: NodeJS.ProcessEnv) => {
    const server = await startServer(home.address, { LOG_LEVEL: 'fatal', ...settings });
    open.push(server);
    return server;
  };
  const call = async (server: RunningServer, method: string, address: string, body: object) =>
    (await bodyOf(await ada.send(server, method, address, body))).data;
  const listPushed = async () => {
    const db = await openDatabase(home.address);
    const rows = await db.reads.list(pushedEvents, {});
    await db.close();
    return rows.map(({ data }) => JSON.parse(data));
  };
  const headOf = (branch: string) => {
    try {
      const args = ['--git-dir', gitDir, 'rev-parse', '--verify', '--quiet', `refs/heads/${branch}`];
      return execFileSync('git', args, { encoding: 'utf8' }).trim();
    } catch {
      return undefined;
    }
  };

  /** Pushes, kills the server once the ref has changed, and lets the next server find the push. */
  async function killAndRecover(
    settings: NodeJS.ProcessEnv,
    pauseAfterChange: (branch: string) => Promise<void>,
    proceed: () => void,
  ): Promise<void> {
    const environment = { SECRETS_KEY: randomBytes(32).toString('base64'), ...settings };
    const first = await start(environment);
    const fields = { name: 'Work', key: `K${++count}`, repositories: ['acme/app'] };
    const { id: projectId } = await call(first, 'POST', '/api/projects', fields);
    await call(first, 'POST', '/v1/agent-tasks', { projectId, title: 'Fix', instructions: 'Fix.' });
    const claim = { workerId: 'w', projectId, leaseSeconds: 900 };
    const task = await call(first, 'POST', '/v1/agent-tasks/claim', claim);
    const clone = await agent.clone(remoteOf(first.url, task.git));
    writeFileSync(path.join(clone, 'new.txt'), 'new');
    await agent.succeed('-C', clone, 'add', '--all');
    await agent.succeed('-C', clone, 'commit', '--quiet', '-m', 'New');
    const branch = `${task.git.branch}fix`;
    const known = (await listPushed()).length;
    const paused = pauseAfterChange(branch);
    const pushing = agent.run(['-C', clone, 'push', 'origin', `HEAD:refs/heads/${branch}`]);
    await paused;
    const head = headOf(branch);
    assert.ok(head !== undefined);
    await first.end('SIGKILL');
    assert.notEqual((await pushing).code, 0);
    proceed();
    assert.equal((await listPushed()).length, known);

    const second = await start(environment);
    const remote = remoteOf(second.url, task.git);
    const listed = await Promise.all([1, 2, 3].map(() => agent.run(['ls-remote', remote])));
    for (const { code, output } of listed) assert.equal(code, 0, output);
    const found = (await listPushed()).slice(known);
    assert.deepEqual(
      found.map(({ branch: name, before: from, after: to, files }) => [name, from, to, files]),
      [[branch, null, head, ['new.txt']]],
    );
    const { branch: shown } = await bodyOf(await ada.send(second, 'GET', `/v1/agent-tasks/${task.id}`)).then(
      ({ data }) => data,
    );
    assert.equal(shown, branch);
    await second.end('SIGTERM');
  }

  test('leaves no push of a local repository without an event', () => {
    writeFileSync(gate, '');
    return killAndRecover(
      { LOCAL_REPOSITORIES: repositories.root, PATH: `${programs}:${process.env.PATH}` },
      () => eventually(async () => assert.ok(existsSync(`${gate}.reached`))),
      () => rmSync(gate),
    );
  });

  test('leaves no push through a code host without an event', () =>
    killAndRecover(
      { GITHUB_API_URL: codeHost.origin, GITHUB_TOKEN: 'good-token' },
      (branch) =>
        new Promise((resolve) => {
          codeHost.state.hold = () => {
            if (headOf(branch) === undefined) return undefined;
            resolve();
            return new Promise(() => {});
          };
        }),
      () => {
        codeHost.state.hold = undefined;
      },
    ));
});
