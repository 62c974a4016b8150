import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { newRepositories } from '../../../test/support/git-history.ts';
import { Refusal } from '../../platform/errors.ts';
import type { CodeHost } from '../code-host.ts';
import { isRefName, parseRepositoryName } from '../repository-name.ts';
import { newLocalGit } from './local-git.ts';
import { parseOrigin } from './web-url.ts';

const searchPath = process.env.PATH as string;
const signal = AbortSignal.timeout(300_000);
const limits = { commitsMax: 100, filesMax: 100 };
const repo = { owner: 'acme', name: 'odd' };
const repositories = newRepositories();
let host: CodeHost;

before(() => {
  host = newLocalGit({ kind: 'local', root: repositories.root, searchPath });
  repositories.add(
    'acme/odd',
    [
      {
        message: 'start',
        files: {
          'a.txt': 'one\r\ntwo\r\n',
          'old/name.ts': 'export const a = 1;\n'.repeat(20),
          'image.bin': Buffer.from([0, 1, 2, 255]),
          'with "quotes"\tand\ttabs': 'x',
        },
      },
      {
        message: Buffer.from('gr\u00fc\u00dfe', 'latin1'),
        encoding: 'ISO-8859-1',
        author: 'Bjorn',
        files: { 'b.txt': 'b' },
      },
      { message: 'on the side', branch: 'side', parents: [1], files: { 'side.txt': 's' } },
      {
        message: 'Merge pull request #12 from acme/side\n\nA title',
        parents: [2, 3],
        files: { 'side.txt': 's' },
      },
      {
        message: 'move',
        files: {
          'old/name.ts': null,
          'new/name.ts': `${'export const a = 1;\n'.repeat(20)}export const b = 2;\n`,
          'image.bin': Buffer.from([0, 9]),
        },
      },
      { message: 'long', files: { 'long.ts': `export const x = '${'a'.repeat(10_000_000)}';` } },
      {
        message: 'bytes',
        files: [
          [Buffer.from([0x66, 0xfc, 0x2e, 0x74, 0x78, 0x74]), 'umlaut'],
          [Buffer.from('new\nline'), 'n'],
        ],
      },
      { message: 'sub', submodules: { lib: '1234567890123456789012345678901234567890' } },
      { message: '', files: { 'empty-message': '' } },
      { message: 'alone', branch: 'orphan', parents: [], files: { 'other.txt': 'o' } },
    ],
    { start: 1 },
  );
});
after(() => repositories.remove());

const compare = async (from: string, to: string) =>
  host.compare(
    repo,
    await host.resolve(repo, from, signal),
    await host.resolve(repo, to, signal),
    limits,
    signal,
  );

test('merges, renames, binary files, submodules and non-UTF-8 names are compared correctly', async () => {
  const { commits, files, mergeBase } = await compare('start', 'main');
  assert.equal(mergeBase, (await host.resolve(repo, 'start', signal)).sha);
  assert.deepEqual(
    commits.map(({ message, isMerge, author }) => [message.split('\n')[0], isMerge, author]),
    [
      ['', false, 'Ada'],
      ['sub', false, 'Ada'],
      ['bytes', false, 'Ada'],
      ['long', false, 'Ada'],
      ['move', false, 'Ada'],
      ['Merge pull request #12 from acme/side', true, 'Ada'],
      ['on the side', false, 'Ada'],
      ['grüße', false, 'Bjorn'],
    ],
  );
  assert.deepEqual(
    files.map(({ kind, path: name, previousPath, isSubmodule }) => [kind, name, previousPath, isSubmodule]),
    [
      ['added', 'b.txt', undefined, false],
      ['added', 'empty-message', undefined, false],
      ['added', 'f\\xfc.txt', undefined, false],
      ['modified', 'image.bin', undefined, false],
      ['added', 'lib', undefined, true],
      ['added', 'long.ts', undefined, false],
      ['added', 'new\nline', undefined, false],
      ['renamed', 'new/name.ts', 'old/name.ts', false],
      ['added', 'side.txt', undefined, false],
    ],
  );
  assert.deepEqual(commits.find(({ message }) => message === 'move')?.paths.sort(), [
    'image.bin',
    'new/name.ts',
    'old/name.ts',
  ]);
  assert.deepEqual(commits.find(({ isMerge }) => isMerge)?.paths, []);
});

