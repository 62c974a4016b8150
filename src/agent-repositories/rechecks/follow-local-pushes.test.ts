import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { newRepositories, type TestCommit } from '../../../test/support/git-history.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { findSeenCommit, saveSeenCommit } from '../../proof/index.ts';
import { followLocalPushes } from './follow-local-pushes.ts';

onEveryEngine('pushes to local repositories', (engine) => {
  const repositories = newRepositories();
  let world: World;
  let ada: Person;
  let count = 0;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off', LOCAL_REPOSITORIES: repositories.root });
    ada = await world.person('Ada');
  });
  after(async () => {
    await world.close();
    repositories.remove();
  });

  const follow = () => {
    const { db, clock, context } = world;
    return followLocalPushes({ db, clock, docs: context.docs, tasksPerHourMax: 100 });
  };
  const commit = (message: string, file: string, more: Partial<TestCommit> = {}): TestCommit => ({
    message,
    files: { [file]: message },
    ...more,
  });

  /** A project whose repository has these commits, its default branch at one of them, and a ticket that is done and shown. */
  const open = async (...history: TestCommit[]) => {
    const key = `L${++count}`;
    const repo = `acme/local${count}`;
    const commits = repositories.add(repo, history);
    const moveTo = (position: number) =>
      execFileSync('git', [
        ...['--git-dir', `${repositories.root}/${repo}.git`, 'update-ref', 'refs/heads/main'],
        commits[position - 1] as string,
      ]);
    moveTo(1);
    const project = (await ada.post('/api/projects', { name: key, key, repositories: [repo] })).body.data;
    const criteria = [{ text: 'Tests pass', check: { type: 'command', value: 'npm test' } }];
    const ticket = (await ada.post('/api/tickets', { title: 'Rates', projectId: key, criteria })).body.data;
    const criterion = async () => (await ada.get(`/api/tickets/${ticket.id}/criteria`)).body.data[0];
    const shown = { kind: 'command', passed: true, summary: 'npm test', commit: commits[0] };
    const { id: criterionId } = await criterion();
    await ada.post(`/api/tickets/${ticket.id}/evidence`, { ...shown, criterionId });
    await ada.put(`/api/tickets/${ticket.id}/status`, { status: 'done' });
    const rechecks = async () => {
      const { data } = (await ada.get(`/v1/agent-tasks?ticket=${ticket.id}`)).body;
      const ids = data
        .filter(({ kind }: { kind: string }) => kind === 'recheck')
        .map(({ id }: { id: string }) => id);
      return Promise.all(ids.map(async (id: string) => (await ada.get(`/v1/agent-tasks/${id}`)).body.data));
    };
    return {
      projectId: project.id as string,
      key: ticket.key as string,
      ticketId: ticket.id as string,
      repo,
      commits,
      moveTo,
      criterion,
      rechecks,
    };
  };

  test('a push to the default branch makes a done ticket stale and queues one recheck, without a webhook', async () => {
    const { repo, commits, moveTo, criterion, rechecks } = await open(
      commit('Start', 'src/rates.ts'),
      commit('Round', 'src/rates.ts'),
      commit('Round again', 'src/rates.ts'),
    );
    await follow();
    assert.equal((await criterion()).state, 'shown', 'the first look at a repository checks nothing');
    moveTo(2);
    await follow();
    await follow();
    assert.equal((await criterion()).state, 'stale');
    const [task, ...more] = await rechecks();
    assert.deepEqual(more, []);
    assert.deepEqual(task.input.recheck, {
      branch: 'main',
      commit: commits[1],
      good: [commits[0]],
    });
    assert.deepEqual([task.source.provider, task.source.repo, task.source.sha], ['local', repo, commits[1]]);
    moveTo(3);
    await follow();
    const [changed] = await rechecks();
    assert.deepEqual([changed.id, changed.input.recheck.commit], [task.id, commits[2]]);
  });

  test('of a ticket whose files are known, only a push that touches one of them counts', async () => {
    const { ticketId, projectId, commits, moveTo, criterion, rechecks } = await open(
      commit('Start', 'src/rates.ts'),
      commit('Document', 'docs/rates.md'),
      { message: 'Move', files: { 'src/rates.ts': null, 'src/money/rates.ts': 'Start' } },
      commit('Replace the history', 'docs/rates.md', { parents: [], branch: 'new' }),
    );
    const { body } = await ada.post('/v1/agent-tasks', { ticketId, title: 'Do', instructions: 'Do it.' });
    const claimed = (await ada.post('/v1/agent-tasks/claim', { workerId: 'w', projectId })).body.data;
    assert.equal(claimed.id, body.data.id);
    const { epoch } = claimed.lease;
    const at = `/v1/agent-tasks/${claimed.id}`;
    await ada.post(`${at}/activities`, { epoch, type: 'action', content: 'x', files: ['src/rates.ts'] });
    await ada.post(`${at}/complete`, { epoch });
    await ada.put(`/api/tickets/${ticketId}/status`, { status: 'done' });
    await follow();
    moveTo(2);
    await follow();
    assert.deepEqual([(await criterion()).state, (await rechecks()).length], ['shown', 0]);
    moveTo(3);
    await follow();
    assert.deepEqual([(await criterion()).state, (await rechecks()).length], ['stale', 1]);

    const again = { kind: 'command', passed: true, summary: 'npm test', commit: commits[2] };
    await ada.post(`/api/tickets/${ticketId}/evidence`, { ...again, criterionId: (await criterion()).id });
    assert.equal((await criterion()).state, 'shown');
    moveTo(4);
    await follow();
    assert.equal((await criterion()).state, 'stale', 'after a force push, every ticket may be touched');
  });

  test('the merge of its own work checks nothing', async () => {
    const { key, moveTo, criterion, rechecks } = await open(
      commit('Start', 'a'),
      commit(`L${count + 1}-1: round`, 'a'),
      commit('Round otherwise', 'a'),
    );
    assert.equal(key, `L${count}-1`);
    await follow();
    moveTo(2);
    await follow();
    assert.deepEqual([(await criterion()).state, await rechecks()], ['shown', []]);
    moveTo(3);
    await follow();
    assert.deepEqual([(await criterion()).state, (await rechecks()).length], ['stale', 1]);
  });

  test('a process that read the branch earlier does not bring its older commit back', async () => {
    const { projectId, repo, commits, moveTo } = await open(commit('Start', 'a'), commit('Round', 'a'));
    await follow();
    moveTo(2);
    await follow();
    const [older, newer] = commits as [string, string];
    const late = { projectId, repository: repo, known: null, commit: older, seenAt: world.clock.now() };
    assert.equal(await world.db.transaction((tx) => saveSeenCommit(tx, late)), false);
    assert.equal(await findSeenCommit(world.db.reads, projectId, repo.toUpperCase()), newer);
  });
});
