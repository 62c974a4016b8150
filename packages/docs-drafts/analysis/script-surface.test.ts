import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crosswise, type Files, files, manifest, ts, verdicts } from '../two-versions.support.ts';

/** Two versions of the entry file of a package without types. */
const js = (before: string, after: string): [Files, Files] => [
  { 'package.json': manifest({ types: undefined, main: './index.js' }), 'index.js': before },
  { 'package.json': manifest({ types: undefined, main: './index.js' }), 'index.js': after },
];
const umd = (body: string) =>
  `(function (root, factory) {
     if (typeof define === 'function') define([], factory);
     else module.exports = factory();
   })(this, function () { ${body} });`;

const tangle = crosswise(
  (name, bases) => `export interface ${name} ${bases.length > 0 ? `extends ${bases.join()}` : ''} {}`,
);

const pairs: [guarantee: string, versions: [Files, Files], expected: string[]][] = [
  [
    'interfaces that extend each other crosswise are compared in time',
    ts(
      `${tangle}\nexport interface Top extends A19 { x: 1 }`,
      `${tangle}\nexport interface Top extends A19 {}`,
    ),
    ['breaks removed Top.x'],
  ],
  [
    'a parameter that lost a class of Node.js breaks, under whatever name the class is imported',
    ts(
      "import { Readable as Stream } from 'node:stream';\nexport function f(a: string | Stream): void {}",
      'export function f(a: string): void {}',
    ),
    ['breaks changed f'],
  ],
  [
    'a parameter that lost a class of Node.js breaks if what is left is a named type of the platform',
    ts(
      "import type { Readable } from 'node:stream';\nexport type Web<T> = ReadableStream<T>;\nexport function f(a: Web<string> | Readable): void {}",
      'export type Web<T> = ReadableStream<T>;\nexport function f(a: Web<string>): void {}',
    ),
    ['breaks changed f'],
  ],
  [
    'a parameter that lost a named type may still take its values by another one',
    ts(
      'export interface A { a: 1 }\nexport interface B { b?: 1 }\nexport function f(x: A | B): void {}',
      'export interface A { a: 1 }\nexport interface B { b?: 1 }\nexport function f(x: B): void {}',
    ),
    ['may break changed f'],
  ],
  [
    'a promise of a value that may be missing now, or of nothing, breaks',
    ts(
      'export class Row {}\nexport function f(): Promise<string> {}\nexport function g(): Promise<Row> {}\nexport function h(): Row {}',
      'export class Row {}\nexport function f(): Promise<string | null> {}\nexport function g(): Promise<void> {}\nexport function h(): Promise<Row> {}',
    ),
    ['breaks changed f', 'breaks changed g', 'breaks changed h'],
  ],
  [
    'a class that left a class of another package has lost its members',
    ts("import { EventEmitter } from 'events';\nexport class A extends EventEmitter {}", 'export class A {}'),
    ['breaks changed A'],
  ],
  [
    'a new required member breaks if the type is only passed, and not if a result has it too',
    ts(
      'export interface Draft { a: string }\nexport interface Row { a: string }\nexport function f(draft: Draft, row: Row): Row {}',
      'export interface Draft { a: string; b: string }\nexport interface Row { a: string; b: string }\nexport function f(draft: Draft, row: Row): Row {}',
    ),
    ['breaks changed Draft', 'changed changed Row'],
  ],
  [
    'a new member of what a callback gets does not break',
    ts(
      'export interface Row { a: string }\nexport function f(each: (row: Row) => void): void {}',
      'export interface Row { a: string; b: string }\nexport function f(each: (row: Row) => void): void {}',
    ),
    ['changed changed Row'],
  ],
  [
    'what a package declares in another module is public',
    ts(
      "declare module 'server' { interface Request { save(): void; clean(): void } }\nexport default 1",
      "declare module 'server' { interface Request { save(): void } }\nexport default 1",
    ),
    ['breaks removed Request.clean'],
  ],
  [
    'types are found in a folder that the manifest names, and in types/ if a build copies them',
    files(
      {
        'package.json': manifest({ types: 'types', main: './lib.min.js' }),
        'types/index.d.ts': 'export function a(): void; export function b(): void',
        'more/package.json': manifest({ name: 'more', main: './lib.min.js' }),
        'more/types/index.d.ts': 'export function c(): void; export function d(): void',
      },
      {
        'package.json': manifest({ types: 'types', main: './lib.min.js' }),
        'types/index.d.ts': 'export function a(): void',
        'more/package.json': manifest({ name: 'more', main: './lib.min.js' }),
        'more/types/index.d.ts': 'export function c(): void',
      },
    ),
    ['breaks removed d', 'breaks removed b'],
  ],
  [
    'the code behind a bundle is judged beside hand-written types',
    files(
      {
        'package.json': manifest({ types: 'tools/lib.d.ts', main: 'dist/bundle.min.js' }),
        'tools/lib.d.ts': 'export function a(): void',
        'main.js': 'export const a = 1; export const b = 2',
      },
      {
        'package.json': manifest({ types: 'tools/lib.d.ts', main: 'dist/bundle.min.js' }),
        'tools/lib.d.ts': 'export function a(): void',
        'main.js': 'export const a = 1',
      },
    ),
    ['breaks removed b'],
  ],
  [
    'a module inside a function that is called at once is read',
    js(
      '(function () { var x = {}; x.a = function () {}; x.b = function () {}; if (typeof module !== "undefined") { module.exports = x; } })()',
      '(function () { var x = {}; x.a = function () {}; if (typeof module !== "undefined") { module.exports = x; } }).call(this)',
    ),
    ['breaks removed b'],
  ],
  [
    'what the factory of a universal module returns is its exports',
    js(umd('var x = {}; x.a = 1; x.b = 2; return x;'), umd('var x = {}; x.a = 1; return x;')),
    ['breaks removed b'],
  ],
  [
    'members that Object.assign adds to the exports, and those of a prototype written as an object, are public',
    js(
      'function A() {}\nA.prototype = { m() {}, n() {} };\nmodule.exports = Object.assign(A, { x: 1, y: 2 })',
      'function A() {}\nA.prototype = { m() {} };\nmodule.exports = Object.assign(A, { x: 1 })',
    ),
    ['breaks removed n', 'breaks removed y'],
  ],
];

for (const [guarantee, versions, expected] of pairs)
  test(guarantee, async () => {
    assert.deepEqual(await verdicts(...versions), expected);
  });
