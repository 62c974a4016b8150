import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type FakeKind, startFakeHost } from '../../test/support/fake-code-host.ts';
import { newRepositories } from '../../test/support/git-history.ts';
import { gitObjects } from '../../test/support/git-objects.ts';
import { findApiViolations } from '../../test/support/github-description.ts';
import { Refusal } from '../platform/errors.ts';
import { newOutboundClients } from '../platform/outbound-http/index.ts';
import type { CodeHost, PullRequests, Reports } from './code-host.ts';
import { type HostAddress, openCodeHost } from './open-code-host.ts';

type Fake = Awaited<ReturnType<typeof startFakeHost>>;

const signal = AbortSignal.timeout(300_000);
const limits = { commitsMax: 500, filesMax: 500 };
const repo = { owner: 'acme', name: 'site' };
const outbound = newOutboundClients();
after(outbound.close);

for (const kind of ['local', 'github', 'gitlab', 'gitea'] as const) {
  describe(`a code host: ${kind}`, () => {
    const repositories = newRepositories();
    let fake: Fake | undefined;
    let host: CodeHost;

    before(async () => {
      repositories.add(
        'acme/site',
        [
          {
            message: 'start',
            files: {
              'a.ts': 'export const a = 1;\n',
              'old/b.txt': 'the same words\n'.repeat(9),
              'gone.txt': 'x',
            },
          },
          { message: 'on the side', branch: 'feature/side', parents: [1], files: { 'side.txt': 's' } },
          { message: 'feat: main\n\nbody', files: { 'a.ts': 'export const a = 2;\n' } },
          { message: 'merge', parents: [3, 2], files: { 'side.txt': 's' } },
          {
            message: 'move',
            author: 'Ben',
            files: { 'old/b.txt': null, 'new/b.txt': 'the same words\n'.repeat(9), 'gone.txt': null },
            submodules: { lib: '1234567890123456789012345678901234567890' },
          },
          { message: 'alone', branch: 'orphan', parents: [], files: { 'other.txt': 'o' } },
        ],
        { v1: 1, v2: { at: 5, message: '- the words of the tag\n' } },
      );
      fake = kind === 'local' ? undefined : await startFakeHost(kind, repositories.root);
      host = await openCodeHost(addressOf(kind, repositories.root, fake), outbound);
    });
    after(async () => {
      await fake?.close();
      repositories.remove();
    });

    const compare = async (from: string, to: string, within = limits) =>
      host.compare(
        repo,
        await host.resolve(repo, from, signal),
        await host.resolve(repo, to, signal),
        within,
        signal,
      );

    test(`${kind}: existing repositories and refs are found, missing ones throw NOT_FOUND with their name`, async () => {
      assert.equal(await host.hasRepository(repo, signal), true);
      assert.equal(await host.hasRepository({ owner: 'acme', name: 'none' }, signal), false);
      assert.equal((await host.findRepository(repo, signal)).defaultBranch, 'main');
      await assert.rejects(
        host.findRepository({ owner: 'acme', name: 'none' }, signal),
        refusal('NOT_FOUND', /acme\/none/),
      );
      assert.match((await host.resolve(repo, 'feature/side', signal)).sha, /^[0-9a-f]{40}$/);
      assert.equal((await host.resolve(repo, 'v1', signal)).committedAt, '2026-09-21T14:13:20Z');
      await assert.rejects(host.resolve(repo, 'nowhere', signal), refusal('NOT_FOUND', /nowhere/));
    });

    test(`${kind}: branches and tags are listed and searched, and a text that is no name finds none`, async () => {
      const all = await host.listRefs(repo, '', signal);
      assert.deepEqual(all.branches.toSorted(), ['feature/side', 'main', 'orphan']);
      assert.deepEqual(all.tags.toSorted(), ['v1', 'v2']);
      assert.deepEqual(await host.listRefs(repo, 'feature/s', signal), {
        branches: ['feature/side'],
        tags: [],
      });
      assert.deepEqual(await host.listRefs(repo, 'v1', signal), { branches: [], tags: ['v1'] });
      for (const search of ['no such ref', '../heads', '--upload-pack', '?page=2&x', '\u0000'])
        assert.deepEqual(await host.listRefs(repo, search, signal), { branches: [], tags: [] }, search);
    });

    test(`${kind}: all tags are listed with their commits, and the commits between two of them with the messages of merges`, async () => {
      const shaOf = async (ref: string) => (await host.resolve(repo, ref, signal)).sha;
      const tags = (await host.listTags?.(repo, signal)) ?? [];
      assert.deepEqual(
        tags.map(({ name, sha }) => [name, sha]).sort(),
        [
          ['v1', await shaOf('v1')],
          ['v2', await shaOf('v2')],
        ].sort(),
      );
      const list = async (base: string | undefined, commitsMax = 100) =>
        (await host.listCommits?.(repo, { base, head: await shaOf('v2'), commitsMax }, signal))
          ?.map(({ message }) => message.split('\n', 1)[0] as string)
          .sort();
      const since = ['feat: main', 'merge', 'move', 'on the side'];
      assert.deepEqual(await list(await shaOf('v1')), since);
      assert.deepEqual(await list(undefined), [...since, 'start'].sort());
      assert.deepEqual(await list(undefined, 1), ['move']);
      // Its clone would also serve the contents that the tests below read through the API.
      await host.close();
    });

    test(`${kind}: the text of a release or an annotated tag is found; a branch and a plain tag have none`, async () => {
      if (fake) fake.state.releases = { v2: '- the words of the release', v1: null };
      const text = await host.findReleaseText(repo, 'v2', signal);
      assert.equal(text?.trim(), kind === 'local' ? '- the words of the tag' : '- the words of the release');
      for (const tag of ['v1', 'main', 'none'])
        assert.equal(await host.findReleaseText(repo, tag, signal), undefined, tag);
    });

    test(`${kind}: a comparison lists commits newest first and files since the merge base`, async () => {
      const { commits, files, mergeBase } = await compare('v1', 'main');
      assert.equal(mergeBase, (await host.resolve(repo, 'v1', signal)).sha);
      assert.deepEqual(
        commits.map(({ message, isMerge, author }) => [message.trim(), isMerge, author]).sort(),
        [
          ['feat: main\n\nbody', false, 'Ada'],
          ['merge', true, 'Ada'],
          ['move', false, 'Ben'],
          ['on the side', false, 'Ada'],
        ],
      );
      assert.equal(commits[0]?.message.trim(), 'move');
      const shaOf = (message: string) => commits.find((commit) => commit.message.startsWith(message))?.sha;
      assert.deepEqual(commits.find(({ isMerge }) => isMerge)?.parents, [
        shaOf('feat: main'),
        shaOf('on the side'),
      ]);
      assert.deepEqual(
        files
          .map(({ kind: how, path, previousPath, isSubmodule }) => [path, how, previousPath, isSubmodule])
          .sort(),
        [
          ['a.ts', 'modified', undefined, false],
          ['gone.txt', 'removed', undefined, false],
          ['lib', 'added', undefined, true],
          ['new/b.txt', 'renamed', 'old/b.txt', false],
          ['side.txt', 'added', undefined, false],
        ],
      );
      const file = files.find(({ path }) => path === 'a.ts');
      const contents = new Map<string, string>();
      await host.readBlobs(
        repo,
        [file?.before as string, file?.after as string],
        1_000,
        signal,
        (id, bytes) => contents.set(id, bytes.toString()),
      );
      assert.equal(contents.get(file?.before as string), 'export const a = 1;\n');
      assert.equal(contents.get(file?.after as string), 'export const a = 2;\n');
      const small = new Set<string>();
      await host.readBlobs(repo, [file?.after as string], 5, signal, (id) => small.add(id));
      assert.equal(small.size, 0, 'a blob over the limit is skipped');
    });

    test(`${kind}: diverged, unrelated and equal revisions are compared`, async () => {
      const parted = await compare('main~2', 'feature/side').catch(() => undefined);
      if (parted)
        assert.deepEqual(
          parted.files.map(({ path }) => path),
          ['side.txt'],
        );
      const unrelated = await compare('v1', 'orphan');
      assert.equal(unrelated.mergeBase, undefined);
      assert.ok(unrelated.files.some(({ path, kind: how }) => path === 'other.txt' && how === 'added'));
      const same = await compare('main', 'main');
      assert.deepEqual([same.commits, same.files], [[], []]);
    });

    test(`${kind}: a comparison beyond the limits is refused`, async () => {
      await assert.rejects(
        compare('v1', 'main', { commitsMax: 2, filesMax: 100 }),
        refusal('VALIDATION_ERROR', /Invalid/),
      );
      await assert.rejects(
        compare('v1', 'main', { commitsMax: 100, filesMax: 2 }),
        refusal('VALIDATION_ERROR', /Invalid/),
      );
    });

    test(`${kind}: the files of a commit are listed with their blob ids`, async () => {
      const files = await host.listFiles(
        repo,
        await host.resolve(repo, 'main', signal),
        (path) => path.endsWith('.txt'),
        signal,
      );
      assert.deepEqual([...files.keys()].sort(), ['new/b.txt', 'side.txt']);
      const objects = gitObjects(`${repositories.root}/acme/site.git`);
      assert.equal(files.get('side.txt'), objects.git(['rev-parse', 'main:side.txt'])?.trim());
      const root = await host.listRootFiles(repo, await host.resolve(repo, 'main', signal), signal);
      assert.equal(root.get('side.txt'), files.get('side.txt'));
      assert.deepEqual(
        [...root.keys()].filter((path) => path.includes('/') || path === 'new'),
        [],
      );
    });

    if (kind === 'local') {
      test('a local repository has no pull requests', () => assert.equal(host.pulls, undefined));
      return;
    }

    test(`${kind}: files are committed to a new and to a replaced branch, and one pull request is opened`, async () => {
      const pulls = host.pulls as PullRequests;
      const objects = gitObjects(`${repositories.root}/acme/site.git`);
      const { sha: parent } = await host.resolve(repo, 'main', signal);
      assert.equal(await pulls.findBranch(repo, 'docs/pr-1', signal), undefined);
      const commit = {
        branch: 'docs/pr-1',
        parent,
        committedAt: '2026-11-01T00:00:00Z',
        message: 'docs: one',
        files: [{ path: 'content/x.mdx', content: 'one\n' }],
      };
      const first = await pulls.commitFiles(repo, { ...commit, replaces: undefined }, signal);
      assert.equal(objects.git(['show', 'docs/pr-1:content/x.mdx']), 'one\n');
      assert.equal(objects.git(['show', 'docs/pr-1:a.ts']), 'export const a = 2;\n', 'other files stay');
      const branch = await pulls.findBranch(repo, 'docs/pr-1', signal);
      assert.deepEqual([branch?.sha, branch?.latest[0]?.message.trim()], [first, 'docs: one']);

      const draft = { title: 'Docs', body: 'Words', branch: 'docs/pr-1', target: 'main' };
      const opened = await pulls.open(repo, draft, signal);
      assert.deepEqual(await pulls.open(repo, draft, signal), opened, 'a second call returns the first');
      assert.deepEqual(await pulls.findByBranch(repo, 'docs/pr-1', signal), opened);
      assert.equal(await pulls.findByBranch(repo, 'docs/none', signal), undefined);
      assert.equal(fake?.pulls.length, 1);
      await assert.rejects(
        pulls.open(repo, { ...draft, branch: 'docs/none' }, signal),
        refusal('VALIDATION_ERROR', /Invalid/),
      );

      await pulls.commitFiles(
        repo,
        {
          ...commit,
          message: 'docs: two',
          files: [{ path: 'content/x.mdx', content: 'two\n' }],
          replaces: first,
        },
        signal,
      );
      assert.equal(objects.git(['show', 'docs/pr-1:content/x.mdx']), 'two\n');
      assert.equal(objects.list('docs/pr-1', '^main').length, 1, 'still one commit after the second call');
      const now = objects.commit('docs/pr-1');
      assert.deepEqual([now?.message, now?.parents], ['docs: two', [parent]]);
      // A commit based on an outdated tip is refused.
      for (const replaces of [undefined, first])
        await assert.rejects(
          pulls.commitFiles(repo, { ...commit, message: 'docs: three', replaces }, signal),
          refusal('CONFLICT', /docs\/pr-1 was changed/),
        );
      assert.equal(objects.resolve('docs/pr-1'), now?.sha);
      await pulls.update(repo, opened.number, { ...draft, title: 'New' }, signal);
      await pulls.addLabels(repo, opened.number, ['docs', 'auto'], signal);
      await pulls.addLabels(repo, opened.number, ['docs'], signal);
      assert.deepEqual([fake?.pulls[0]?.title, fake?.pulls[0]?.labels], ['New', ['docs', 'auto']]);
      assert.deepEqual(await pulls.find(repo, opened.number, signal), {
        ...{ title: 'New', body: 'Words', labels: ['docs', 'auto'] },
        ...{ state: 'open', isDraft: false, sha: now?.sha, target: 'main', isFromFork: false },
      });
      assert.equal(await pulls.find(repo, 9_999, signal), undefined);
    });

    test(`${kind}: a status is set once while it is the same, and a failure becomes a success`, async () => {
      const reports = host.reports as Reports;
      const { sha } = await host.resolve(repo, 'main', signal);
      const status = { sha, name: 'docket/docs', description: 'Breaking', forkPull: undefined };
      await reports.setStatus(repo, { ...status, isSuccess: false }, signal);
      await reports.setStatus(repo, { ...status, name: 'docket/other', isSuccess: true }, signal);
      await reports.setStatus(repo, { ...status, isSuccess: false }, signal);
      await reports.setStatus(repo, { ...status, isSuccess: true }, signal);
      const failure = kind === 'gitlab' ? 'failed' : 'failure';
      assert.deepEqual(
        fake?.statuses.map(({ state, name, description }) => [state, name, description]),
        [
          [failure, 'docket/docs', 'Breaking'],
          ['success', 'docket/other', 'Breaking'],
          ['success', 'docket/docs', 'Breaking'],
        ],
      );
      const objects = gitObjects(`${repositories.root}/acme/site.git`);
      const tree = objects.commit('main')?.tree as string;
      const ofFork = objects.commitTree(tree, [sha], 'of a fork', '2026-10-01T00:00:00Z');
      await reports.setStatus(repo, { ...status, sha: ofFork, isSuccess: true, forkPull: 7 }, signal);
      const ref = kind === 'gitlab' ? 'refs/merge-requests/7/head' : undefined;
      assert.deepEqual([fake?.statuses.at(-1)?.sha, fake?.statuses.at(-1)?.ref], [ofFork, ref]);
    });

    test(`${kind}: a comment is found by a part of its text behind 120 others, and updated by its id`, async () => {
      const reports = host.reports as Reports;
      for (let index = 0; index < 120; index++)
        fake?.comments.push({ id: index + 1, number: 5, body: `comment ${index}` });
      fake?.comments.push({ id: 130, number: 6, body: 'the mark, elsewhere' });
      assert.equal(await reports.findComment(repo, 5, 'the mark', signal), undefined);
      const id = await reports.addComment(repo, 5, 'with the mark', signal);
      await reports.addComment(repo, 5, 'the mark again', signal);
      assert.deepEqual(await reports.findComment(repo, 5, 'the mark', signal), { id, body: 'with the mark' });
      await reports.updateComment(repo, 5, { id, body: 'other words' }, signal);
      assert.deepEqual(await reports.getComment(repo, 5, id, signal), { id, body: 'other words' });
      assert.equal(await reports.getComment(repo, 5, '99999', signal), undefined);
    });

    test(`${kind}: a tag without a release gets one, and its text is replaced`, async () => {
      const reports = host.reports as Reports;
      (fake as Fake).state.releases = {};
      assert.equal(await reports.findRelease(repo, 'v1', signal), undefined);
      await reports.addRelease(repo, 'v1', 'first', signal);
      const release = await reports.findRelease(repo, 'v1', signal);
      assert.equal(release?.body, 'first');
      await reports.updateRelease(
        repo,
        'v1',
        { ...release, id: release?.id as string, body: 'second' },
        signal,
      );
      assert.deepEqual((fake as Fake).state.releases, { v1: 'second' });
      (fake as Fake).state.releases = { v2: null };
      assert.equal((await reports.findRelease(repo, 'v2', signal))?.body, '');
    });

    test(`${kind}: a started workflow returns its run, even if the host lists the run only later`, async () => {
      const pulls = host.pulls as PullRequests;
      const start = {
        workflow: 'docs.yml',
        ref: 'main',
        sha: (await host.resolve(repo, 'main', signal)).sha,
      };
      const run = await pulls.startWorkflow(repo, start, signal);
      assert.match(run.url, /\/actions\/runs\/9001$/);
      assert.equal(run.id, '9001');
      assert.deepEqual(await pulls.findRun(repo, start, signal), run);
      (fake as Fake).state.showsRunDetails = false;
      assert.ok((await pulls.startWorkflow(repo, start, signal)).id !== '');
      if (kind !== 'gitlab')
        await assert.rejects(
          pulls.startWorkflow(repo, { ...start, workflow: 'none.yml' }, signal),
          refusal('VALIDATION_ERROR', /Invalid/),
        );
    });

    if (kind === 'github')
      test('requests to the fake GitHub and its responses conform to GitHub’s API description', () => {
        assert.ok((fake as Fake).exchanges.length > 50);
        assert.deepEqual(findApiViolations((fake as Fake).exchanges, { responses: 'partial' }), []);
      });

    /** Every call of the interface with valid arguments; each sends at least one request. */
    const everyCall = (): [name: string, call: () => Promise<unknown>][] => {
      const pulls = host.pulls as PullRequests;
      const objects = gitObjects(`${repositories.root}/acme/site.git`);
      const revision = (ref: string) => ({ sha: objects.resolve(ref) as string, committedAt: '' });
      const draft = { title: 'T', body: 'B', branch: 'docs/x', target: 'main' };
      const start = { workflow: 'docs.yml', ref: 'main', sha: revision('main').sha };
      const reports = host.reports as Reports;
      const status = { sha: start.sha, name: 'x', isSuccess: true, description: 'x', forkPull: undefined };
      const commit = {
        branch: 'docs/x',
        parent: revision('main').sha,
        message: 'm',
        committedAt: '2026-11-01T00:00:00Z',
        files: [{ path: 'x.mdx', content: 'x' }],
        replaces: undefined,
      };
      const blob = objects.git(['rev-parse', 'main:a.ts'])?.trim() as string;
      return [
        ['hasRepository', () => host.hasRepository(repo, signal)],
        ['findRepository', () => host.findRepository(repo, signal)],
        ['resolve', () => host.resolve(repo, 'main', signal)],
        ['compare', () => host.compare(repo, revision('v1'), revision('main'), limits, signal)],
        ['readBlobs', () => host.readBlobs(repo, [blob], 1_000, signal, () => {})],
        ['listFiles', () => host.listFiles(repo, revision('main'), () => true, signal)],
        ['listRootFiles', () => host.listRootFiles(repo, revision('main'), signal)],
        ['findReleaseText', () => host.findReleaseText(repo, 'v2', signal)],
        ['find', () => pulls.find(repo, 1, signal)],
        ['findByBranch', () => pulls.findByBranch(repo, 'docs/x', signal)],
        ['open', () => pulls.open(repo, draft, signal)],
        ['update', () => pulls.update(repo, 1, draft, signal)],
        ['addLabels', () => pulls.addLabels(repo, 1, ['docs'], signal)],
        ['findBranch', () => pulls.findBranch(repo, 'docs/x', signal)],
        ['commitFiles', () => pulls.commitFiles(repo, commit, signal)],
        ['startWorkflow', () => pulls.startWorkflow(repo, start, signal)],
        ['findRun', () => pulls.findRun(repo, start, signal)],
        ['setStatus', () => reports.setStatus(repo, status, signal)],
        ['findComment', () => reports.findComment(repo, 1, 'x', signal)],
        ['getComment', () => reports.getComment(repo, 1, '1', signal)],
        ['addComment', () => reports.addComment(repo, 1, 'x', signal)],
        ['updateComment', () => reports.updateComment(repo, 1, { id: '1', body: 'x' }, signal)],
        ['findRelease', () => reports.findRelease(repo, 'v1', signal)],
        ['addRelease', () => reports.addRelease(repo, 'v1', 'x', signal)],
        ['updateRelease', () => reports.updateRelease(repo, 'v1', { id: '1', body: 'x' }, signal)],
      ];
    };

    test(`${kind}: an invalid response is reported as an error of the host`, async () => {
      const failing = fake as Fake;
      const main = await host.resolve(repo, 'main', signal);
      const invalid = {
        sha: '*/}{x}{/*',
        id: 7,
        commit: { id: [], message: null, committer: { date: 'x' }, tree: {} },
      };
      for (const answer of ['<html>', null, 7, {}, invalid, [invalid]]) {
        failing.state.fail = [200, answer];
        const isJson = typeof answer === 'object' && answer !== null;
        for (const call of [
          () => host.findRepository(repo, signal),
          () => host.resolve(repo, 'main', signal),
          () => host.compare(repo, main, { ...main, sha: '1'.repeat(40) }, limits, signal),
          () => host.listFiles(repo, main, () => true, signal),
          () => host.findReleaseText(repo, 'v2', signal),
          () => host.pulls?.find(repo, 1, signal),
          () => host.pulls?.findBranch(repo, 'docs/x', signal),
          () => host.reports?.findComment(repo, 1, 'x', signal),
          () => host.reports?.getComment(repo, 1, '1', signal),
          () => host.reports?.addComment(repo, 1, 'x', signal),
          () => host.reports?.findRelease(repo, 'v1', signal),
          () => host.pulls?.open(repo, { title: 'x', body: 'x', branch: 'x', target: 'main' }, signal),
        ]) {
          const result = await (call() as Promise<unknown>).catch((error: unknown) => error);
          const name = `${call} on ${JSON.stringify(answer)}: ${result}`;
          if (!isJson) assert.ok(refusal('UPSTREAM_ERROR', /Check the URL/)(result), name);
          assert.ok(!(result instanceof Error) || result instanceof Refusal, name);
          assert.doesNotMatch(JSON.stringify(result) ?? '', /\*\/\}/, name);
        }
      }
      await assert.rejects(
        host.resolve(repo, 'main', signal),
        refusal('UPSTREAM_ERROR', /GitHub|GitLab|Gitea/),
      );
      failing.state.fail = undefined;
    });

    test(`${kind}: an error response is reported with the host’s message and when to retry, for every call`, async () => {
      const failing = fake as Fake;
      const limited = { 'x-ratelimit-remaining': '0', 'retry-after': '5' };
      for (const [reply, code, message, seconds] of [
        [[500, { message: 'Server Error' }], 'UPSTREAM_ERROR', /returned 500: Server Error/, 30],
        [[503, { message: 'down' }, { 'retry-after': '42' }], 'UPSTREAM_ERROR', /returned 503: down/, 42],
        [[429, { message: 'slow down' }, { 'retry-after': '17' }], 'UPSTREAM_ERROR', /slow down/, 17],
        [[403, { message: 'API rate limit exceeded' }, limited], 'UPSTREAM_ERROR', /rate limit/, 5],
        [[403, { message: 'Resource not accessible' }], 'FORBIDDEN', /Resource not accessible/, undefined],
        [[401, { message: 'Bad credentials' }], 'FORBIDDEN', /Bad credentials/, undefined],
      ] as const) {
        failing.state.fail = reply as unknown as [number, unknown];
        for (const [name, call] of everyCall()) {
          const error = await call().catch((caught: unknown) => caught as Refusal);
          assert.ok(error instanceof Refusal, `${name} on ${reply[0]}: ${String(error)}`);
          assert.deepEqual([name, error.code, error.retryAfterSeconds], [name, code, seconds]);
          assert.match(error.message, message);
          assert.doesNotMatch(error.message, /good-token/);
        }
      }
      failing.state.fail = undefined;
      const gone = await openCodeHost(
        { ...addressOf(kind, '', failing), apiUrl: 'http://127.0.0.1:9' } as HostAddress,
        outbound,
      );
      await assert.rejects(gone.findRepository(repo, signal), refusal('UPSTREAM_ERROR', /Cannot reach/));
    });

    test(`${kind}: a host that never responds times out, for every call`, async (t) => {
      const silent = fake as Fake;
      for (const [name, call] of everyCall()) {
        const requested = Promise.withResolvers<void>();
        silent.state.hold = () => {
          requested.resolve();
          return new Promise(() => {});
        };
        t.mock.timers.enable({ apis: ['setTimeout'] });
        const answer = call().catch((caught: unknown) => caught as Refusal);
        await requested.promise;
        t.mock.timers.tick(20_000);
        const error = await answer;
        t.mock.timers.reset();
        assert.ok(error instanceof Refusal, `${name}: ${String(error)}`);
        assert.deepEqual([name, error.code, error.retryAfterSeconds], [name, 'UPSTREAM_ERROR', 30]);
        assert.match(error.message, /timed_out/);
      }
      silent.state.hold = undefined;
    });
  });
}

const addressOf = (kind: 'local' | FakeKind, root: string, fake: Fake | undefined): HostAddress =>
  kind === 'local'
    ? { kind, root, searchPath: process.env.PATH as string }
    : {
        kind,
        apiUrl: fake?.origin as string,
        token: 'good-token',
        egress: 'private',
        clones: { searchPath: process.env.PATH as string, bytesMax: 100_000_000 },
        followsRenames: true,
      };

const refusal = (code: string, message: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.code === code && message.test(error.message);
