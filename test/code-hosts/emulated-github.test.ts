import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type CodeHost, newLocalGit, openCodeHost } from '../../src/code-hosts/index.ts';
import { newOutboundClients } from '../../src/platform/outbound-http/index.ts';
import { startEmulatedGitHub } from '../support/emulated-github.ts';
import { newRepositories } from '../support/git-history.ts';
import { gitObjects } from '../support/git-objects.ts';
import { type Exchange, findApiViolations } from '../support/github-description.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

const signal = AbortSignal.timeout(300_000);
const limits = { commitsMax: 100, filesMax: 100 };
const repo = { owner: 'acme', name: 'site' };
const repositories = newRepositories();
const outbound = newOutboundClients();
let hub: Awaited<ReturnType<typeof startEmulatedGitHub>>;
let github: CodeHost;
let git: CodeHost;
let world: World;
let ada: Person;

before(async () => {
  repositories.add(
    'acme/site',
    [
      {
        message: 'feat: start',
        files: {
          'src/a.ts': 'export const a = 1;\r\nexport const b = 1;\r\n',
          'old/words.txt': 'the same words\n'.repeat(9),
          'image.bin': Buffer.from([0, 1, 2, 255]),
          'gone.txt': 'x',
        },
      },
      { message: 'fix: on the side', branch: 'side', parents: [1], files: { 'füße/ß.txt': 's' } },
      {
        message: 'feat(b)!: b is gone (#5)\n\nBREAKING CHANGE: use a',
        files: { 'src/a.ts': 'export const a = 1;\r\n' },
      },
      {
        message: 'Merge pull request #7 from acme/side\n\nOn the side',
        parents: [3, 2],
        files: { 'füße/ß.txt': 's' },
      },
      {
        message: 'move',
        author: 'Ben',
        files: {
          'old/words.txt': null,
          'new/words.txt': 'the same words\n'.repeat(9),
          'image.bin': Buffer.from([0, 9]),
          'gone.txt': null,
        },
        submodules: { lib: '1234567890123456789012345678901234567890' },
      },
      { message: 'alone', branch: 'orphan', parents: [], files: { 'other.txt': 'o' } },
    ],
    { v1: 1 },
  );
  hub = await startEmulatedGitHub('acme', ['site']);
  await hub.load('site', gitObjects(`${repositories.root}/acme/site.git`));
  github = await openGitHub(hub.token);
  git = newLocalGit({
    kind: 'local',
    root: repositories.root,
    searchPath: process.env.PATH as string,
  });
  world = await openWorld('sqlite', {
    RATE_LIMIT: 'off',
    GITHUB_TOKEN: hub.token,
    GITHUB_API_URL: hub.origin,
  });
  ada = await world.person('Ada');
});
after(async () => {
  await world.close();
  await outbound.close();
  await hub.close();
  repositories.remove();
});

const openGitHub = (token: string) =>
  openCodeHost(
    {
      ...{ kind: 'github', apiUrl: hub.origin, token, egress: 'private' },
      clones: { searchPath: process.env.PATH as string, bytesMax: 1_000_000 },
      followsRenames: true,
    },
    outbound,
  );

const generate = (more: object = {}) =>
  ada.post('/api/docs/generate', { repo: 'acme/site', base: 'v1', head: 'main', ...more });

test('a comparison through GitHub’s API equals that of local git', async () => {
  const read = async (host: CodeHost, from: string, to: string) => {
    const [base, head] = [await host.resolve(repo, from, signal), await host.resolve(repo, to, signal)];
    const { mergeBase, commits, files } = await host.compare(repo, base, head, limits, signal);
    const blobs = new Map<string, string>();
    await host.readBlobs(
      repo,
      files.flatMap(({ before: old, after: now }) => [old ?? [], now ?? []].flat()),
      1_000,
      signal,
      (id, bytes) => blobs.set(id, bytes.toString('base64')),
    );
    return {
      parted: mergeBase !== undefined,
      commits: commits.map(({ author, message, isMerge }) => [message.trim(), author, isMerge]).sort(),
      files: [...files].sort((a, b) => (a.path < b.path ? -1 : 1)),
      blobs: [...blobs].sort(),
      listed: [...(await host.listFiles(repo, head, () => true, signal))].sort(),
    };
  };
  for (const [from, to] of [
    ['v1', 'main'],
    ['main', 'main'],
    ['v1', 'orphan'],
    ['side', 'main'],
  ] as const)
    assert.deepEqual(await read(github, from, to), await read(git, from, to), `${from}..${to}`);
  assert.equal(await github.hasRepository({ owner: 'acme', name: 'none' }, signal), false);
  await assert.rejects(github.resolve(repo, 'nowhere', signal), { code: 'NOT_FOUND' });
});

test('concurrent requests for the same drafts open one pull request with labels and one run', async () => {
  const request = { openPr: true, labels: ['docs'], triggerWorkflow: true, workflowIdOrFile: 'docs.yml' };
  const answers = await Promise.all([generate(request), generate(request), generate(request)]);
  answers.push(await generate(request));
  for (const { status, body } of answers) {
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.pr, body.workflow], [answers[0]?.body.pr, answers[0]?.body.workflow]);
  }
  const { pr, workflow } = (answers[0] as (typeof answers)[0]).body;
  assert.deepEqual([pr.branch, workflow.id, hub.runs.length], ['docs/auto/v1-to-main', '9001', 1]);
  const opened = hub.exchanges.filter(({ method, path }) => method === 'POST' && path.endsWith('/pulls'));
  assert.deepEqual(
    opened.map(({ status }) => status),
    [201],
  );
  const pages = await github.listFiles(
    repo,
    await github.resolve(repo, pr.branch, signal),
    (path) => path.endsWith('.mdx'),
    signal,
  );
  assert.deepEqual(
    [...pages.keys()].sort(),
    ['changelog', 'developer', 'user'].map((kind) => `content/docs/${kind}/v1-to-main.mdx`),
  );
});

