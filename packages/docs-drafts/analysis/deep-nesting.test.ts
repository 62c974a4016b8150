import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyze, type Files, files, go, manifest, py, ts } from '../two-versions.support.ts';

const levels = 20_000;
const nested = (open: string, inside: string, close = '') =>
  open.repeat(levels) + inside + close.repeat(levels);
/** As many levels as an indented file of less than 1 MB can have. */
const indented = (head: string, last: string) =>
  [...Array(1_200).keys()].map((level) => `${' '.repeat(level)}${head}\n`).join('') +
  `${' '.repeat(1_200)}${last}\n`;
const js = (before: string, after: string): [Files, Files] => {
  const setting = JSON.stringify({ name: 'lib', main: './index.js' });
  return [
    { 'package.json': setting, 'index.js': before },
    { 'package.json': setting, 'index.js': after },
  ];
};

const sources: [name: string, versions: [Files, Files], path: string][] = [
  ['a Go slice', go('func F(a int) {}', `func F(a ${nested('[]', 'int')}) {}`), 'lib.go'],
  ['a Go pointer', go('func F() {}', `func F(a ${nested('*', 'int')}) {}`), 'lib.go'],
  ['a Go map', go('func F() {}', `func F(a ${nested('map[string]', 'int')}) {}`), 'lib.go'],
  ['a Go function', go('type A int', `type A ${nested('func(', '', ')')}`), 'lib.go'],
  ['blocks of Python', py('x = 1', indented('if x:', 'y = 1')), 'lib/core.py'],
  ['classes of Python', py('x = 1', indented('class A:', 'y = 1')), 'lib/core.py'],
  [
    'conditions in a class of Python',
    py('x = 1', indented('class A:', 'y = 1').replaceAll(' class A', ' if x')),
    'lib/core.py',
  ],
  [
    'a TypeScript list',
    ts('export type A = 1;', `export type A = string${nested('[]', '')};`),
    'src/index.ts',
  ],
  [
    'a TypeScript bracket',
    ts('export type A = 1;', `export type A = ${nested('(', '1', ')')};`),
    'src/index.ts',
  ],
  [
    'a TypeScript object type',
    ts('export const a = 1;', `export let a: ${nested('{ a: ', '1', ' }')};`),
    'src/index.ts',
  ],
  [
    'a TypeScript namespace',
    ts('export const a = 1;', nested('export namespace a { ', '', ' }')),
    'src/index.ts',
  ],
  ['a JavaScript object', js('exports.a = 1', `exports.a = ${nested('{ a: ', '1', ' }')}`), 'index.js'],
  [
    'a JavaScript pattern',
    js('exports.a = 1', `const ${nested('[', 'a', ']')} = 1; exports.a = a`),
    'index.js',
  ],
  [
    'a chain of JavaScript members',
    js('exports.a = 1', `exports.a = require('b')${nested('.c', '')}`),
    'index.js',
  ],
];

for (const [name, [before, after], path] of sources)
  test(`a file that nests ${name} without an end is left out, and the other files are compared`, async () => {
    const other = { 'go.mod': 'module lib\n\ngo 1.22\n', 'other/other.go': 'package other\nfunc A() {}\n' };
    const { surface, tooDeep } = await analyze(
      { ...other, ...before },
      { ...other, ...after, 'other/other.go': 'package other\n' },
    );
    assert.deepEqual(tooDeep, [path]);
    const told = surface.map(({ change, name: what }) => `${change} ${what}`);
    assert.deepEqual(told, ['removed A']);
  });

test('manifests and settings that nest without an end count as unreadable', async () => {
  const deep = nested('{"a":', '1', '}');
  const [before, after] = files(
    { 'package.json': manifest({ types: undefined }), 'src/index.ts': 'export const a = 1;' },
    {
      'package.json': `{"name":"lib","exports":${deep}}`,
      'tsconfig.json': `{"compilerOptions":{"paths":{"a":${nested('[', '', ']')}}}}`,
      'openapi.json': `{"paths":${deep}}`,
      'src/index.ts': 'export const a = 2;',
    },
  );
  assert.deepEqual((await analyze(before, after)).surface, []);
});

test('a list of lists that a type is printed with as text is compared in time', async () => {
  const type = (name: string) => `export type A<T> = T extends 1 ? 2 : ${name}${nested('[]', '')};`;
  const { tooDeep } = await analyze(...ts(type('string'), type('number')));
  assert.deepEqual(tooDeep, []);
});
