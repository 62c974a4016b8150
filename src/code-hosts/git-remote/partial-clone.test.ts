import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type FakeKind, startFakeHost } from '../../../test/support/fake-code-host.ts';
import { newRepositories } from '../../../test/support/git-history.ts';
import type { Refusal } from '../../platform/errors.ts';
import { newOutboundClients } from '../../platform/outbound-http/index.ts';
import type { CodeHost } from '../code-host.ts';
import { gitText } from '../local-git/git-command.ts';
import { openCodeHost } from '../open-code-host.ts';
import type { RemoteAddress } from '../remote-address.ts';
import { gitUrl } from './git-url.ts';
import { openPartialClone } from './partial-clone.ts';
import { startRelay } from './relay.ts';

type Fake = Awaited<ReturnType<typeof startFakeHost>>;

const signal = AbortSignal.timeout(300_000);
const limits = { commitsMax: 1_000, filesMax: 1_000 };
const repo = { owner: 'acme', name: 'large' };
const searchPath = process.env.PATH as string;
const outbound = newOutboundClients();
after(outbound.close);
/** The host is closed at the end of the block. */
const openDisposable = async (address: RemoteAddress) => {
  const host = await openCodeHost(address, outbound);
  return { ...host, [Symbol.asyncDispose]: host.close };
};
const countClones = () => readdirSync(tmpdir()).filter((name) => name.startsWith('docket-copy-')).length;

