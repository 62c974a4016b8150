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
import { openCopy } from './copy.ts';
import { gitAddressOf } from './git-address.ts';
import { startRelay } from './relay.ts';

type Fake = Awaited<ReturnType<typeof startFakeHost>>;

const signal = AbortSignal.timeout(300_000);
const limits = { commitsMax: 1_000, filesMax: 1_000 };
const repo = { owner: 'acme', name: 'large' };
const searchPath = process.env.PATH as string;
const outbound = newOutboundClients();
after(outbound.close);
/** Closed at the end of the block. */
const opened = async (address: RemoteAddress) => {
  const host = await openCodeHost(address, outbound);
  return { ...host, [Symbol.asyncDispose]: host.close };
};
const copiesLeft = () => readdirSync(tmpdir()).filter((name) => name.startsWith('docket-copy-')).length;

describe('a range beyond what the API of a code host tells', () => {
  const repositories = newRepositories();
  const fakes = new Map<FakeKind, Fake>();
  let local: CodeHost;

  const sharedFolder = process.env.TMPDIR;
  const ownFolder = mkdtempSync(path.join(tmpdir(), 'docket-copies-'));
  // Copies that other tests make at the same time are none of our business.
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
    copies: { searchPath, bytesMax: 50_000_000 },
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
    test(`is read with git, as if the repository were here: ${kind}`, async () => {
      const fake = fakes.get(kind) as Fake;
      const before = copiesLeft();
      fake.calls.length = 0;
      {
        await using host = await opened(addressOf(kind));
        const comparison = await compare(host);
        assert.deepEqual(comparison, await compare(local));
        const file = comparison.files.find((one) => one.path === 'a.ts');
        const read: string[] = [];
        await host.readBlobs(repo, [file?.before, file?.after] as string[], 1_000, signal, (_, bytes) =>
          read.push(bytes.toString()),
        );
        assert.deepEqual(read.sort(), ['export const a = 1;\n', 'export const a = 2;\n']);
        assert.equal(copiesLeft(), before + 1);
      }
      assert.equal(copiesLeft(), before, 'nothing is left behind');
      assert.ok(!fake.calls.some((call) => call.path.includes('/blobs/')), 'no request for each file');
    });

  const attempt = async (more: Partial<RemoteAddress>, within = signal) => {
    const address = addressOf('github', more);
    await using host = await opened(address);
    const [base, head] = [
      await local.resolve(repo, 'base', signal),
      await local.resolve(repo, 'main', signal),
    ];
    return await host.compare(repo, base, head, limits, within);
  };

  test('a host that sends everything, because it knows no filter, is read all the same', async () => {
    const fake = fakes.get('gitea') as Fake;
    fake.state.git = { 'uploadpack.allowFilter': 'false' };
    await using host = await opened(addressOf('gitea'));
    assert.deepEqual(await compare(host), await compare(local));
    fake.state.git = {};
  });

  test('git is never told the token, nor where the host is, and shows nothing to the list of processes', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'docket-git-'));
    const log = path.join(folder, 'log');
    writeFileSync(
      path.join(folder, 'git'),
      `#!/bin/sh\nexport | grep -v ' PATH=' >> ${log}.environment\necho "$@" >> ${log}.arguments\nPATH=\${PATH#*:} exec git "$@"\n`,
      { mode: 0o755 },
    );
    const copies = { searchPath: `${folder}:${searchPath}`, bytesMax: 50_000_000 };
    await attempt({ copies });
    const [said, given] = [
      readFileSync(`${log}.arguments`, 'utf8'),
      readFileSync(`${log}.environment`, 'utf8'),
    ];
    rmSync(folder, { recursive: true });
    assert.match(said, / fetch .* host$/m);
    const { host } = new URL((fakes.get('github') as Fake).origin);
    for (const text of [said, given]) {
      assert.doesNotMatch(text, /good-token|Basic|authorization/i);
      assert.ok(!text.includes(host));
    }
    const key = /x-docket-relay: ([\w-]+)/.exec(given)?.[1] as string;
    assert.ok(key.length > 20 && !said.includes(key), 'who sees the arguments cannot come in');
  });

  test('a door to one repository is open to its own git alone, and for two services', async () => {
    const { origin } = fakes.get('github') as Fake;
    const relay = await startRelay({
      title: 'GitHub',
      address: new URL(`${origin}/acme/large.git`),
      headers: { authorization: `Basic ${btoa('x:good-token')}` },
      outbound: outbound.private,
      bytesMax: 1_000_000,
      signal,
    });
    const [name = '', key = ''] = relay.header.split(': ');
    const ask = (where: string, headers = { [name]: key }) => fetch(`${relay.url}${where}`, { headers });
    const refs = '/info/refs?service=git-upload-pack';
    assert.equal((await ask(refs)).status, 200);
    for (const [where, headers] of [
      [refs, {}],
      [refs, { [name]: 'guess' }],
      ['/info/refs?service=git-other', { [name]: key }],
      ['/HEAD', { [name]: key }],
      ['/../other.git/info/refs?service=git-upload-pack', { [name]: key }],
    ] as [string, Record<string, string>][])
      assert.equal((await ask(where, headers)).status, 404, where);
    await relay.close();
  });

  test('what goes wrong is said as everywhere: whose fault it is, and what to do', async () => {
    const before = copiesLeft();
    const fake = fakes.get('github') as Fake;
    const copies = { searchPath, bytesMax: 2_000 };
    await assert.rejects(attempt({ copies }), (error: Refusal) =>
      /more than 0 MB.*DOCS_COPY_MB_MAX/.test(String(error.details?.head)),
    );
    const answers: [number, RegExp, string, number | undefined][] = [
      [403, /GitHub answered 403: not yours/, 'FORBIDDEN', undefined],
      [429, /GitHub answered 429/, 'UPSTREAM_ERROR', 60],
      [503, /GitHub answered 503: not yours/, 'UPSTREAM_ERROR', 30],
      [302, /GitHub/, 'UPSTREAM_ERROR', 30],
    ];
    for (const [status, words, code, seconds] of answers) {
      fake.state.gitFails = [status, 'not yours', { location: 'https://elsewhere.example/x' }];
      await assert.rejects(attempt({}), (error: Refusal) => {
        assert.deepEqual([error.code, error.retryAfterSeconds], [code, seconds]);
        return words.test(error.message);
      });
    }
    fake.state.gitFails = undefined;
    await assert.rejects(
      attempt({ copies: { searchPath: '/nowhere', bytesMax: 1 } }),
      (error: Refusal) => error.code === 'UNAVAILABLE' && /git is not installed/.test(error.message),
    );
    assert.equal(copiesLeft(), before, 'nothing is left behind');
  });

  test('who is told to stop stops, wherever git is, and leaves nothing', async () => {
    const before = copiesLeft();
    const fake = fakes.get('github') as Fake;
    const stopping = new AbortController();
    fake.state.hold = ({ path: asked }) => {
      if (!asked.endsWith('/git-upload-pack')) return undefined;
      stopping.abort(new Error('enough'));
      return new Promise(() => {});
    };
    await assert.rejects(attempt({}, stopping.signal), /enough/);
    fake.state.hold = undefined;
    assert.equal(copiesLeft(), before);
  });

  test('a renamed repository is followed, within its host', async (t) => {
    const fake = fakes.get('github') as Fake;
    fake.state.renamed = { '/acme/before.git': '/acme/large.git' };
    const connection = { ...addressOf('github'), outbound: outbound.private };
    const copy = await openCopy(connection, { owner: 'acme', name: 'before' }, 40, signal);
    t.after(copy.close);
    const { sha } = await local.resolve(repo, 'main', signal);
    await copy.bring([sha], '--filter=tree:0');
    assert.equal(
      (await gitText({ ...copy.repository, signal, args: ['cat-file', '-t', sha] })).trim(),
      'commit',
    );
  });
});

test('where git finds a repository follows from where the API is', () => {
  const at = (kind: FakeKind, apiUrl: string) =>
    gitAddressOf({ kind, apiUrl } as RemoteAddress, { owner: 'acme', name: 'site' }).href;
  assert.equal(at('github', 'https://api.github.com'), 'https://github.com/acme/site.git');
  assert.equal(at('github', 'https://api.acme.ghe.com'), 'https://acme.ghe.com/acme/site.git');
  assert.equal(at('github', 'https://git.acme.org/api/v3'), 'https://git.acme.org/acme/site.git');
  assert.equal(at('gitlab', 'https://gitlab.com/api/v4'), 'https://gitlab.com/acme/site.git');
  assert.equal(at('gitea', 'https://acme.org/git/api/v1/'), 'https://acme.org/git/acme/site.git');
});
