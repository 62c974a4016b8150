import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { runGit, unwrapped } from '../work-folder/git.ts';
import { findGuilty } from './find-guilty.ts';
import { runCheck } from './run-check.ts';

/** A repository of 20 commits, whose seventh breaks `grep -q works state`. */
let folder = '';
const commits: string[] = [];
const environment = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', HOME: '/nonexistent' };
const git = (...args: string[]) =>
  runGit(folder, ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], environment);

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'docket-guilty-'));
  await git('init', '--quiet', '--initial-branch=main');
  writeFileSync(path.join(folder, '.gitignore'), 'ignored\n');
  for (let number = 1; number <= 20; number++) {
    writeFileSync(path.join(folder, 'state'), number < 7 ? 'works\n' : 'broken\n');
    appendFileSync(path.join(folder, 'log'), `${number}\n`);
    await git('add', '.');
    await git('commit', '--quiet', '-m', `Commit ${number}`);
    commits.push(await git('rev-parse', 'HEAD'));
  }
});
after(() => rmSync(folder, { recursive: true, force: true }));

const at = (number: number) => commits[number - 1] as string;
const find = (command: string, good: string[], { commit = at(20), timeoutMs = 60_000 } = {}) => {
  const until = new AbortController().signal;
  const settings = { tree: folder, environment, wrap: unwrapped, timeoutMs, until, onStart: () => {} };
  return findGuilty({ git, check: () => runCheck(command, settings) }, commit, good);
};

test('the commit that broke the check is found among 20, whatever the check leaves behind', async () => {
  const found = await find('echo x > left; echo x >> log; grep -q works state', ['gone', at(2)]);
  assert.deepEqual(found.outcome === 'guilty' && [found.commit, found.title], [at(7), 'Commit 7']);
});

test('a check that passes at the commit ends the search', async () => {
  assert.deepEqual(await find('true', [at(2)]), { outcome: 'passed' });
});

test('without a commit on which the check passes, no commit is to blame', async () => {
  for (const good of [[], [at(9)], ['f'.repeat(40)]])
    assert.equal((await find('grep -q works state', good)).outcome, 'undecided');
});

test('a check that fails and passes by chance blames no commit', async () => {
  const count = path.join(folder, 'ignored');
  writeFileSync(count, '');
  const once = await find(`echo >> ${count}; [ "$(wc -l < ${count})" -ge 2 ]`, [at(2)]);
  assert.equal(once.outcome, 'undecided');
  // Fails from its third run on, so it depends on the runs, not on the commit.
  writeFileSync(count, '');
  const flaky = `echo >> ${count}; case "$(wc -l < ${count})" in 3|5|7|9|11) exit 0;; *) exit 1;; esac`;
  assert.equal((await find(flaky, [at(2)])).outcome, 'undecided');
});

test('a check that hangs is ended and decides nothing', async () => {
  const found = await find('sleep 600', [at(2)], { timeoutMs: 100 });
  assert.match(found.outcome === 'undecided' ? found.reason : '', /took longer/);
});

test('commits that cannot be tested are skipped, and nothing is said if the cause is among them', async () => {
  const around = `grep -qx 7 log && ! grep -qx 9 log && exit 125; grep -q works state`;
  assert.equal((await find(around, [at(2)])).outcome, 'undecided');
  const elsewhere = `grep -qx 12 log && ! grep -qx 13 log && exit 125; grep -q works state`;
  const found = await find(elsewhere, [at(2)]);
  assert.equal(found.outcome === 'guilty' && found.commit, at(7));
});

test('after a force push the search starts where both histories part', async () => {
  await git('checkout', '--quiet', '--force', '--detach', at(3));
  writeFileSync(path.join(folder, 'state'), 'broken too\n');
  await git('commit', '--quiet', '-am', 'Other');
  const other = await git('rev-parse', 'HEAD');
  const found = await find('grep -q works state', [at(5)], { commit: other });
  assert.equal(found.outcome === 'guilty' && found.commit, other);
  const gone = await find('true', [at(5)], { commit: 'e'.repeat(40) });
  assert.match(gone.outcome === 'undecided' ? gone.reason : '', /no longer in the repository/);
  assert.equal(readFileSync(path.join(folder, '.gitignore'), 'utf8'), 'ignored\n');
});