test('of a commit with many files, at least one path of each folder is kept', async () => {
  const many = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`a/${index}.txt`, '1']));
  repositories.add(
    'acme/large',
    [
      { message: 'first', files: { x: '1' } },
      { message: 'second', files: { ...many, 'z/last.ts': '1' } },
    ],
    { start: 1 },
  );
  const large = { owner: 'acme', name: 'large' };
  const [base, head] = [
    await host.resolve(large, 'start', signal),
    await host.resolve(large, 'main', signal),
  ];
  const { commits } = await host.compare(large, base, head, limits, signal);
  assert.equal(commits[0]?.paths.length, 51);
  assert.equal(commits[0]?.paths.at(-1), 'z/last.ts');
});

test('blobs are read completely, and those over the limit are skipped', async () => {
  const { files } = await compare('start', 'main');
  const wanted = files.flatMap(({ after: id }) => id ?? []);
  const got = new Map<string, number>();
  await host.readBlobs(repo, [...wanted, '0'.repeat(39).concat('1')], 1_000, signal, (id, bytes) =>
    got.set(id, bytes.length),
  );
  const idOf = (name: string) => files.find((file) => file.path === name)?.after as string;
  assert.equal(got.get(idOf('new/name.ts')), 20 * 20 + 20);
  assert.equal(got.get(idOf('empty-message')), 0);
  assert.equal(got.has(idOf('long.ts')), false);
  const long = new Map<string, number>();
  await host.readBlobs(repo, [idOf('long.ts')], 20_000_000, signal, (id, bytes) =>
    long.set(id, bytes.length),
  );
  assert.equal(long.get(idOf('long.ts')), 10_000_000 + 20);
});

test('an equal range has no changes, and unrelated histories are compared directly', async () => {
  assert.deepEqual(await compare('main', 'main').then(({ commits, files }) => [commits, files]), [[], []]);
  const unrelated = await compare('start', 'orphan');
  assert.equal(unrelated.mergeBase, undefined);
  assert.equal(unrelated.commits.length, 1);
  assert.ok(unrelated.files.some(({ path: name, kind }) => name === 'other.txt' && kind === 'added'));
});

test('the files of a local commit are listed with their ids', async () => {
  const files = await host.listFiles(
    repo,
    await host.resolve(repo, 'start', signal),
    (name) => name.endsWith('.txt'),
    signal,
  );
  assert.deepEqual([...files.keys()], ['a.txt']);
});

test('a comparison over a limit is refused', async () => {
  const [base, head] = [await host.resolve(repo, 'start', signal), await host.resolve(repo, 'main', signal)];
  await assert.rejects(
    host.compare(repo, base, head, { commitsMax: 3, filesMax: 100 }, signal),
    refusal('VALIDATION_ERROR'),
  );
  await assert.rejects(
    host.compare(repo, base, head, { commitsMax: 100, filesMax: 3 }, signal),
    refusal('VALIDATION_ERROR'),
  );
});

test('a ref that git could take for an option, an expression or a path is refused', async () => {
  for (const ref of ['main', 'v1.0.0', 'feature/x', 'main~2', 'v1^', 'a-b_c.d', 'ünï'])
    assert.ok(isRefName(ref), ref);
  for (const ref of [
    '-x',
    '--all',
    'a..b',
    'a b',
    'a:b',
    'a@{1}',
    '',
    'a//b',
    '/a',
    'a/',
    '.a',
    'a\n',
    'x.lock',
    'a[b',
    'a?',
    'a*',
    'a\\b',
    ':/fix',
    '^main',
    'a\0',
    'x'.repeat(251),
  ])
    assert.ok(!isRefName(ref), ref);
  for (const ref of ['nowhere', 'main~999', '0'.repeat(40), '--output=/tmp/x'])
    await assert.rejects(host.resolve(repo, ref, signal), refusal('NOT_FOUND'));
});

