import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { openSandbox } from '../../src/cli/client/agent-run/sandbox.ts';
import { git, openRunnerWorld } from './runner.ts';

// `/tmp` is private within the sandbox: a write succeeds there and is seen by nobody.
const folder = mkdtempSync('/var/tmp/docket-sandbox-');
after(() => rmSync(folder, { recursive: true, force: true }));
const { opened, newTicket, queue, taskOf, startRunner } = openRunnerWorld(folder);

const { description } = openSandbox('auto', process.env, []);
const skip = description.startsWith('Confined') ? false : description;

test('in the sandbox only the folder of the task is writable, keys are hidden, and commits work', {
  skip,
}, async () => {
  const { folder, repository } = opened;
  mkdirSync(path.join(folder, '.ssh'));
  writeFileSync(path.join(folder, '.ssh/id_ed25519'), 'secret');
  writeFileSync(path.join(folder, '.netrc'), 'secret');
  const ticket = await newTicket('Confined');
  const id = await queue('confined', { ticketId: ticket.id });
  const attempts = [
    `touch ${folder}/outside`,
    `touch ${repository}/outside`,
    `touch ../state.json`,
    'touch /etc/outside',
    `cat ${folder}/.ssh/id_ed25519`,
    `test -s ${folder}/.netrc`,
    'git config core.fsmonitor ./evil',
    'touch "$(git rev-parse --git-common-dir)/hooks/evil"',
    'echo evil > "$(git rev-parse --git-common-dir)/commondir"',
    'mount -o remount,rw,bind /',
    `kill -0 ${process.pid}`,
  ];
  const exec = `${attempts.map((attempt) => `{ ${attempt}; } 2>&- && echo "did: ${attempt.replaceAll('"', '')}"`).join('; ')}
    echo x > /tmp/own && echo inside > inside.txt && git add . && git commit --quiet -m Inside`;
  const args = ['--exec', exec, '--repository', repository, '--sandbox', 'require', '--tasks', '1'];
  const { tally, log } = await startRunner('confined', ...args).ended;
  assert.equal(tally?.completed, 1, log);
  assert.match(log, /Confined by bubblewrap: writable are the folder of the task/);
  assert.deepEqual(
    (await taskOf(id)).activities.map(({ content }) => content).filter((text) => text.startsWith('did')),
    [],
  );
  assert.equal(existsSync(path.join(folder, 'outside')), false);
  assert.equal(git(repository, 'show', `docket/${ticket.key}/confined:inside.txt`), 'inside');
});

test('--writable adds a folder, also one that is not there yet', { skip }, () => {
  const place = path.join(opened.folder, 'more/state');
  const wrap = openSandbox('require', { ...process.env, HOME: opened.folder }, ['~/more/state']).confine({
    writable: [],
  });
  const [program, args] = wrap('sh', ['-c', `touch ${place}/a && ! touch ${opened.folder}/b`]);
  assert.equal(spawnSync(program, args, { stdio: 'ignore' }).status, 0);
  assert.ok(existsSync(path.join(place, 'a')));
});

test('without bubblewrap, auto says that nothing is confined and require refuses', () => {
  const environment = { PATH: opened.folder };
  assert.match(
    openSandbox('auto', environment, []).description,
    /^Not confined: bubblewrap \(bwrap\) is not installed/,
  );
  assert.throws(
    () => openSandbox('require', environment, []),
    /--sandbox require: bubblewrap \(bwrap\) is not installed/,
  );
});
