import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newRepositories } from '../../../test/support/git-history.ts';
import { openLocalRepository } from '../../../test/support/local-repository.ts';
import { aliasTargets, readTypeScriptAliases } from '../surface/packages/import-aliases.ts';
import { readPackedFiles } from '../surface/packages/packed-files.ts';
import { analyzeChange } from './analyze-change.ts';

const repositories = newRepositories();
after(() => repositories.remove());
let count = 0;

async function analyze(before: Record<string, string>, changed: Record<string, string>) {
  const name = `r${++count}`;
  repositories.add(
    `acme/${name}`,
    [
      { message: 'a', files: before },
      { message: 'b', files: changed },
    ],
    { start: 1 },
  );
  const repository = openLocalRepository(repositories.root, 'acme', name);
  const [base, head] = [await repository.resolve('start'), await repository.resolve('main')];
  const limits = { commitsMax: 100, filesMax: 100, fileBytesMax: 100_000 };
  return analyzeChange(repository, { base, head }, limits, () => {});
}

test('files of a manifest tell what is packed, unless a build writes them', () => {
  const paths = ['package.json', 'lib/a.js', 'lib/b.test.js', 'tools/x.js'];
  const packed = readPackedFiles(['lib', '!**/*.test.js'], undefined, paths);
  assert.deepEqual(
    paths.map((path) => packed?.(path)),
    [true, true, false, false],
  );
  assert.equal(readPackedFiles(['lib', 'dist'], undefined, paths), undefined);
  assert.equal(readPackedFiles(['dist/*.js'], undefined, [...paths, 'dist/a.js']), undefined);
  const compiled = ['lib/a.js', 'lib/b.js', 'src/lib/a.js', 'src/lib/b.js', 'src/lib/new.js'];
  assert.equal(readPackedFiles(['lib'], undefined, compiled), undefined, 'src is what lib is made of');
  const ignored = readPackedFiles(undefined, '# no\ntools/\n*.test.js\n!lib/b.test.js\n', paths);
  assert.deepEqual(
    paths.map((path) => ignored?.(path)),
    [true, true, true, false],
  );
  assert.equal(readPackedFiles(undefined, undefined, paths), undefined);
  assert.equal(readPackedFiles(undefined, 'src/**\n', compiled), undefined, 'without its source it is built');
});

test('paths of tsconfig.json are followed, also those of a file that it extends', () => {
  const texts: Record<string, string> = {
    'app/tsconfig.json': '{ "extends": "../tsconfig.base", /* none of its own */ }',
    'tsconfig.base.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"], }, }, } // end',
  };
  const aliases = readTypeScriptAliases('app/tsconfig.json', (path) => texts[path]);
  assert.deepEqual(aliasTargets(aliases, 'app/index.ts', '@/parts/list'), ['src/parts/list']);
  assert.deepEqual(aliasTargets(aliases, 'other/index.ts', '@/parts/list'), []);
  assert.deepEqual(aliasTargets(aliases, 'app/index.ts', 'react'), []);
});

test('a re-export through an alias is public, and what npm leaves out is not', async () => {
  const manifest = {
    name: 'x',
    exports: './src/index.ts',
    files: ['src'],
    imports: { '#deep/*': './src/deep/*.ts' },
  };
  const { surface, commits } = await analyze(
    {
      'package.json': JSON.stringify(manifest),
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      'src/index.ts': "export * from '@/parts';\nexport { b } from '#deep/b';",
      'src/parts.ts': 'export function a(one: string): void {}',
      'src/deep/b.ts': 'export const b = (): string => "";',
      'kitchen/cook.ts': 'export const port = process.env.COOK_PORT;',
    },
    {
      'src/parts.ts': 'export function a(one: string, two: string): void {}',
      'src/deep/b.ts': 'export const c = 1;',
      'kitchen/cook.ts': 'export const port = process.env.CHEF_PORT;',
    },
  );
  assert.deepEqual(
    surface.filter(({ isInternal }) => !isInternal).map(({ change, name, grade }) => [change, name, grade]),
    [
      ['removed', 'b', 'breaks'],
      ['changed', 'a', 'breaks'],
    ],
  );
  assert.equal(commits[0]?.touchesProduct, true);
  const { commits: unpacked } = await analyze(
    {
      'package.json': JSON.stringify({ ...manifest, imports: {} }),
      'src/index.ts': 'export {};',
      'kitchen/a.ts': '1',
    },
    { 'kitchen/a.ts': '2' },
  );
  assert.equal(unpacked[0]?.touchesProduct, false);
});

test('places that were adapted within the range show how to adapt', async () => {
  const test = (call: string) => `import { open } from '../src/index.js';\n${call};\n${call};\n`;
  const { surface } = await analyze(
    {
      'package.json': JSON.stringify({ name: 'x', exports: './src/index.ts' }),
      'src/index.ts': 'export function open(one: string): void {}',
      'test/a.test.ts': test("open('x')"),
    },
    {
      'src/index.ts': 'export function open(one: string, two: string): void {}',
      'test/a.test.ts': test("open('x', 'y')"),
    },
  );
  assert.deepEqual(surface[0]?.callSites, { count: 2, path: 'test/a.test.ts' });
});
