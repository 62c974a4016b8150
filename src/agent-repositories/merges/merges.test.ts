import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { newRepositories, type TestCommit } from '../../../test/support/git-history.ts';
import { claimWorker, listen, newGitUser } from '../../../test/support/leased-git.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { liveBranches, recordPushes } from '../../agent-tasks/index.ts';
import { checkDueMerges } from './check-merges.ts';

interface Work {
  ticket: { id: string; key: string };
  task: { id: string; lease: { epoch: number } };
  branch: string;
}

interface FileConflict {
  path: string;
  kind: string;
  lines?: { from: number; to: number }[];
  otherLines?: { from: number; to: number }[];
}

const lines = (...changes: [line: number, text: string][]) => {
  const all = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
  for (const [line, text] of changes) all[line - 1] = text;
  return `${all.join('\n')}\n`;
};
const first: TestCommit = {
  message: 'First',
  files: {
    'a.txt': lines(),
    'b.txt': lines(),
    'old.txt': lines([1, 'old']),
    'image.bin': Buffer.from([0, 1, 2]),
  },
};

onEveryEngine('branches of agents that would conflict', (engine) => {
  const repositories = newRepositories();
  const users = newGitUser();
  let world: World;
  let ada: Person;
  let origin: string;
  let count = 0;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off', LOCAL_REPOSITORIES: repositories.root });
    ada = await world.person('Ada');
    origin = await listen(world);
  });
  after(async () => {
    await world.close();
    users.remove();
    repositories.remove();
  });

  const merge = () =>
    checkDueMerges({
      db: world.db,
      clock: world.clock,
      docs: world.context.docs,
      logger: world.context.logger,
    });

  /** A project with a repository, whose agents have each pushed a branch from the first commit with such files. */
  const newProject = async (...branches: NonNullable<TestCommit['files']>[]) => {
    const key = `M${++count}`;
    const repo = `acme/app${count}`;
    const commits = branches.map((files, index) => ({
      message: `Change ${index + 1}`,
      branch: `docket/${key}-${index + 1}/fix`,
      parents: [1],
      files,
    }));
    const shas = repositories.add(repo, [first, ...commits]);
    const gitDir = path.join(repositories.root, `${repo}.git`);
    const git = (...args: string[]) =>
      execFileSync('git', ['--git-dir', gitDir, ...args], { encoding: 'utf8' }).trim();
    await ada.post('/api/projects', { name: key, key, repositories: [repo] });
    const claim = async (): Promise<Work> => {
      const ticket = (await ada.post('/api/tickets', { title: 'Fix it', projectId: key, status: 'todo' }))
        .body.data;
      const kind = `k${ticket.key}`;
      await ada.post('/v1/agent-tasks', { ticketId: ticket.id, title: 'Fix', instructions: 'Fix.', kind });
      const claimed = await ada.post('/v1/agent-tasks/claim', {
        workerId: 'w',
        kinds: [kind],
        leaseSeconds: 900,
      });
      return { ticket, task: claimed.body.data, branch: `docket/${ticket.key}/fix` };
    };
    const push = async ({ task, branch }: Work, sha: string) => {
      world.clock.advance(1_000);
      const lease = { taskId: task.id, epoch: task.lease.epoch, userId: ada.id, repository: repo };
      const pushed = [{ branch, before: null, after: sha, files: ['a.txt'] }];
      await world.db.transaction((tx) => recordPushes(tx, world.clock, lease, pushed));
    };
    const works: Work[] = [];
    for (const [index] of branches.entries()) {
      const work = await claim();
      await push(work, shas[index + 1] as string);
      works.push(work);
    }
    const finish = ({ task }: Work) =>
      ada.post(`/v1/agent-tasks/${task.id}/complete`, { epoch: task.lease.epoch });
    const landing = async () => (await ada.get(`/api/project/${key}/landing`)).body.data;
    return { key, repo, shas, gitDir, git, works, claim, push, finish, landing };
  };

  const conflictsOf = async ({ task }: Work): Promise<{ ticket: { key: string }; files: FileConflict[] }[]> =>
    (await ada.get(`/v1/agent-tasks/${task.id}`)).body.data.mergeConflicts;
  const marksOf = async (work: Work) => (await conflictsOf(work)).map(({ ticket }) => ticket.key);
  const orderOf = (
    landing: { branches: { ticket: { key: string }; merges: string; position: number | null }[] }[],
  ) =>
    landing.flatMap(({ branches }) =>
      branches.map(({ ticket, merges, position }) => `${position ?? '-'} ${ticket.key} ${merges}`),
    );

  test('both cards name the file and its lines, and the repository stays as it was', async () => {
    const { works, gitDir } = await newProject(
      { 'a.txt': lines([10, 'ten of one'], [11, 'eleven of one']) },
      { 'a.txt': `zero\n${lines([10, 'ten of two'])}` },
      { 'b.txt': lines([1, 'free']) },
    );
    const [one, two, three] = works as [Work, Work, Work];
    const objects = () => readdirSync(path.join(gitDir, 'objects'), { recursive: true }).length;
    const before = objects();
    await merge();
    assert.equal(objects(), before);
    const [ofOne] = await conflictsOf(one);
    assert.equal(ofOne?.ticket.key, two.ticket.key);
    assert.deepEqual(ofOne?.files, [
      { path: 'a.txt', kind: 'content', lines: [{ from: 10, to: 11 }], otherLines: [{ from: 11, to: 12 }] },
    ]);
    const [ofTwo] = await conflictsOf(two);
    assert.equal(ofTwo?.ticket.key, one.ticket.key);
    assert.deepEqual(ofTwo?.files[0]?.lines, [{ from: 11, to: 12 }]);
    assert.deepEqual(await conflictsOf(three), []);
    const listed = (await ada.get(`/v1/agent-tasks?ticket=${one.ticket.key}`)).body.data;
    assert.equal(listed[0].mergeConflicts[0].branch, two.branch);
  });

  test('a binary file, a rename beside a deletion and a change beside a deletion are conflicts of their kind', async () => {
    const { works } = await newProject(
      {
        'image.bin': Buffer.from([0, 9, 9]),
        'new.txt': lines([1, 'old']),
        'old.txt': null,
        'b.txt': lines([2, 'b']),
      },
      { 'image.bin': Buffer.from([0, 8, 8]), 'old.txt': null, 'b.txt': null },
    );
    await merge();
    const [conflict] = await conflictsOf(works[0] as Work);
    assert.deepEqual(
      conflict?.files.map(({ path: name, kind, lines: places }) => [name, kind, places]),
      [
        ['b.txt', 'modify_delete', undefined],
        ['image.bin', 'binary', undefined],
        ['new.txt', 'rename_delete', undefined],
      ],
    );
  });

  test('the marks vanish when a branch moves, its ticket closes, or it is merged or deleted outside Docket', async () => {
    const { works, shas, git, push } = await newProject(
      { 'a.txt': lines([1, 'one']) },
      { 'a.txt': lines([1, 'two']) },
      { 'a.txt': lines([1, 'three']) },
      { 'b.txt': lines([1, 'free']) },
    );
    const [one, two, three] = works as [Work, Work, Work];
    await merge();
    assert.deepEqual(await marksOf(one), [three.ticket.key, two.ticket.key]);
    await push(two, shas[4] as string);
    assert.deepEqual(await marksOf(one), [three.ticket.key]);
    git('update-ref', `refs/heads/${two.branch}`, shas[4] as string);
    await merge();
    assert.deepEqual(await marksOf(one), [three.ticket.key]);
    await ada.put(`/api/tickets/${three.ticket.key}/status`, { status: 'done' });
    assert.deepEqual(await marksOf(one), []);
    await ada.put(`/api/tickets/${three.ticket.key}/status`, { status: 'todo' });
    assert.deepEqual(await marksOf(one), [three.ticket.key]);
    git('update-ref', '-d', `refs/heads/${three.branch}`);
    world.clock.advance(180_000);
    await merge();
    assert.deepEqual(await marksOf(one), []);
    await push(two, shas[2] as string);
    git('update-ref', `refs/heads/${two.branch}`, shas[2] as string);
    await merge();
    assert.deepEqual(await marksOf(one), [two.ticket.key]);
    git('update-ref', 'refs/heads/main', shas[2] as string);
    world.clock.advance(180_000);
    await merge();
    assert.deepEqual(await marksOf(one), []);
  });

  test('a branch that was merged as one new commit is merged', async () => {
    const { works, git, finish, landing, shas } = await newProject({ 'a.txt': lines([1, 'one']) });
    await finish(works[0] as Work);
    await merge();
    assert.deepEqual(orderOf(await landing()), [`1 ${works[0]?.ticket.key} clean`]);
    const commit = git(
      '-c',
      'user.name=A',
      '-c',
      'user.email=a@example.org',
      'commit-tree',
      '-m',
      'Squashed',
      '-p',
      shas[0] as string,
      `${shas[1]}^{tree}`,
    );
    git('update-ref', 'refs/heads/main', commit);
    world.clock.advance(180_000);
    await merge();
    assert.deepEqual(await landing(), []);
  });

  test('the branch that conflicts with two others lands after them, and says with whom it conflicts', async () => {
    const { works, finish, landing } = await newProject(
      { 'a.txt': lines([1, 'one'], [30, 'one']) },
      { 'a.txt': lines([1, 'two']) },
      { 'a.txt': lines([30, 'three']) },
    );
    const [one, two, three] = works as [Work, Work, Work];
    for (const work of works) await finish(work);
    await merge();
    const found = await landing();
    assert.deepEqual(orderOf(found), [
      `1 ${two.ticket.key} clean`,
      `2 ${three.ticket.key} clean`,
      `- ${one.ticket.key} conflict`,
    ]);
    const [{ state, defaultBranch, branches }] = found;
    assert.deepEqual([state, defaultBranch], ['ready', 'main']);
    const last = branches.at(-1);
    assert.deepEqual(
      last.conflictsWith.map(({ key }: { key: string }) => key).sort(),
      [two.ticket.key, three.ticket.key].sort(),
    );
    assert.deepEqual([last.files[0].path, last.conflictsWithDefault], ['a.txt', false]);
    assert.deepEqual(orderOf(await landing()), orderOf(found));
  });

  test('a branch that merges only after another one is tried again when that one has landed', async () => {
    const { works, finish, landing, git, shas, push } = await newProject(
      { 'a.txt': lines([1, 'one']) },
      { 'a.txt': lines([1, 'both']) },
    );
    const [one, two] = works as [Work, Work];
    // The second branch has merged the first, so it resolves the conflict of the first with the default branch.
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
    const main = git(...author, 'commit-tree', '-m', 'Main', '-p', shas[0] as string, `${shas[2]}^{tree}`);
    git('update-ref', 'refs/heads/main', main);
    const both = git(
      ...author,
      'commit-tree',
      '-m',
      'Both',
      '-p',
      shas[1] as string,
      '-p',
      main,
      `${shas[1]}^{tree}`,
    );
    git('update-ref', `refs/heads/${two.branch}`, both);
    await push(two, both);
    await finish(one);
    await merge();
    const [{ branches }] = await landing();
    assert.deepEqual([branches[0].merges, branches[0].conflictsWithDefault], ['conflict', true]);
    await finish(two);
    world.clock.advance(30_000);
    await merge();
    assert.deepEqual(orderOf(await landing()), [`1 ${two.ticket.key} clean`, `2 ${one.ticket.key} clean`]);
  });

  test('a push that arrives while branches are merged is merged after it, and no result of before is shown for it', async () => {
    const { works, shas, git, push, repo } = await newProject(
      { 'a.txt': lines([1, 'one']) },
      { 'a.txt': lines([1, 'two']) },
      { 'b.txt': lines([1, 'free']) },
    );
    const [one, two] = works as [Work, Work];
    const { docs } = world.context;
    const run = docs.processes.run.bind(docs.processes);
    const processes = {
      ...docs.processes,
      run: (async (...args: Parameters<typeof run>) => {
        const result = await run(...args);
        git('update-ref', `refs/heads/${two.branch}`, shas[3] as string);
        await push(two, shas[3] as string);
        return result;
      }) as typeof run,
    };
    const { db, clock } = world;
    await checkDueMerges({ db, clock, logger: world.context.logger, docs: { ...docs, processes } });
    assert.deepEqual(await marksOf(one), []);
    const due = await liveBranches.listDueChecks(db.reads, { now: clock.now(), limit: 10 });
    assert.deepEqual(
      due.map(({ repository }) => repository),
      [repo],
    );
    git('update-ref', `refs/heads/${two.branch}`, shas[2] as string);
    await push(two, shas[2] as string);
    await merge();
    assert.deepEqual(await marksOf(one), [two.ticket.key]);
  });

  test('branches of one ticket are not compared, and people without the project see nothing', async () => {
    const { works, shas, git, push, key, finish } = await newProject(
      { 'a.txt': lines([1, 'one']) },
      { 'a.txt': lines([1, 'two']) },
    );
    const [one] = works as [Work, Work];
    const second = { ...one, branch: `docket/${one.ticket.key}/again` };
    git('update-ref', `refs/heads/${second.branch}`, shas[2] as string);
    await push(second, shas[2] as string);
    await merge();
    assert.deepEqual(await marksOf(one), [works[1]?.ticket.key]);
    await finish(one);
    const eve = await world.person('Eve');
    assert.equal((await eve.get(`/api/project/${key}/landing`)).status, 404);
    assert.equal((await eve.get(`/v1/agent-tasks/${one.task.id}`)).status, 403);
  });

  test('a real push is merged with the other branches in the background', async () => {
    const { works, key } = await newProject({ 'a.txt': lines([1, 'one']) });
    const ticket = (await ada.post('/api/tickets', { title: 'Other', projectId: key, status: 'todo' })).body
      .data;
    const worker = await claimWorker(ada, origin, key, { ticketId: ticket.id });
    const folder = await users.clone(worker.remote);
    writeFileSync(path.join(folder, 'a.txt'), lines([1, 'pushed']));
    await users.succeed('-C', folder, 'commit', '--quiet', '-am', 'Change');
    await users.succeed('-C', folder, 'push', '--quiet', worker.remote, `HEAD:${worker.git.branch}fix`);
    await merge();
    assert.deepEqual(await marksOf(works[0] as Work), [ticket.key]);
  });

  /** Docket with a `git` that runs the script before the real one. */
  const withGit = async (script: string, work: (docs: World['context']['docs']) => Promise<void>) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'docket-git-'));
    const real = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    const file = path.join(folder, 'git');
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, `#!/bin/sh\n${script}\nexec ${real} "$@"\n`);
    chmodSync(file, 0o755);
    const { PATH } = process.env;
    const changed = await openWorld(engine, {
      RATE_LIMIT: 'off',
      LOCAL_REPOSITORIES: repositories.root,
      PATH: `${folder}:${PATH}`,
    });
    try {
      await work(changed.context.docs);
    } finally {
      await changed.close();
      rmSync(folder, { recursive: true, force: true });
    }
  };

  test('a git before 2.38 merges nothing, and landing says so', async () => {
    const { works, finish, landing } = await newProject(
      { 'a.txt': lines([1, 'one']) },
      { 'a.txt': lines([1, 'two']) },
    );
    await finish(works[0] as Work);
    await withGit('case "$*" in *version) echo "git version 2.37.4"; exit 0;; esac', async (docs) => {
      const { db, clock, context } = world;
      await checkDueMerges({ db, clock, logger: context.logger, docs });
    });
    assert.deepEqual(await marksOf(works[1] as Work), []);
    const [{ state, reason, branches }] = await landing();
    assert.deepEqual(
      [state, reason],
      ['unsupported', 'The server has git 2.37.4. Install git 2.38 or newer.'],
    );
    assert.deepEqual(
      branches.map(({ merges }: { merges: string }) => merges),
      ['unknown'],
    );
  });

  test('if the process of git is killed, the branches are merged later', async () => {
    const { works, finish, landing } = await newProject(
      { 'a.txt': lines([1, 'one']) },
      { 'a.txt': lines([1, 'two']) },
    );
    const [one, two] = works as [Work, Work];
    await finish(one);
    const killed = path.join(mkdtempSync(path.join(tmpdir(), 'docket-killed-')), 'killed');
    const kill = `case "$*" in *merge-tree*) touch ${killed}; kill -9 $PPID; sleep 10;; esac`;
    await withGit(kill, async (docs) => {
      const { db, clock, context } = world;
      await checkDueMerges({ db, clock, logger: { ...context.logger, warn: () => {} }, docs });
    });
    assert.ok(existsSync(killed));
    rmSync(path.dirname(killed), { recursive: true });
    const [{ state }] = await landing();
    assert.equal(state, 'failed');
    assert.deepEqual(await marksOf(two), []);
    world.clock.advance(600_000);
    await merge();
    assert.deepEqual(orderOf(await landing()), [`1 ${one.ticket.key} clean`]);
    assert.deepEqual(await marksOf(two), [one.ticket.key]);
  });
});