test('two concurrent calls for the same branch return the same pull request', async () => {
  const { sha } = await github.resolve(repo, 'side', signal);
  const committedAt = '2026-11-01T00:00:00Z';
  const files = [{ path: 'x.mdx', content: 'one\n' }];
  const branch = 'docs/race';
  await github.pulls?.commitFiles(
    repo,
    { branch, parent: sha, committedAt, message: 'x', files, replaces: undefined },
    signal,
  );
  const draft = { title: 'Docs', body: 'Words', branch, target: 'main' };
  const [one, two] = await Promise.all([
    github.pulls?.open(repo, draft, signal),
    github.pulls?.open(repo, draft, signal),
  ]);
  assert.deepEqual(one, two);
  await github.pulls?.update(repo, one?.number as number, { ...draft, title: 'Other' }, signal);
  assert.equal((await github.pulls?.find(repo, one?.number as number, signal))?.title, 'Other');
  await assert.rejects(
    github.pulls?.open(repo, { ...draft, branch: 'docs/none' }, signal) as Promise<unknown>,
    { code: 'VALIDATION_ERROR' },
  );
});

test('an error of GitHub is reported with the right code and field', async () => {
  const unknown = await generate({ openPr: true, triggerWorkflow: true, workflowIdOrFile: 'none.yml' });
  assert.deepEqual([unknown.status, Object.keys(unknown.body.error.details)], [400, ['workflowIdOrFile']]);
  const unauthorized = await openGitHub('bad');
  await assert.rejects(unauthorized.findRepository(repo, signal), { code: 'FORBIDDEN' });
});

test('all requests and responses of this file conform to GitHub’s API description', () => {
  const operations = new Set(
    hub.exchanges.map(({ method, path }) => `${method} ${path.split('/').slice(4, 6).join('/')}`),
  );
  assert.deepEqual(
    [
      'GET ',
      'GET commits',
      'GET git/trees',
      'GET git/blobs',
      'GET git/ref',
      'GET git/commits',
      'GET pulls',
      'POST git/trees',
      'POST git/commits',
      'POST git/refs',
      'POST pulls',
    ].filter((operation) => !operations.has(operation)),
    [],
    'some operations were not used',
  );
  assert.deepEqual(findApiViolations(hub.exchanges, { responses: 'complete' }), []);
});

test('the API check finds each kind of wrong exchange', () => {
  const right: Exchange = {
    method: 'POST',
    path: '/repos/acme/right/pulls',
    query: new URLSearchParams(),
    requestBody: { title: 'x', head: 'a', base: 'b' },
    status: 401,
    responseBody: { message: 'Bad credentials' },
  };
  const get = { method: 'GET', requestBody: undefined };
  const wrong: [change: Partial<Exchange>, message: RegExp][] = [
    [{ path: '/repos/acme/site/pull' }, /no such path/],
    [{ method: 'PUT' }, /'put' does not exist/],
    [{ requestBody: { title: 'x', head: 'a' } }, /'base' is missing/],
    [{ requestBody: { title: 'x', head: 'a', base: 'b', labels: ['docs'] } }, /'"labels"' does not exist/],
    [{ requestBody: { title: 'x', head: 'a', base: 7 } }, /'number' is not assignable to type 'string'/],
    [{ status: 418 }, /no such status/],
    [{ status: 201, responseBody: { number: 1 } }, /missing the following properties/],
    [{ status: 201, responseBody: undefined }, /not assignable/],
    [{ ...get, query: new URLSearchParams('state=every') }, /'"every"' is not assignable/],
    [{ ...get, query: new URLSearchParams('branch=x') }, /'"branch"' does not exist/],
    [{ ...get, path: '/repos/acme/site/pulls/one' }, /'"one"' is not assignable/],
  ];
  const found = findApiViolations(
    [right, ...wrong.map(([change]) => ({ ...right, path: '/repos/acme/site/pulls', ...change }))],
    { responses: 'complete' },
  );
  for (const [change, message] of wrong)
    assert.ok(
      found.some((violation) => message.test(violation)),
      `${JSON.stringify(change)} in ${found.join('\n')}`,
    );
  assert.deepEqual(
    [found.length, found.filter((violation) => violation.includes('right'))],
    [wrong.length, []],
  );
});

test('the API check accepts responses with a part of the fields', () => {
  const exchanges = [
    { number: 7, state: 'open' },
    { number: 8, state: 'merged' },
    { number: 9, iid: 9 },
  ].map(
    (responseBody): Exchange => ({
      method: 'GET',
      path: `/repos/acme/site/pulls/${responseBody.number}`,
      query: new URLSearchParams(),
      requestBody: undefined,
      status: 200,
      responseBody,
    }),
  );
  const [merged, iid, ...more] = findApiViolations(exchanges, { responses: 'partial' });
  assert.match(merged ?? '', /pulls\/8.*"merged"/);
  assert.match(iid ?? '', /pulls\/9.*'"iid"' does not exist/);
  assert.deepEqual(more, []);
});