describe('a comparison beyond the API limits of a code host', () => {
  const repositories = newRepositories();
  const fakes = new Map<FakeKind, Fake>();
  let local: CodeHost;

  const sharedFolder = process.env.TMPDIR;
  const ownFolder = mkdtempSync(path.join(tmpdir(), 'docket-copies-'));
  // A folder of its own, so that clones of other tests are not counted.
  before(() => {
    process.env.TMPDIR = ownFolder;
  });
  after(() => {
    if (sharedFolder === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = sharedFolder;
    rmSync(ownFolder, { recursive: true });
  });
  before(async () => {
    const many = Array.from({ length: 320 }, (_, i) => [`src/f${i}.ts`, `export const f${i} = 1;\n`]);
    repositories.add(
      'acme/large',
      [
        { message: 'start', files: { 'a.ts': 'export const a = 1;\n', 'old.ts': 'same words\n'.repeat(20) } },
        { message: 'aside', branch: 'aside', parents: [1], files: { 'aside.ts': 'x' } },
        { message: 'feat: many', files: Object.fromEntries(many) },
        { message: 'merge', parents: [3, 2], files: { 'aside.ts': 'x' } },
        {
          message: 'move',
          files: {
            'old.ts': null,
            'new.ts': `${'same words\n'.repeat(20)}and more\n`,
            'a.ts': 'export const a = 2;\n',
          },
        },
        { message: 'ahead on the base', branch: 'base', parents: [1], files: { 'b.ts': 'b' } },
      ],
      { v1: 1 },
    );
    local = await openCodeHost({ kind: 'local', root: repositories.root, searchPath }, outbound);
    for (const kind of ['github', 'gitlab', 'gitea'] as const)
      fakes.set(kind, await startFakeHost(kind, repositories.root));
  });
  after(async () => {
    for (const fake of fakes.values()) await fake.close();
    repositories.remove();
  });

  const addressOf = (kind: FakeKind, more: Partial<RemoteAddress> = {}): RemoteAddress => ({
    kind,
    apiUrl: fakes.get(kind)?.origin as string,
    token: 'good-token',
    egress: 'private',
    clones: { searchPath, bytesMax: 50_000_000 },
    followsRenames: true,
    ...more,
  });
  const compare = async (host: CodeHost, base = 'base', head = 'main') =>
    host.compare(
      repo,
      await host.resolve(repo, base, signal),
      await host.resolve(repo, head, signal),
      limits,
      signal,
    );

  for (const kind of ['github', 'gitlab', 'gitea'] as const)
    test(`a comparison beyond the API limits of ${kind} equals that of a local repository`, async () => {
      const fake = fakes.get(kind) as Fake;
      const before = countClones();
      fake.calls.length = 0;
      {
        await using host = await openDisposable(addressOf(kind));
        const comparison = await compare(host);
        assert.deepEqual(comparison, await compare(local));
        const file = comparison.files.find((one) => one.path === 'a.ts');
        const read: string[] = [];
        await host.readBlobs(repo, [file?.before, file?.after] as string[], 1_000, signal, (_, bytes) =>
          read.push(bytes.toString()),
        );
        assert.deepEqual(read.sort(), ['export const a = 1;\n', 'export const a = 2;\n']);
        assert.equal(countClones(), before + 1);
      }
      assert.equal(countClones(), before, 'the clone is removed');
      assert.ok(!fake.calls.some((call) => call.path.includes('/blobs/')), 'no request per file');
    });

  const compareOnGitHub = async (more: Partial<RemoteAddress>, within = signal) => {
    const address = addressOf('github', more);
    await using host = await openDisposable(address);
    const [base, head] = [
      await local.resolve(repo, 'base', signal),
      await local.resolve(repo, 'main', signal),
    ];
    return await host.compare(repo, base, head, limits, within);
  };

  test('a comparison works with a host that does not support partial clone filters', async () => {
    const fake = fakes.get('gitea') as Fake;
    fake.state.git = { 'uploadpack.allowFilter': 'false' };
    await using host = await openDisposable(addressOf('gitea'));
    assert.deepEqual(await compare(host), await compare(local));
    fake.state.git = {};
  });

  test('git gets neither the token nor the host, and no secret is visible in the process list', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'docket-git-'));
    const log = path.join(folder, 'log');
    writeFileSync(
      path.join(folder, 'git'),
      `#!/bin/sh\nexport | grep -v ' PATH=' >> ${log}.environment\necho "$@" >> ${log}.arguments\nPATH=\${PATH#*:} exec git "$@"\n`,
      { mode: 0o755 },
    );
    const clones = { searchPath: `${folder}:${searchPath}`, bytesMax: 50_000_000 };
    await compareOnGitHub({ clones });
    const [args, environment] = [
      readFileSync(`${log}.arguments`, 'utf8'),
      readFileSync(`${log}.environment`, 'utf8'),
    ];
    rmSync(folder, { recursive: true });
    assert.match(args, / fetch .* host$/m);
    const { host } = new URL((fakes.get('github') as Fake).origin);
    for (const text of [args, environment]) {
      assert.doesNotMatch(text, /good-token|Basic|authorization/i);
      assert.ok(!text.includes(host));
    }
    const key = /x-docket-relay: ([\w-]+)/.exec(environment)?.[1] as string;
    assert.ok(key.length > 20 && !args.includes(key), 'the relay key is not in the arguments');
  });

  test('the relay accepts only its own git, and only fetch and push of its repository', async () => {
    const { origin } = fakes.get('github') as Fake;
    const relay = await startRelay({
      title: 'GitHub',
      address: new URL(`${origin}/acme/large.git`),
      headers: { authorization: `Basic ${btoa('x:good-token')}` },
      outbound: outbound.private,
      followsRenames: true,
      bytesMax: 1_000_000,
      signal,
    });
    const [name = '', key = ''] = relay.header.split(': ');
    const request = (path: string, headers = { [name]: key }) => fetch(`${relay.url}${path}`, { headers });
    const refs = '/info/refs?service=git-upload-pack';
    assert.equal((await request(refs)).status, 200);
    for (const [path, headers] of [
      [refs, {}],
      [refs, { [name]: 'guess' }],
      ['/info/refs?service=git-other', { [name]: key }],
      ['/HEAD', { [name]: key }],
      ['/../other.git/info/refs?service=git-upload-pack', { [name]: key }],
    ] as [string, Record<string, string>][])
      assert.equal((await request(path, headers)).status, 404, path);
    await relay.close();
  });

  test('a failed fetch reports its cause, and when to retry', async () => {
    const before = countClones();
    const fake = fakes.get('github') as Fake;
    const clones = { searchPath, bytesMax: 2_000 };
    await assert.rejects(compareOnGitHub({ clones }), (error: Refusal) =>
      /more than 0 MB.*DOCS_COPY_MB_MAX/.test(String(error.details?.head)),
    );
    const answers: [number, RegExp, string, number | undefined][] = [
      [403, /GitHub returned 403: not yours/, 'FORBIDDEN', undefined],
      [429, /GitHub returned 429/, 'UPSTREAM_ERROR', 60],
      [503, /GitHub returned 503: not yours/, 'UPSTREAM_ERROR', 30],
      [302, /GitHub/, 'UPSTREAM_ERROR', 30],
    ];
    for (const [status, message, code, seconds] of answers) {
      fake.state.gitFails = [status, 'not yours', { location: 'https://elsewhere.example/x' }];
      await assert.rejects(compareOnGitHub({}), (error: Refusal) => {
        assert.deepEqual([error.code, error.retryAfterSeconds], [code, seconds]);
        return message.test(error.message);
      });
    }
    fake.state.gitFails = undefined;
    await assert.rejects(
      compareOnGitHub({ clones: { searchPath: '/nowhere', bytesMax: 1 } }),
      (error: Refusal) => error.code === 'UNAVAILABLE' && /git is not installed/.test(error.message),
    );
    assert.equal(countClones(), before, 'the clone is removed');
  });

  test('an aborted comparison stops git and removes its clone', async () => {
    const before = countClones();
    const fake = fakes.get('github') as Fake;
    const stopping = new AbortController();
    fake.state.hold = ({ path: requestPath }) => {
      if (!requestPath.endsWith('/git-upload-pack')) return undefined;
      stopping.abort(new Error('enough'));
      return new Promise(() => {});
    };
    await assert.rejects(compareOnGitHub({}, stopping.signal), /enough/);
    fake.state.hold = undefined;
    assert.equal(countClones(), before);
  });

  test('a clone follows the redirect of a renamed repository on the same host', async (t) => {
    const fake = fakes.get('github') as Fake;
    fake.state.renamed = { '/acme/before.git': '/acme/large.git' };
    const connection = { ...addressOf('github'), outbound: outbound.private };
    const clone = await openPartialClone(connection, { owner: 'acme', name: 'before' }, 40, signal);
    t.after(clone.close);
    const { sha } = await local.resolve(repo, 'main', signal);
    await clone.fetchObjects([sha], '--filter=tree:0');
    assert.equal(
      (await gitText({ ...clone.repository, signal, args: ['cat-file', '-t', sha] })).trim(),
      'commit',
    );
  });
});

test('the git URL of a repository is derived from the API URL', () => {
  const urlFor = (kind: FakeKind, apiUrl: string) =>
    gitUrl({ kind, apiUrl } as RemoteAddress, { owner: 'acme', name: 'site' }).href;
  assert.equal(urlFor('github', 'https://api.github.com'), 'https://github.com/acme/site.git');
  assert.equal(urlFor('github', 'https://api.acme.ghe.com'), 'https://acme.ghe.com/acme/site.git');
  assert.equal(urlFor('github', 'https://git.acme.org/api/v3'), 'https://git.acme.org/acme/site.git');
  assert.equal(urlFor('gitlab', 'https://gitlab.com/api/v4'), 'https://gitlab.com/acme/site.git');
  assert.equal(urlFor('gitea', 'https://acme.org/git/api/v1/'), 'https://acme.org/git/acme/site.git');
});