test('a repository name cannot lead out of the root folder, not even through a symbolic link', async () => {
  for (const name of ['acme/site', 'a/b', 'Acme-1/my.site_2']) assert.ok(parseRepositoryName(name), name);
  for (const name of [
    'site',
    'a/b/c',
    '../x',
    'a/..',
    'a/../b',
    '-a/b',
    'a/-b',
    '.a/b',
    'a/b.git',
    'a/.b',
    'a/b.',
    '/a/b',
    'a/b/',
    'a\\b/c',
    'a/b\0',
    'ä/b',
    `a/${'x'.repeat(101)}`,
  ])
    assert.equal(parseRepositoryName(name), undefined, name);
  const outside = newRepositories();
  outside.add('x/y', [{ message: 'secret', files: { a: 'a' } }]);
  mkdirSync(path.join(repositories.root, 'link'));
  symlinkSync(path.join(outside.root, 'x/y.git'), path.join(repositories.root, 'link/y.git'));
  assert.equal(await host.hasRepository({ owner: 'link', name: 'y' }, signal), false);
  await assert.rejects(host.findRepository({ owner: 'link', name: 'y' }, signal), refusal('NOT_FOUND'));
  outside.remove();
});

test('commands in the configuration of a repository are not run', async () => {
  repositories.add('acme/trap', [
    { message: 'a', files: { a: 'a' } },
    { message: 'b', files: { a: 'b' } },
  ]);
  const trap = path.join(repositories.root, 'acme/trap.git');
  const proof = path.join(trap, 'was-run');
  const run = `touch ${proof}`;
  writeFileSync(
    path.join(trap, 'config'),
    `[core]\n\trepositoryformatversion = 0\n\tbare = true\n\tfsmonitor = ${run}\n\tpager = ${run}\n\tsshCommand = ${run}\n[diff]\n\texternal = ${run}\n[diff "x"]\n\ttextconv = ${run}\n\tcommand = ${run}\n[log]\n\tshowSignature = true\n[gpg]\n\tprogram = ${run}\n[filter "x"]\n\tsmudge = ${run}\n[remote "origin"]\n\turl = https://ada:secret@git.example.org/acme/trap.git\n\tpromisor = true\n`,
  );
  mkdirSync(path.join(trap, 'info'), { recursive: true });
  writeFileSync(path.join(trap, 'info/attributes'), '* diff=x filter=x\n');
  const name = { owner: 'acme', name: 'trap' };
  const [base, head] = [await host.resolve(name, 'main~1', signal), await host.resolve(name, 'main', signal)];
  const { files } = await host.compare(name, base, head, limits, signal);
  await host.readBlobs(
    name,
    files.flatMap(({ after: id }) => id ?? []),
    100,
    signal,
    () => {},
  );
  assert.equal((await host.findRepository(name, signal)).webUrl, 'https://git.example.org/acme/trap');
  await assert.rejects(
    import('node:fs/promises').then(({ access }) => access(proof)),
    { code: 'ENOENT' },
  );
});

test('the web page of a mirror is derived from its origin, without the credentials', () => {
  for (const [origin, page] of [
    ['https://github.com/acme/site.git', 'https://github.com/acme/site'],
    ['https://ada:token@git.example.org:8443/acme/site', 'https://git.example.org:8443/acme/site'],
    ['git@github.com:acme/site.git', 'https://github.com/acme/site'],
    ['ssh://git@git.example.org:2222/acme/site.git', 'https://git.example.org/acme/site'],
    ['/srv/git/site.git', undefined],
    ['file:///srv/site.git', undefined],
    ['', undefined],
  ] as const)
    assert.equal(parseOrigin(origin), page, origin);
});

test('a missing git command is reported as UNAVAILABLE', async () => {
  const bare = newLocalGit({ kind: 'local', root: repositories.root, searchPath: '/nowhere' });
  await assert.rejects(bare.resolve(repo, 'main', signal), refusal('UNAVAILABLE'));
});

const refusal = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code;
